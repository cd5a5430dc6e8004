"""What every ruling does besides its row: lock, derive the seats again, mark, hint.

Locks the boards in the order of their keys, then fields, then the stage, as results do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Board, Play
from tournaments.errors import RulingRefused
from tournaments.models import (
    DirtyMark,
    Entrant,
    Field,
    Round,
    RoundState,
    Ruling,
    RulingKind,
    Stage,
)
from tournaments.sight import refuse_hidden
from tournaments.tasks import hint_publish, hint_recount

from .actors import Actor
from .audit import record
from .late_changes import note_if_late
from .opening import mark_standings_due
from .seat_results import derived_seats, expected_results, stored_seats, write_seats

LONGEST_REASON = 500


def check_reason(reason: str) -> str:
    """The reason as it is stored. Raises RulingRefused("reason_missing", "reason_too_long")."""
    reason = reason.strip()
    if not reason:
        raise RulingRefused("reason_missing", _("Say why."))
    if len(reason) > LONGEST_REASON:
        sentence = _("A reason has at most %(most)d characters.") % {"most": LONGEST_REASON}
        raise RulingRefused("reason_too_long", sentence)
    return reason


def round_of_play(play: Play) -> Round:
    """The round in which a play belongs. Raises RulingRefused("not_in_an_event")."""
    light = Round.objects.select_related("stage__event").defer(
        "stage__movement", "stage__certificate"
    )
    found = light.filter(tables__table=play.table_id).first()
    if found is None:
        raise RulingRefused("not_in_an_event", _("No round of an event has this play."))
    return found


def round_of_board(stage: Stage, board: Board) -> Round:
    """The released round of a stage that plays a board. Raises RulingRefused."""
    found = Round.objects.filter(
        stage=stage,
        session__board_set=board.board_set_id,
        first_board__lte=board.number,
        last_board__gte=board.number,
    ).first()
    if found is None:
        raise RulingRefused("not_in_an_event", _("No round of this stage plays this board."))
    if found.state == RoundState.DRAWN:
        raise RulingRefused("round_not_released", _("The round of this board is not released."))
    return found


def lock_boards(boards: Iterable[str]) -> None:
    """Take the locks that results of these boards take, too."""
    ordered = Board.objects.select_for_update(no_key=True).filter(pk__in=set(boards))
    list(ordered.order_by("pk"))


def store(
    stage: Stage,
    kind: RulingKind,
    data: dict[str, Any],
    actor: Actor,
    reason: str,
    *,
    play: Play | None = None,
    board: Board | None = None,
    entrant: Entrant | None = None,
    before: Any = None,
) -> Ruling:
    """Add a ruling's row and its audit entry. The caller holds the locks. Raises BoardHidden."""
    about = board if play is None else play.board
    if about is not None:
        refuse_hidden(actor, stage.event, [about.pk])
    note_if_late(stage, about, actor, reason)
    ruling = Ruling.objects.create(
        stage=stage,
        kind=kind,
        play=play,
        board=about,
        entrant=entrant,
        data=data,
        reason=reason,
        actor=actor.reference,
        made_at=timezone.now(),
    )
    after = {"ruling": ruling.pk, "kind": str(kind), **target_of(ruling), **data}
    target = f"ruling:{ruling.pk}"
    record(stage.event, actor, f"rule_{kind}", target, reason=reason, before=before, after=after)
    return ruling


def target_of(ruling: Ruling) -> dict[str, Any]:
    """What a ruling is about, as ids."""
    named = {"play": ruling.play_id, "board": ruling.board_id, "entrant": ruling.entrant_id}
    return {name: value for name, value in named.items() if value is not None}


def settle(stage: Stage, boards: Collection[str], cause: str) -> None:
    """Derive seats and expected results of locked boards again; mark all their fields."""
    derived, stored = derived_seats(stage.pk, boards), stored_seats(stage.pk, boards)
    write_seats(
        {
            key: derived.get(key)
            for key in derived.keys() | stored.keys()
            if derived.get(key) != stored.get(key)
        }
    )
    for board, expected in expected_results(stage.pk, boards).items():
        Field.objects.filter(stage=stage, board=board).update(expected=expected)
    fields = list(
        Field.objects.filter(stage=stage, board__in=boards)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    DirtyMark.objects.bulk_create([DirtyMark(field_id=pk, cause=cause) for pk in fields])
    hint_recount(fields)
    if Board.objects.filter(pk__in=boards, opened_at__isnull=False).exists():
        settle_standings(stage)


def settle_standings(stage: Stage) -> None:
    """Have the standings published again."""
    mark_standings_due(stage.pk, timezone.now())
    hint_publish(stage.pk)

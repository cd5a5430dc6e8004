"""Take a round's release back while nobody has begun: it is drawn again, as if never released."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.db import write_transaction
from games.models import Play
from games.services.take_back_tables import begun_tables, lock_tables, take_back_tables
from tournaments import hints
from tournaments.errors import ReleaseRefused
from tournaments.models import Event, EventState, Field, Incident, Round, RoundState, Ruling

from .actors import Actor
from .audit import record
from .release_round import locked_round

#: How many tables a refusal names; the sentence gives the number of all.
MOST_NAMED = 20


def undo_release(round_: Round, actor: Actor, reason: str) -> Round:
    """Discard the tables and fields of the newest released round; it can be released again.

    Raises NotPermitted; ReleaseRefused with `reason_missing`, `draw_undone`, `not_released`,
    `later_released` or `round_begun`, whose `params` name the `tables` that have begun (the first
    twenty) and their `count`.
    """
    actor.require(round_.stage.event)
    if not reason.strip():
        raise ReleaseRefused("reason_missing", _("Say why the release is taken back."))
    with write_transaction():
        # Tables before the round: the last action of a board locks in this order.
        tables = list(round_.tables.order_by("number").values_list("table", flat=True))
        lock_tables(tables)
        round_ = locked_round(round_)
        _check(round_, tables)
        before = {"stage": round_.stage_id, "round": round_.number, "tables": len(tables)}
        round_.tables.all().delete()
        take_back_tables(tables)
        _drop_fields(round_)
        round_.state = RoundState.DRAWN
        round_.released_at = round_.ends_at = None
        if round_.stage.reserve_boards:
            # A reserve board that was given to its tables is one again.
            round_.last_board = round_.first_board + round_.stage.boards_per_round - 1
        round_.save(update_fields=["state", "released_at", "ends_at", "last_board"])
        event = round_.stage.event
        if not _released(Round.objects.filter(stage__event=event)).exists():
            running = Event.objects.filter(pk=event.pk, state=EventState.RUNNING)
            running.update(state=EventState.DRAFT)
        target = f"round:{round_.pk}"
        record(event, actor, "undo_release", target, reason=reason, before=before)
        hints.round_changed(event.pk, round_.stage_id, round_.number, round_.state)
    return round_


def _check(round_: Round, locked: list[str]) -> None:
    about = f"round:{round_.pk}"
    there = set(round_.tables.values_list("table", flat=True))
    # (Other tables than those locked: it was taken back and released again just now.)
    if round_.state == RoundState.DRAWN or there != set(locked):
        raise ReleaseRefused("not_released", _("This round is not released."), about=about)
    later = Round.objects.filter(stage=round_.stage_id, number__gt=round_.number)
    if _released(later).exists():
        sentence = _("A later round is released: take that one back first.")
        raise ReleaseRefused("later_released", sentence)
    begun = begun_tables(locked)
    plays = Play.objects.filter(table__in=locked)
    for rows in (Ruling, Incident):
        ruled = rows.objects.filter(play__in=plays)
        begun |= set(ruled.values_list("play__table", flat=True))
    if begun or round_.state == RoundState.FINISHED:
        numbers = list(round_.tables.filter(table__in=begun).values_list("number", flat=True))
        raise _begun(sorted(numbers))


def _begun(numbers: list[int]) -> ReleaseRefused:
    sentence = ngettext(
        "%(count)d table has begun: the round stays. Play it to its end and correct afterwards who"
        " sat where, or let the next round put right what this draw got wrong.",
        "%(count)d tables have begun: the round stays. Play it to its end and correct afterwards"
        " who sat where, or let the next round put right what this draw got wrong.",
        len(numbers),
    )
    words = {"count": len(numbers)}
    named = numbers[:MOST_NAMED]
    return ReleaseRefused("round_begun", sentence % words, count=len(numbers), tables=named)


def _released(rounds: QuerySet[Round]) -> QuerySet[Round]:
    return rounds.exclude(state=RoundState.DRAWN)


def _drop_fields(round_: Round) -> None:
    """Delete the fields of boards that no other released round plays."""
    session = round_.session
    own = Q(board__number__range=(round_.first_board, round_.last_board))
    fields = Field.objects.filter(own, stage=round_.stage_id, board__board_set=session.board_set_id)
    others = Round.objects.filter(stage=round_.stage_id, session=session).exclude(pk=round_.pk)
    for other in _released(others):
        fields = fields.exclude(board__number__range=(other.first_board, other.last_board))
    fields.delete()

"""Undo a ruling, or waive a penalty, by another row. The first one stays, with its reason."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import RulingRefused
from tournaments.models import Ruling
from tournaments.sight import refuse_hidden

from .actors import Actor
from .audit import record
from .late_changes import note_if_late
from .ruling_effects import check_reason, lock_boards, settle, settle_standings, target_of


def reverse_ruling(ruling: Ruling, actor: Actor, reason: str) -> Ruling:
    """Make a ruling no longer count; what counted before it counts again.

    Raises NotPermitted; RulingRefused with `reason_missing`, `is_a_reversal` or
    `already_reversed`; BoardHidden.
    """
    stage = ruling.stage
    actor.require(stage.event)
    reason = check_reason(reason)
    if ruling.reverses_id is not None:
        sentence = _("This row reverses another: make that ruling again instead.")
        raise RulingRefused("is_a_reversal", sentence)
    if ruling.board_id is not None:
        refuse_hidden(actor, stage.event, [ruling.board_id])
    with write_transaction():
        if ruling.board_id is not None:
            lock_boards([ruling.board_id])
        Ruling.objects.select_for_update(no_key=True, of=("self",)).get(pk=ruling.pk)
        if Ruling.objects.filter(reverses=ruling).exists():
            sentence = _("This ruling is reversed already.")
            raise RulingRefused("already_reversed", sentence, about=f"ruling:{ruling.pk}")
        note_if_late(stage, ruling.board, actor, reason)
        row = Ruling.objects.create(
            stage=stage,
            kind=ruling.kind,
            play_id=ruling.play_id,
            board_id=ruling.board_id,
            entrant_id=ruling.entrant_id,
            data={},
            reason=reason,
            actor=actor.reference,
            reverses=ruling,
            made_at=timezone.now(),
        )
        before = {"ruling": ruling.pk, "kind": ruling.kind, **target_of(ruling), **ruling.data}
        record(
            stage.event,
            actor,
            "reverse_ruling",
            f"ruling:{ruling.pk}",
            reason=reason,
            before=before,
            after={"ruling": row.pk},
        )
        if ruling.board_id is None:
            settle_standings(stage)
        else:
            settle(stage, [ruling.board_id], f"ruling:{row.pk}")
    return row

"""Changes of scores: the version after one is kept; after the correction period it says why.

After that period only an owner makes them.

The period of a board begins when it opens, as for players' disputes; that of what concerns a whole
stage when its last board has opened and its last round has ended.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Board
from tournaments.errors import NotPermitted
from tournaments.models import Role, RoundState, Stage

from .actors import Actor

LONGEST_NOTE = 500


def note_if_late(stage: Stage, board: Board | None, actor: Actor, reason: str) -> None:
    """Within the transaction of a change: have the next version kept, with `reason` if late.

    Raises NotPermitted("correction_period_over") for who does not own the event.
    """
    if not is_late(stage, board):
        Stage.objects.filter(pk=stage.pk).update(keeps_next=True)
        return
    if actor.role_in(stage.event) != Role.OWNER:
        sentence = _("The correction period is over: only an owner of the event changes this.")
        raise NotPermitted("correction_period_over", sentence)
    now = Stage.objects.values_list("pending_note", flat=True).get(pk=stage.pk)
    note = f"{now} · {reason}" if now else reason
    Stage.objects.filter(pk=stage.pk).update(pending_note=note[:LONGEST_NOTE])


def is_late(stage: Stage, board: Board | None) -> bool:
    """Whether the correction period of a board, or of the whole stage, is over."""
    if board is not None:
        opened = Board.objects.values_list("opened_at", flat=True).get(pk=board.pk)
    else:
        rounds = stage.rounds.all()
        if not rounds or any(each.state != RoundState.FINISHED for each in rounds):
            return False
        boards = Board.objects.filter(board_set__session__stage=stage)
        opened = boards.aggregate(last=Max("opened_at"))["last"]
    period = timedelta(minutes=stage.event.correction_minutes)
    return opened is not None and timezone.now() > opened + period

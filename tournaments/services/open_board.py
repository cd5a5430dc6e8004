"""A director opens a board before all its tables have finished. Audited, with a reason."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Board
from tournaments.errors import OpenRefused
from tournaments.models import Round, RoundState
from tournaments.tasks import hint_publish

from .actors import Actor
from .audit import record
from .opening import open_to_everybody, round_of_board


def open_board(board: Board, actor: Actor, reason: str) -> Board:
    """Open a board to everybody by decision: its hands and results so far become public.

    Raises NotPermitted; OpenRefused with `not_in_an_event`, `reason_missing`, `round_not_released`
    (nobody has played it, all would be told) or `already_open`.
    """
    round_ = round_of_board(board)
    if round_ is None:
        raise OpenRefused("not_in_an_event", _("No round of an event plays this board."))
    stage = round_.stage
    actor.require(stage.event)
    if not reason.strip():
        raise OpenRefused("reason_missing", _("Say why the board is opened."))
    with write_transaction():
        board = Board.objects.select_for_update(no_key=True).get(pk=board.pk)
        if board.opened_at is not None:
            sentence = _("This board is open already.")
            raise OpenRefused("already_open", sentence, about=f"board:{board.pk}")
        if Round.objects.get(pk=round_.pk).state == RoundState.DRAWN:
            sentence = _("The round of this board is not released: it would be spoilt.")
            raise OpenRefused("round_not_released", sentence)
        open_to_everybody(board, stage, timezone.now())
        after = {"stage": stage.pk, "board": board.number}
        record(stage.event, actor, "open_board", f"board:{board.pk}", reason=reason, after=after)
        hint_publish(stage.pk)
    return board

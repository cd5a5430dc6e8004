"""Open the boards that all their tables have finished, once the delay for spectators is over."""

from django.utils import timezone

from games.db import write_transaction
from games.models import Board

from .opening import open_by_rule, round_of_board


def open_waiting_boards() -> None:
    """Open every board whose time has come; safe to call at any time, by anybody."""
    due = Board.objects.filter(opened_at=None, opens_at__lte=timezone.now())
    for board_id in list(due.order_by("opens_at").values_list("pk", flat=True)):
        _open(board_id)


def _open(board_id: str) -> None:
    """Open one board, unless it was opened, or given back to a table, meanwhile."""
    with write_transaction():
        board = Board.objects.select_for_update(no_key=True).get(pk=board_id)
        now = timezone.now()
        round_ = round_of_board(board)
        if board.opened_at is None and board.opens_at and board.opens_at <= now and round_:
            open_by_rule(board, round_.stage, now)

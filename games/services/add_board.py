"""Give a table one more board to play, after all its others."""

from __future__ import annotations

from datetime import datetime

from games.models import Board, Play, Table

from .take_board_away import offer


def add_board(table: Table, board: Board, positions: str, at: datetime) -> Play:
    """Let a table play a board more. Called with the table locked; who has finished goes on."""
    last = table.plays.order_by("-order").values_list("order", flat=True).first() or 0
    play = Play.objects.create(table=table, board=board, order=last + 1, positions=positions)
    offer(play, at)
    return play

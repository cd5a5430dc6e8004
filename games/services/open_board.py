"""Open a board: from now on everybody may see its hands and results."""

from __future__ import annotations

from datetime import datetime

from games.db import write_transaction
from games.models import Board


def open_board(board: Board, at: datetime) -> bool:
    """Set `opened_at`; return False when the board was open already. Never closes one.

    Whether it may be opened, and the audit entry, are the caller's.
    """
    with write_transaction():
        opened = Board.objects.filter(pk=board.pk, opened_at__isnull=True).update(opened_at=at)
    if opened:
        board.opened_at = at
    return bool(opened)

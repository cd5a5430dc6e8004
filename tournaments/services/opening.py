"""What opening a board means, whoever opens it. The caller holds the board's lock."""

from datetime import datetime

from django.db.models import F
from django.db.models.functions import Coalesce

from games.models import Board
from games.services.open_board import open_board
from tournaments import hints
from tournaments.models import Stage


def open_to_everybody(board: Board, stage: Stage, at: datetime) -> None:
    """Mark a locked board opened, and the stage's standings as due with it."""
    open_board(board, at)
    mark_standings_due(stage.pk, at)
    hints.board_opened(stage.event_id, stage.pk, board.number)


def mark_standings_due(stage_id: str, at: datetime) -> None:
    """Say that what the standings read has changed; the first time of several counts.

    The row is written even if it is due already: only so does this wait for a publication under
    way, which would otherwise clear what it has not seen.
    """
    Stage.objects.filter(pk=stage_id).update(
        standings_due_since=Coalesce(F("standings_due_since"), at)
    )

"""The hands that the server refereed on opened boards, derived from their logs.

Boards that were reported from physical cards have no log, and are not among them.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.hand import HandState
from games.models import Play, ResultSource
from games.services.replay import derive, logs_of

from .edition import FieldRef


def refereed(fields: Collection[FieldRef]) -> dict[str, tuple[Play, HandState]]:
    """Every finished play on the boards of these opened fields, by its id; two statements."""
    boards = {field.board_id for field in fields}
    plays = Play.objects.filter(board__in=boards, results__source=ResultSource.LOG).distinct()
    logs = logs_of(plays)
    found = {}
    for play in plays.select_related("table", "board__board_set"):
        state = derive(play, logs[play.pk]).state
        if state.result is not None:
            found[play.pk] = (play, state)
    return found

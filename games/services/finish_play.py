"""Finish a play: its result, and the table's next play or its end. A part of `act`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from games.models import LogEntry, Play, PlayState, Result

from .start_play import CLOCK_COLUMNS, start_next_play


def finish_play(
    play: Play, result: dict[str, Any], number: int, at: datetime, bots: Collection[str]
) -> tuple[Result, LogEntry]:
    """Save the finished play and its result, and move the table on.

    Called with play and table locked, `play.seq` and `play.snapshot` set; `number` is the next
    free entry number of the table, `bots` are the seats that bots act for. Returns the result's
    row, and the notice (not yet saved) that the next play begins or that the table has finished.
    """
    play.state = PlayState.FINISHED
    play.finished_at = at
    play.save(update_fields=["seq", "snapshot", "state", "finished_at", *CLOCK_COLUMNS])
    row = Result.objects.create(play=play, facts=result["facts"], points=result["points"], at=at)
    notice = start_next_play(play.table, number, at, bots)
    if notice is None:
        notice = LogEntry(
            table_id=play.table_id, number=number, kind="table_finished", data={}, at=at
        )
    return row, notice

"""Write a notice into a table's log: what everybody there may know and what is no action."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import LogEntry, Play, Table

from .announce import announce


def write_notice(
    table: Table, play: Play | None, kind: str, data: dict[str, Any], at: datetime
) -> LogEntry:
    """Add an entry without a seq, and announce it. Called with the table locked."""
    row = next_notice(table, play, kind, data, at)
    row.save()
    announce(row)
    return row


def next_notice(
    table: Table, play: Play | None, kind: str, data: dict[str, Any], at: datetime
) -> LogEntry:
    """The table's next entry, not saved yet; what its play waits for is as it was before."""
    before = LogEntry.objects.filter(table=table).order_by("-number").first()
    row = LogEntry(table=table, number=1, play=play, kind=kind, data=data, at=at)
    if before is not None:
        row.number = before.number + 1
        if before.play_id == row.play_id:
            row.phase, row.to_act, row.deadline = before.phase, before.to_act, before.deadline
    return row

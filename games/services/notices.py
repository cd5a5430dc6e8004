"""Write a notice into a table's log: what everybody there may know and what is no action."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import LogEntry, Play, Table
from games.queries import last_number

from .announce import announce


def write_notice(
    table: Table, play: Play | None, kind: str, data: dict[str, Any], at: datetime
) -> LogEntry:
    """Add an entry without a seq, and announce it. Called with the table locked."""
    row = LogEntry.objects.create(
        table=table, number=last_number(table.pk) + 1, play=play, kind=kind, data=data, at=at
    )
    announce(row)
    return row

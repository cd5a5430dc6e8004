"""Take back released tables at which nothing was done. Whether they may go is the caller's.

Owns the locks that this needs, what counts as done, and what the players are told.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import hub
from games.db import write_transaction
from games.models import LogEntry, MisfitReport, Play, Report, Result, SealedDouble, Seat, Table

from .discard_tables import discard_tables

BATCH = 500


def lock_tables(table_ids: Sequence[str]) -> None:
    """Lock tables, then plays, as an action does: it is done before, or finds nothing after."""
    tables = Table.objects.select_for_update(no_key=True).filter(pk__in=table_ids)
    list(tables.order_by("pk").values_list("pk"))
    plays = Play.objects.select_for_update(no_key=True).filter(table__in=table_ids)
    list(plays.order_by("pk").values_list("pk"))


def begun_tables(table_ids: Sequence[str]) -> set[str]:
    """Those with an action (a sealed double, too, and one taken back), a report or a result."""
    entries = LogEntry.objects.filter(table__in=table_ids, seq__isnull=False)
    found = set(entries.values_list("table", flat=True))
    for rows in (SealedDouble, Report, MisfitReport, Result):
        done = rows.objects.filter(play__table__in=table_ids)
        found |= set(done.values_list("play__table", flat=True))
    return found


def take_back_tables(table_ids: Sequence[str]) -> None:
    """Discard locked tables, and have everybody who sits there look again where he is."""
    with write_transaction():
        players = set(Seat.objects.filter(table__in=table_ids).values_list("player", flat=True))
        for start in range(0, len(table_ids), BATCH):
            discard_tables(table_ids[start : start + BATCH])
        for player in players:
            hub.publish(f"player:{player}", hub.UNSEATED, {})

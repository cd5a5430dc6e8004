"""Release tables: from now on the players see them, and each table's first play begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.hand import HandState
from games import hub
from games.db import write_transaction
from games.models import LogEntry, Play, PlayState, Seat, Table

from .start_play import first_state, start_notice

BATCH = 500


def release_tables(tables: Sequence[Table], at: datetime) -> None:
    """Set `released_at` and start each table's first play; tables released before are left alone.

    The number of statements grows with tables ÷ 500 and with the boards that are begun with,
    not with the tables. A table without plays is released all the same, and finishes at once.
    """
    for start in range(0, len(tables), BATCH):
        _release([table.pk for table in tables[start : start + BATCH]], at)
    for table in tables:
        table.released_at = table.released_at or at


def _release(ids: list[str], at: datetime) -> None:
    with write_transaction():
        waiting = Table.objects.select_for_update().filter(pk__in=ids, released_at__isnull=True)
        tables = {table.pk: table for table in waiting.order_by("pk")}
        Table.objects.filter(pk__in=tables).update(released_at=at)
        firsts: dict[str, Play] = {}
        scheduled = Play.objects.select_related("board__board_set").filter(
            table__in=list(tables), state=PlayState.SCHEDULED
        )
        for play in scheduled.order_by("-order"):
            firsts[play.table_id] = play  # the lowest order is written last and stays
        _start(tables, firsts.values(), at)
        Table.objects.filter(pk__in=set(tables) - set(firsts)).update(finished_at=at)
        for seat in Seat.objects.filter(table__in=list(tables)):
            number = tables[seat.table_id].number
            data = {"table": seat.table_id, "number": number}
            hub.publish(f"player:{seat.player_id}", "seating", data)


def _start(tables: dict[str, Table], plays: Iterable[Play], at: datetime) -> None:
    """Give the plays of one board and policy their common first state, and write the notices."""
    alike: dict[tuple[str, str], list[Play]] = defaultdict(list)
    for play in plays:
        alike[play.board_id, repr(tables[play.table_id].policy)].append(play)
    notices: list[LogEntry] = []
    for group in alike.values():
        board, policy = group[0].board, tables[group[0].table_id].policy
        state: HandState = first_state(board, policy)
        Play.objects.filter(pk__in=[play.pk for play in group]).update(
            snapshot=state.to_data(), state=PlayState.PLAYING, started_at=at
        )
        notices += [start_notice(play, state, board.number, 1, at) for play in group]
    LogEntry.objects.bulk_create(notices, batch_size=BATCH)

"""Release tables: from now on the players see them, and each table's first play begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.hand import HandState
from games import hub
from games.clocks import start_clocks
from games.db import write_transaction
from games.models import LogEntry, Play, PlayState, Seat, Table

from .start_play import CLOCK_COLUMNS, first_state, start_notice

BATCH = 500


def release_tables(tables: Sequence[Table], at: datetime) -> None:
    """Set `released_at` and start each table's first play; tables released before are left alone.

    The number of statements grows with tables ÷ 500 and with the boards that are begun with,
    not with the tables. A table without plays is released all the same, and finishes at once. With
    physical cards nothing begins here: the boards are played in any order, and reported.
    """
    for start in range(0, len(tables), BATCH):
        _release([table.pk for table in tables[start : start + BATCH]], at)
    for table in tables:
        table.released_at = table.released_at or at


def _release(ids: list[str], at: datetime) -> None:
    with write_transaction():
        waiting = Table.objects.select_for_update(no_key=True).filter(
            pk__in=ids, released_at__isnull=True
        )
        tables = {table.pk: table for table in waiting.order_by("pk")}
        Table.objects.filter(pk__in=tables).update(released_at=at)
        firsts: dict[str, Play] = {}
        scheduled = Play.objects.select_related("board__board_set").filter(
            table__in=list(tables), state=PlayState.SCHEDULED
        )
        for play in scheduled.order_by("-order"):
            firsts[play.table_id] = play  # the lowest order is written last and stays
        seats = Seat.objects.filter(table__in=list(tables))
        refereed = [p for p in firsts.values() if not tables[p.table_id].policy.get("physical")]
        _start(tables, refereed, [seat for seat in seats if seat.bot], at)
        Table.objects.filter(pk__in=set(tables) - set(firsts)).update(finished_at=at)
        for seat in seats:
            number = tables[seat.table_id].number
            data = {"table": seat.table_id, "number": number}
            hub.publish(f"player:{seat.player_id}", "seating", data)


def _start(
    tables: dict[str, Table], plays: Iterable[Play], bots: Iterable[Seat], at: datetime
) -> None:
    """Give plays of one board, policy and bots' places their common first state; write notices."""
    held: dict[str, set[str]] = defaultdict(set)
    for seat in bots:
        held[seat.table_id].add(seat.letter)
    alike: dict[tuple[str, str, frozenset[int]], list[Play]] = defaultdict(list)
    for play in plays:
        places = frozenset(
            position
            for position, letter in enumerate(play.positions, 1)
            if letter in held[play.table_id]
        )
        alike[play.board_id, repr(tables[play.table_id].policy), places].append(play)
    notices: list[LogEntry] = []
    for (_board, _policy, places), group in alike.items():
        board, policy = group[0].board, tables[group[0].table_id].policy
        state: HandState = first_state(board, policy)
        for play in group:
            start_clocks(play, policy, state.to_act, places, at)
        Play.objects.filter(pk__in=[play.pk for play in group]).update(
            snapshot=state.to_data(),
            state=PlayState.PLAYING,
            started_at=at,
            **{name: getattr(group[0], name) for name in CLOCK_COLUMNS},
        )
        notices += [start_notice(play, state, board.number, 1, at, policy) for play in group]
    LogEntry.objects.bulk_create(notices, batch_size=BATCH)

"""Stop tables and let them go on: one that a director freezes, or all of an event that is paused.

Owns the halt itself: no action is taken, and the clocks stand where they were. Who may do it, and
the audit entry, are the caller's. A table that is both frozen and paused goes on after both ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Case, F, OuterRef, Subquery, When

from games.clocks import clock_of, halt_of, last_deadline
from games.db import write_transaction
from games.models import LogEntry, Play, PlayState, Table

from .announce import announce
from .claim_time import resume_claims, stop_claims

BATCH = 500


class Halt(StrEnum):
    """Why a table stands still."""

    FROZEN = "frozen"
    PAUSED = "paused"

    @property
    def column(self) -> str:
        """The column of `Table` that says so."""
        return f"is_{self.value}"


def halt_tables(table_ids: Sequence[str], halt: Halt, at: datetime) -> int:
    """Halt the released, unfinished tables among these; returns how many were not yet.

    Each gets a log entry `frozen` or `paused`, without a seq. Some statements per 500 tables.
    """
    return sum(_halt(ids, halt, at) for ids in _batches(table_ids))


def resume_tables(table_ids: Sequence[str], halt: Halt, at: datetime) -> int:
    """End a halt; returns for how many tables it had been in force.

    Where nothing else halts the table, its clocks go on from where they stood. Each gets a log
    entry `resumed`, whose `halted` says what still holds the table.
    """
    return sum(_resume(ids, halt, at) for ids in _batches(table_ids))


def _batches(table_ids: Sequence[str]) -> Iterable[list[str]]:
    ordered = sorted(table_ids)
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]


def _halt(ids: list[str], halt: Halt, at: datetime) -> int:
    with write_transaction():
        found = Table.objects.select_for_update(no_key=True).filter(
            pk__in=ids,
            released_at__isnull=False,
            finished_at__isnull=True,
            **{halt.column: False},
        )
        tables = list(found.order_by("pk"))
        since = Case(When(halted_at__isnull=True, then=at), default=F("halted_at"))
        Table.objects.filter(pk__in=[table.pk for table in tables]).update(
            halted_at=since, **{halt.column: True}
        )
        stop_claims([table for table in tables if halt_of(table) == "claimed"], at)
        for table in tables:
            setattr(table, halt.column, True)
        notice_all(tables, halt.value, at)
    return len(tables)


def _resume(ids: list[str], halt: Halt, at: datetime) -> int:
    with write_transaction():
        # In the order in which an action locks them: tables first, then plays.
        found = Table.objects.select_for_update(no_key=True).filter(
            pk__in=ids, **{halt.column: True}
        )
        tables = list(found.order_by("pk"))
        playing = Play.objects.filter(table__in=ids, state=PlayState.PLAYING)
        list(playing.select_for_update(no_key=True, of=("self",)).order_by("pk").values_list("pk"))
        for table in tables:
            setattr(table, halt.column, False)
        Table.objects.filter(pk__in=[table.pk for table in tables]).update(**{halt.column: False})
        _let_go([table for table in tables if halt_of(table) is None], at)
        resume_claims([table for table in tables if halt_of(table) == "claimed"], at)
        notice_all(tables, "resumed", at)
    return len(tables)


def _let_go(tables: list[Table], at: datetime) -> None:
    """Move the clocks of tables on by as long as these were halted."""
    by_length: dict[datetime, list[str]] = {}
    for table in tables:
        assert table.halted_at is not None
        by_length.setdefault(table.halted_at, []).append(table.pk)
    for since, ids in by_length.items():
        passed = at - since
        Play.objects.filter(table__in=ids, state=PlayState.PLAYING).update(
            turn_at=F("turn_at") + passed, due_at=F("due_at") + passed
        )
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(halted_at=None)
    for table in tables:
        table.halted_at = None


def notice_all(tables: Sequence[Table], kind: str, at: datetime, **data: Any) -> None:
    """Write one entry a table; what the play waits for stays as the entry before told it.

    Its data say what halts the table, or are `data`.
    """
    ids = [table.pk for table in tables]
    newest = LogEntry.objects.filter(table=OuterRef("table")).order_by("-number")
    last = LogEntry.objects.filter(table__in=ids, number=Subquery(newest.values("number")[:1]))
    before = {entry.table_id: entry for entry in last}
    playing = Play.objects.filter(table__in=ids, state=PlayState.PLAYING)
    plays = {play.table_id: play for play in playing}
    rows = [_row(each, plays.get(each.pk), before.get(each.pk), kind, at) for each in tables]
    for row in rows:
        row.data = data or row.data
    LogEntry.objects.bulk_create(rows, batch_size=BATCH)
    for row in rows:
        announce(row)


def _row(
    table: Table, play: Play | None, before: LogEntry | None, kind: str, at: datetime
) -> LogEntry:
    row = LogEntry(table=table, play=play, number=1, kind=kind, at=at)
    row.data = {"halted": halt_of(table)}
    if before is not None:
        row.number = before.number + 1
        row.phase, row.to_act = before.phase, before.to_act
    if play is not None and table.halted_at is None:
        row.deadline = last_deadline(play, clock_of(table.policy), map(int, row.to_act))
    return row

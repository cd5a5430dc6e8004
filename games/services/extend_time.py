"""Give whoever is to act more time, at one table or at many.

A director's; permission and audit are the caller's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.clocks import clock_of, last_deadline
from games.db import write_transaction
from games.errors import Problem
from games.models import LogEntry, Play, PlayState, Table
from games.queries import state_of

from .announce import announce
from .halt_tables import BATCH, notice_all
from .notices import next_notice
from .table_turn import clock_time, locked_turn, set_due


def extend_time(table_id: str, seconds: int, now: datetime) -> LogEntry:
    """Move the clock of the turn under way by `seconds`; also one that has run out.

    Raises `Problem`: 409 `nothing_in_play`, 409 `no_clock`.
    """
    with write_transaction():
        play = locked_turn(table_id)
        clock = clock_of(play.table.policy)
        if clock is None or play.turn_at is None:
            raise Problem(409, "no_clock", _("This table has no clock."))
        state = state_of(play)
        at = clock_time(play, now)
        deadline = last_deadline(play, clock, state.to_act)
        if deadline is not None and deadline < at:
            play.turn_at += at - deadline
        play.turn_at += timedelta(seconds=seconds)
        set_due(play, state, at)
        play.save(update_fields=["turn_at", "due_at"])
        row = next_notice(play.table, play, "extended", {"seconds": seconds}, now)
        if play.table.halted_at is None:
            row.deadline = last_deadline(play, clock, state.to_act)
        row.save()
        announce(row)
        return row


def extend_tables(table_ids: Sequence[str], seconds: int, at: datetime) -> int:
    """Move the clocks of the turns under way at these tables; returns how many there were.

    Tables without a clock have none to be moved. Some statements per 500 tables.
    """
    count, later = 0, timedelta(seconds=seconds)
    ordered = sorted(table_ids)
    with write_transaction():
        for start in range(0, len(ordered), BATCH):
            playing = Play.objects.filter(
                table__in=ordered[start : start + BATCH],
                state=PlayState.PLAYING,
            )
            locked = playing.select_for_update(no_key=True, of=("self",)).order_by("pk")
            rows = locked.values_list("pk", "table_id", "table__policy")
            ids = [(play, table) for play, table, policy in rows if clock_of(policy) is not None]
            Play.objects.filter(pk__in=[play for play, _table in ids]).update(
                turn_at=F("turn_at") + later, due_at=F("due_at") + later
            )
            tables = Table.objects.filter(pk__in=[table for _play, table in ids])
            notice_all(list(tables.order_by("pk")), "extended", at, seconds=seconds)
            count += len(ids)
    return count

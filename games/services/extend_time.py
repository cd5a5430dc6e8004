"""Give whoever is to act more time. A director's; permission and audit are the caller's."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from games.clocks import clock_of, last_deadline
from games.db import write_transaction
from games.errors import Problem
from games.models import LogEntry
from games.queries import state_of

from .announce import announce
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

"""The arithmetic of the clocks: until when somebody has time, and what he has left.

Pure: reads a play's clock columns and a policy, changes no row. A play's `turn_at` is the moment
from which the time of whoever is to act counts, so an extension, a halt or downtime moves it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.models import Play, Table
from games.sse import time_text

#: Seconds that a bot takes before it acts for a player.
BOT_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of a table policy, in seconds; at least one of the first two is there."""

    action: int | None
    pool: int | None
    start: int

    def start_pools(self, players: int) -> dict[str, float] | None:
        """What everybody has besides at the start of a board."""
        if self.pool is None:
            return None
        return {str(position): float(self.pool) for position in range(1, players + 1)}

    def deadline(self, play: Play, position: int) -> datetime | None:
        """Until when `position` has time, if it is to act; None before the play has begun."""
        if play.turn_at is None:
            return None
        pool = (play.pools or {}).get(str(position), 0.0)
        return play.turn_at + timedelta(seconds=(self.action or 0) + pool)

    def spend(self, play: Play, position: int, at: datetime) -> None:
        """Take from the pool of `position` what its action at `at` took of it."""
        if play.pools is None or play.turn_at is None:
            return
        used = (at - play.turn_at).total_seconds() - (self.action or 0)
        left = max(0.0, play.pools[str(position)] - max(0.0, used))
        play.pools = {**play.pools, str(position): round(left, 3)}

    def refill(self, play: Play, position: int) -> None:
        """Give `position` the whole pool: somebody else holds it now."""
        if play.pools is not None and self.pool is not None:
            play.pools = {**play.pools, str(position): float(self.pool)}


def clock_of(policy: Mapping[str, Any]) -> Clock | None:
    """The clocks of a stored table policy; None without any."""
    action, pool = policy.get("action_seconds"), policy.get("pool_seconds")
    if action is None and pool is None:
        return None
    return Clock(action, pool, policy.get("start_seconds", 0))


def taken(play: Play, acted: Mapping[int, datetime]) -> list[int]:
    """The milliseconds that each position of a play took until it `acted`, 0 for the others.

    An extension, a halt and downtime are nobody's time: they have moved `turn_at` on.
    """
    used = [0] * len(play.positions)
    if play.turn_at is not None:
        for position, at in acted.items():
            passed = (at - play.turn_at).total_seconds()
            used[position - 1] = max(0, round(passed * 1000))
    return used


def in_all(lists: Iterable[list[int] | None]) -> list[int] | None:
    """The sum of times used, position by position; None where nothing is known."""
    known = [each for each in lists if each is not None]
    return [sum(column) for column in zip(*known, strict=True)] if known else None


def start_clocks(
    play: Play,
    policy: Mapping[str, Any],
    to_act: Iterable[int],
    bots: Collection[int],
    at: datetime,
) -> None:
    """Set the clocks of a play that begins at `at`; `bots` are the positions that bots hold."""
    clock = clock_of(policy)
    play.turn_at = at
    if clock is not None:
        play.pools = clock.start_pools(len(play.positions))
        play.turn_at = at + timedelta(seconds=clock.start)
    play.due_at = next_due(play, clock, to_act, bots, at)


def next_due(
    play: Play,
    clock: Clock | None,
    to_act: Iterable[int],
    bots: Collection[int],
    at: datetime,
) -> datetime | None:
    """When the sweep has to act next for one of `to_act`; what is due at `at` is done with."""
    found = []
    for position in to_act:
        if position in bots:
            found.append(at + timedelta(seconds=BOT_SECONDS))
        elif clock is not None:
            deadline = clock.deadline(play, position)
            if deadline is not None and deadline > at:
                found.append(deadline)
    return min(found, default=None)


def last_deadline(play: Play, clock: Clock | None, positions: Iterable[int]) -> datetime | None:
    """The moment by which all of `positions` must have acted; None without a clock."""
    if clock is None:
        return None
    return max(filter(None, (clock.deadline(play, each) for each in positions)), default=None)


def halt_of(table: Table) -> str | None:
    """What holds a table: "frozen" (by itself), else "paused" (with its event), else "claimed" (by
    an open claim), else None.
    """
    if table.is_frozen:
        return "frozen"
    if table.is_paused:
        return "paused"
    return "claimed" if table.is_claimed else None


def clock_data(play: Play, waiting: Iterable[int]) -> dict[str, Any]:
    """The clock in a view: `deadline`, `halted`, and `clock`. `waiting` are those it is shown for.

    While the table is halted there is no deadline, and `seconds_left` is what comes after.
    """
    table = play.table
    clock = clock_of(table.policy)
    deadline = last_deadline(play, clock, waiting)
    left = None
    if deadline is not None and table.halted_at is not None:
        left = max(0.0, round((deadline - table.halted_at).total_seconds(), 3))
        deadline = None
    return {
        "deadline": None if deadline is None else time_text(deadline),
        "halted": halt_of(table),
        "clock": None if clock is None else {"seconds_left": left, "pools": play.pools},
    }

"""Which group sits at which table: nobody at one table more often than needed.

Owns the order of groups inside each round; never changes a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.movements.schedule import Group, Schedule

TRIALS = 40
"""How many occupied tables a group that found none tries to take over."""

MOST_TRIES, TRIED_GROUPS = 30, 12_000
"""How many further assignments are compared at most, and how many groups they have in all."""


def assign_tables(schedule: Schedule, random: Random) -> Schedule:
    """The schedule with every round's groups in order of table.

    By round: each group in random order takes a free table that none of its players has visited, or
    one whose group can go elsewhere; those left over then one that they visited once, and so on.
    For few players the best of some such assignments. With at most as many rounds as tables nearly
    always at most two visits. Larger groups have the first tables.
    """
    least = -(-len(schedule.rounds) // max(map(len, schedule.rounds), default=1))
    tries = TRIED_GROUPS // max(1, sum(map(len, schedule.rounds)))
    best, rounds = _assigned(schedule, random)
    for _ in range(min(tries, MOST_TRIES)):
        if best[0] <= least:
            break
        found, others = _assigned(schedule, random)
        if found < best:
            best, rounds = found, others
    return replace(schedule, rounds=tuple(rounds))


def _assigned(
    schedule: Schedule, random: Random
) -> tuple[tuple[int, int], list[tuple[Group, ...]]]:
    """An assignment, and its most visits to one table with how often they occur."""
    visits = _Visits(schedule.players)
    rounds = []
    for groups in schedule.rounds:
        order: list[Group] = []
        for size in sorted(set(map(len, groups)), reverse=True):
            alike = [group for group in groups if len(group) == size]
            order += _Round(alike, len(order), visits, random).placed()
        rounds.append(tuple(order))
    return (len(visits.masks), sum(map(int.bit_count, visits.masks[-1]))), rounds


class _Visits:
    """Who was where: `masks[k][p]` has a bit for each table that p visited more than k times."""

    def __init__(self, players: int) -> None:
        self.masks = [[0] * players]

    def note(self, player: int, table: int) -> None:
        """Count a visit to the table of that bit."""
        for masks in self.masks:
            if not masks[player] & table:
                masks[player] |= table
                return
        self.masks.append([0] * len(self.masks[0]))
        self.masks[-1][player] = table

    def forget(self, player: int, table: int) -> None:
        """Take a visit back."""
        for masks in reversed(self.masks):
            if masks[player] & table:
                masks[player] ^= table
                return


class _Round:
    """Groups of one size on as many tables, numbered from `first` on."""

    def __init__(
        self, groups: Sequence[Group], first: int, visits: _Visits, random: Random
    ) -> None:
        self.groups, self.first, self.visits = groups, first, visits
        self.random = random
        self.free = (1 << len(groups)) - 1 << first
        self.at: dict[int, Group] = {}

    def placed(self) -> list[Group]:
        """The groups in order of table."""
        waiting = self.random.sample(self.groups, len(self.groups))
        for masks in self.visits.masks[:]:
            waiting = self._place(waiting, masks)
            if len(waiting) * 16 <= len(self.groups) + 128:
                waiting = [group for group in waiting if not self._take_over(group, masks)]
            if not waiting:
                break
        self._place(waiting, [0] * len(self.visits.masks[0]))
        return [self.at[table] for table in range(self.first, self.first + len(self.groups))]

    def _place(self, groups: Sequence[Group], masks: Sequence[int]) -> list[Group]:
        """Give groups free tables outside their players' masks; who finds none is returned."""
        left_out = []
        free, at, once, note = self.free, self.at, self.visits.masks[0], self.visits.note
        for group, barred in zip(groups, _all_united(masks, groups), strict=True):
            open_to = free & ~barred
            if not open_to:
                left_out.append(group)
                continue
            bit = open_to & -open_to
            free ^= bit
            at[bit.bit_length() - 1] = group
            if masks is once:
                for player in group:
                    once[player] |= bit
            else:
                for player in group:
                    note(player, bit)
        self.free = free
        return left_out

    def _take_over(self, group: Group, masks: Sequence[int]) -> bool:
        """Find a table whose group can go to a free one, both outside their players' masks."""
        barred = _united(masks, group)
        for table in self.random.sample(list(self.at), min(TRIALS, len(self.at))):
            if barred >> table & 1:
                continue
            other = self.at[table]
            here = 1 << table
            open_to = self.free & ~_united(masks, other)
            if open_to:
                bit = open_to & -open_to
                self.free ^= bit
                self.at[bit.bit_length() - 1] = other
                self.at[table] = group
                for player in other:
                    self.visits.forget(player, here)
                    self.visits.note(player, bit)
                for player in group:
                    self.visits.note(player, here)
                return True
        return False


def _all_united(masks: Sequence[int], groups: Sequence[Group]) -> list[int]:
    """The masks of the players of each group together; most groups are threes."""
    if groups and len(groups[0]) == 3:
        return [masks[a] | masks[b] | masks[c] for a, b, c in groups]
    return [_united(masks, group) for group in groups]


def _united(masks: Sequence[int], group: Group) -> int:
    result = 0
    for player in group:
        result |= masks[player]
    return result

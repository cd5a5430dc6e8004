"""Left-over boards made even with what the colouring cannot know: earlier rounds, and rematches.

Owns the search over the orders of each table on its left-over boards; whole blocks are not touched.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from random import Random

from engine.movements.bag import Bag
from engine.movements.leftovers import Boards, exchanged
from engine.movements.schedule import Group, Schedule, pairs

Fault = int | tuple[int, int]
"""A player with uneven positions, or a pair with an uneven acting order."""

POSITION = 100
"""What one board of position imbalance beyond one costs, in squared leads in acting order."""

VISITS, MOST_VISITS = 60, 20_000
"""Visits for each table, and in all, at most."""


def even_out(
    schedule: Schedule,
    left: list[list[Boards]],
    lead: int,
    held: Sequence[Sequence[int]] | None,
    rematches: set[tuple[int, int]],
    random: Random,
) -> None:
    """Change orders in `left` until positions are within one and rematches balanced as found.

    `held` counts positions of earlier rounds. A table's boards make each acts-before relation of
    its first left-over board lead by `lead`; for `rematches`, pairs that meet again, leads should
    cancel. Does nothing when there is neither an earlier round nor a rematch.
    """
    if not lead:
        rematches = set()
    if not rematches and held is None:
        return
    search = _Search(schedule, left, lead, held, rematches)
    visits = min(MOST_VISITS, VISITS * len(search.tables))
    for visit in range(visits):
        if not search.faults:
            return
        search.visit(*search.pick(random), 30.0 * (1 - visit / (0.6 * visits)), random)


class _Search:
    """Counts of positions and leads under the current orders of all tables."""

    def __init__(
        self,
        schedule: Schedule,
        left: list[list[Boards]],
        lead: int,
        held: Sequence[Sequence[int]] | None,
        rematches: set[tuple[int, int]],
    ) -> None:
        self.left, self.lead, self.rematches = left, lead, rematches
        self.groups = schedule.rounds
        hands = max((len(boards[0]) for row in left for boards in row if boards), default=3)
        self.counts = (
            [[0] * hands for _ in range(schedule.players)]
            if held is None
            else [list(counts) for counts in held]
        )
        self.leads: dict[tuple[int, int], int] = {}
        self.tables = [
            (r, k) for r, row in enumerate(left) for k, boards in enumerate(row) if boards
        ]
        self.at: dict[Fault, list[tuple[int, int]]] = {}
        self.faults: Bag[Fault] = Bag()
        for r, k in self.tables:
            group = self.groups[r][k]
            self._add(group, left[r][k], 1)
            for place in self._places(group):
                self.at.setdefault(place, []).append((r, k))
        for place in self.at:
            self.faults.put(place, present=self._fault(place) > 0)

    def pick(self, random: Random) -> tuple[int, int]:
        """A table at which a faulty player sits or a faulty pair meets."""
        return random.choice(self.at[self.faults.pick(random)])

    def visit(self, r: int, k: int, heat: float, random: Random) -> None:
        """Give one table another order: a cheap one, the cheaper the less heat."""
        group, old = self.groups[r][k], self.left[r][k]
        places = self._places(group)
        self._add(group, old, -1)
        options = []
        for order in permutations(old[0]):
            new = exchanged(old, order)
            self._add(group, new, 1)
            options.append((sum(map(self._fault, places)), new))
            self._add(group, new, -1)
        least = min(cost for cost, _ in options)
        weights = [
            math.exp((least - cost) / heat) if heat > 0.1 else cost == least for cost, _ in options
        ]
        self.left[r][k] = random.choices(options, weights)[0][1]
        self._add(group, self.left[r][k], 1)
        for place in places:
            self.faults.put(place, present=self._fault(place) > 0)

    def _add(self, group: Group, boards: Boards, times: int) -> None:
        for board in boards:
            for position, player in enumerate(board):
                self.counts[player][position] += times
        if self.rematches:
            first = boards[0]
            for a, b in zip(first, first[1:] + first[:1], strict=True):
                pair, sign = ((a, b), 1) if a < b else ((b, a), -1)
                if pair in self.rematches:
                    self.leads[pair] = self.leads.get(pair, 0) + times * sign * self.lead

    def _places(self, group: Group) -> list[Fault]:
        """Where a table can be at fault: its players and its rematches."""
        rematches = [pair for pair in pairs((group,)) if pair in self.rematches]
        return [*group, *rematches]

    def _fault(self, place: Fault) -> int:
        """Positions of a player beyond one apart; a lead of a pair beyond that of one meeting."""
        if isinstance(place, int):
            counts = self.counts[place]
            return POSITION * max(0, max(counts) - min(counts) - 1)
        lead = abs(self.leads.get(place, 0))
        return lead * lead if lead > abs(self.lead) else 0

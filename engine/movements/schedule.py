"""Who meets whom: rounds of groups and byes, before tables, seats and positions are given.

Owns the value that the constructions hand on; never knows a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """`rounds[r]` are the groups of round r, `byes[r]` those without a table.

    `ordered` says that the order inside each group is part of the design and balances comparisons
    when it is used as the order of positions; `once` that nobody meets anybody twice.
    """

    players: int
    rounds: tuple[tuple[Group, ...], ...]
    byes: tuple[Group, ...]
    construction: str
    ordered: bool = False
    once: bool = False

    def relabelled(self, names: Sequence[int]) -> Schedule:
        """The same schedule with player i called `names[i]`."""
        name = names.__getitem__
        return replace(
            self,
            rounds=tuple(
                tuple([tuple(map(name, group)) for group in groups]) for groups in self.rounds
            ),
            byes=tuple(tuple(sorted(names[p] for p in byes)) for byes in self.byes),
        )


def pairs(groups: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Every two who sit in one group, the smaller number first."""
    for group in groups:
        for a, b in combinations(group, 2):
            yield (a, b) if a < b else (b, a)


def rematches_of(schedule: Schedule) -> set[tuple[int, int]]:
    """Every two who meet more than once in a schedule; none where its design says so."""
    return set() if schedule.once else set(rematches(schedule.players, schedule.rounds))


def rematches(
    players: int, rounds: Iterable[Iterable[Sequence[int]]]
) -> dict[tuple[int, int], int]:
    """Every two who meet more than once, the smaller number first, and how often they do."""
    companies: list[list[int]] = [[] for _ in range(players)]
    for groups in rounds:
        for group in groups:
            for player in group:
                companies[player] += group
    found = {}
    for player, company in enumerate(companies):
        others = len(company) - company.count(player)
        if others > len(set(company)) - 1:
            times = Counter(company)
            found.update({(player, p): n for p, n in times.items() if p > player and n > 1})
    return found

"""Who meets whom: rounds of groups and byes, before tables, seats and positions are given.

Owns the value that the constructions hand on; never knows a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """`rounds[r]` are the groups of round r, `byes[r]` those without a table.

    `ordered` says that the order inside each group is part of the design and balances comparisons
    when it is used as the order of positions.
    """

    players: int
    rounds: tuple[tuple[Group, ...], ...]
    byes: tuple[Group, ...]
    construction: str
    ordered: bool = False

    def relabelled(self, names: Sequence[int]) -> Schedule:
        """The same schedule with player i called `names[i]`."""
        return Schedule(
            self.players,
            tuple(
                tuple(tuple(names[p] for p in group) for group in groups) for groups in self.rounds
            ),
            tuple(tuple(sorted(names[p] for p in byes)) for byes in self.byes),
            self.construction,
            self.ordered,
        )


def pairs(groups: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Every two who sit in one group, the smaller number first."""
    for group in groups:
        for a, b in combinations(group, 2):
            yield (a, b) if a < b else (b, a)


def has_rematches(schedule: Schedule) -> bool:
    """Whether any two meet more than once."""
    met = [pair for groups in schedule.rounds for pair in pairs(groups)]
    return len(met) > len(set(met))

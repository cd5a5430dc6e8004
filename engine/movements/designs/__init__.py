"""Designs of 3m players in which nobody meets anybody twice, and the choice among them.

Owns the list of constructions; each construction has its own module and knows no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.movements.designs.affine import affine, affine_rounds
from engine.movements.designs.cyclic import Rounds, cyclic, cyclic_rounds
from engine.movements.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Construction:
    """`possible(n)` rounds can be built for n players by `build(n, rounds)`."""

    name: str
    possible: Callable[[int], int]
    build: Callable[[int, int], Rounds]
    ordered: bool = False


CONSTRUCTIONS = (
    Construction("cyclic rows", cyclic_rounds, cyclic),
    Construction("lines of an affine space", affine_rounds, affine, ordered=True),
)


def known_rounds(players: int) -> int:
    """The most rounds without a repeat that a construction has for n = 3m players."""
    return max((one.possible(players) for one in CONSTRUCTIONS), default=0)


def complete_design(players: int, rounds: int) -> Schedule:
    """`rounds` rounds by the first construction that has so many; at most `known_rounds`."""
    one = next(c for c in CONSTRUCTIONS if c.possible(players) >= rounds)
    built = one.build(players, rounds)
    return Schedule(
        players,
        tuple(tuple(groups) for groups in built),
        ((),) * rounds,
        one.name,
        one.ordered and rounds == one.possible(players),
    )

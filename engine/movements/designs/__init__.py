"""Designs of 3m players in which nobody meets anybody twice, and the choice among them.

Owns the list of constructions; each construction has its own module and knows no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine.movements.designs.affine import affine, affine_rounds
from engine.movements.designs.cyclic import Rounds, cyclic, cyclic_rounds
from engine.movements.designs.kirkman import (
    doubled_field,
    doubled_field_rounds,
    tripled_field,
    tripled_field_rounds,
)
from engine.movements.designs.recursive import best_weight, thirds, thirds_rounds, weighted
from engine.movements.designs.starters import starter, starter_rounds
from engine.movements.designs.transversal import transversal, transversal_rounds
from engine.movements.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Construction:
    """`possible(n)` rounds can be built for n players by `build(n, rounds)`."""

    name: str
    possible: Callable[[int], int]
    build: Callable[[int, int], Rounds]
    ordered: bool = False


@cache
def known_rounds(players: int) -> int:
    """The most rounds without a repeat that a construction has for n = 3m players."""
    return max((one.possible(players) for one in CONSTRUCTIONS), default=0)


def _construction(players: int, rounds: int) -> Construction:
    return next(one for one in CONSTRUCTIONS if one.possible(players) >= rounds)


def _build(players: int, rounds: int) -> Rounds:
    return _construction(players, rounds).build(players, rounds)


def complete_design(players: int, rounds: int) -> Schedule:
    """`rounds` rounds by the first construction that has so many; at most `known_rounds`."""
    one = _construction(players, rounds)
    return Schedule(
        players,
        tuple(tuple(groups) for groups in one.build(players, rounds)),
        ((),) * rounds,
        one.name,
        one.ordered and rounds == one.possible(players),
        once=True,
    )


def _weighted(players: int, rounds: int) -> Rounds:
    _, base = best_weight(players, known_rounds)
    return weighted(players, rounds, base, known_rounds, _build)


CONSTRUCTIONS: tuple[Construction, ...] = (
    Construction("cyclic rows", cyclic_rounds, cyclic),
    Construction(
        "transversal design",
        lambda n: 0 if n % 3 or n < 9 else transversal_rounds(n // 3),
        lambda n, rounds: transversal(n // 3, rounds),
    ),
    Construction("lines of an affine space", affine_rounds, affine, ordered=True),
    Construction("starter class", starter_rounds, starter),
    Construction("Kirkman system on three fields", tripled_field_rounds, tripled_field),
    Construction("Kirkman system on two fields", doubled_field_rounds, doubled_field),
    Construction(
        "three thirds",
        lambda n: thirds_rounds(n, known_rounds),
        lambda n, rounds: thirds(n, rounds, _build),
    ),
    Construction("weighted design", lambda n: best_weight(n, known_rounds)[0], _weighted),
)

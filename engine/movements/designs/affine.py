"""All lines of the affine space AG(k, 3), by parallel class: n = 3^k players.

Owns this complete design and the order inside each triple that balances all comparisons.
"""

from __future__ import annotations

from engine.movements.designs.cyclic import Rounds
from engine.movements.galois import field, prime_power


def affine_rounds(players: int) -> int:
    """(n - 1) / 2 for n a power of three from 9 on, otherwise 0."""
    found = prime_power(players)
    return (players - 1) // 2 if found and found[0] == 3 and found[1] > 1 else 0


def affine(players: int, rounds: int) -> Rounds:
    """Round i: the lines {x, x + d, x + 2d} with direction d = g^i of GF(3^k).

    The triple is in order of f(x) = trace(c·x / d), trace(c) = 1. As d runs over all directions the
    kernel of f runs over all hyperplanes, so with all rounds and f as the position every two
    players hold the same position equally often.
    """
    space = field(players)
    c = next(value for value in space.power if space.trace(value) == 1)
    kernel = [y for y in range(players) if space.trace(y) == 0]
    result: Rounds = []
    for i in range(rounds):
        d = space.power[i]
        d2, factor = space.add(d, d), space.divide(d, c)
        starts = [space.multiply(factor, y) for y in kernel]
        result.append([(x, space.add(x, d), space.add(x, d2)) for x in starts])
    return result

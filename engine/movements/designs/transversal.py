"""Resolvable transversal designs TD(3, m): three groups of m, all pairs across, in rounds.

Owns the designs from cyclic groups, fields of characteristic two and their products.
"""

from __future__ import annotations

from engine.movements.designs.cyclic import Rounds, cyclic
from engine.movements.galois import field


def transversal_rounds(m: int) -> int:
    """m where two orthogonal squares come from a product of fields, m - 1 for m ≡ 2 (mod 4)."""
    if m == 1:
        return 1
    return m - 1 if m % 4 == 2 else m


def transversal(m: int, rounds: int) -> Rounds:
    """Rounds r of {x, m + (x + r), 2m + (x + λr)}: λ = 2 for the odd part, g in GF(2^k).

    Any two groups meet completely because r, λr and (λ - 1)r are each a permutation of r.
    """
    if m % 4 == 2:
        return cyclic(3 * m, rounds)
    power = m & -m
    odd = m // power
    if power == 1:
        return [
            [(x, m + (x + r) % m, 2 * m + (x + 2 * r) % m) for x in range(m)] for r in range(rounds)
        ]
    space = field(power)
    result: Rounds = []
    for r in range(rounds):
        low, high = r % odd, r // odd
        scaled = space.multiply(space.power[1], high)
        result.append(
            [
                (
                    x + odd * y,
                    m + (x + low) % odd + odd * space.add(y, high),
                    2 * m + (x + 2 * low) % odd + odd * space.add(y, scaled),
                )
                for y in range(power)
                for x in range(odd)
            ]
        )
    return result

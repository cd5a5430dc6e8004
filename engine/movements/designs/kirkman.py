"""Kirkman triple systems from finite fields: n = 3q and n = 2q + 1 for q = 6s + 1.

Owns the two direct constructions; both are complete, everybody meets everybody exactly once.
"""

from __future__ import annotations

from engine.movements.designs.cyclic import Rounds, Triple
from engine.movements.galois import Field, field, prime_power


def _fits(q: int) -> bool:
    return q % 6 == 1 and prime_power(q) is not None


def tripled_field_rounds(players: int) -> int:
    """(n - 1) / 2 when n = 3q with q = 6s + 1 a prime power, otherwise 0."""
    return (players - 1) // 2 if players % 3 == 0 and _fits(players // 3) else 0


def tripled_field(players: int, rounds: int) -> Rounds:
    """Rounds of KTS(3q) on GF(q) × {0, 1, 2}: q translates of one class, then 3s classes of orbits.

    Source: Ray-Chaudhuri and Wilson 1971.
    """
    q = players // 3
    space = field(q)
    s = q // 6

    def mixed(i: int, c: int = 0) -> Triple:
        x, y, z = (space.add(space.power[(i + 2 * s * k) % (q - 1)], c) for k in range(3))
        return x, q + y, 2 * q + z

    pure = [
        tuple(space.power[i + 2 * s * k] + j * q for k in range(3))
        for i in range(s)
        for j in range(3)
    ]
    base: list[tuple[int, ...]] = [(0, q, 2 * q), *pure]
    base += [mixed(i) for i in range(6 * s) if i // s % 2]
    result = [_translate(base, c, space, q) for c in range(min(rounds, q))]
    for i in [i for i in range(6 * s) if i // s % 2 == 0][: max(0, rounds - q)]:
        result.append([mixed(i, c) for c in range(q)])
    return result


def doubled_field_rounds(players: int) -> int:
    """q when n = 2q + 1 with q = 6s + 1 a prime power, otherwise 0."""
    return players // 2 if players % 6 == 3 and _fits(players // 2) else 0


def doubled_field(players: int, rounds: int) -> Rounds:
    """Translates of one class on GF(q) × {0, 1} and a fixed point (the last player).

    With 2·g^u = g^s + 1: {∞, 0₀, 0₁}; {g^i₀, g^(i+s)₀, g^(i+u)₁} for ⌊i/s⌋ even; and
    {g^(i+u+s)₁, g^(i+u+3s)₁, g^(i+u+5s)₁} for i < s. Source: Ray-Chaudhuri and Wilson 1971.
    """
    q = players // 2
    space = field(q)
    s = q // 6
    u = space.log[space.divide(space.add(space.power[s], 1), space.add(1, 1))]

    def point(exponent: int, level: int) -> int:
        return space.power[exponent % (q - 1)] + level * q

    base: list[tuple[int, ...]] = [(2 * q, 0, q)]
    base += [
        (point(i, 0), point(i + s, 0), point(i + u, 1)) for i in range(6 * s) if i // s % 2 == 0
    ]
    base += [
        (point(i + u + s, 1), point(i + u + 3 * s, 1), point(i + u + 5 * s, 1)) for i in range(s)
    ]
    return [_translate(base, c, space, q) for c in range(rounds)]


def _translate(base: list[tuple[int, ...]], c: int, space: Field, q: int) -> list[Triple]:
    """The class moved by c inside each level of q; in KTS(2q + 1) the last player stays."""
    fixed = 2 * q if len(base) * 3 == 2 * q + 1 else None
    moved = [p if p == fixed else space.add(p % q, c) + p // q * q for g in base for p in g]
    return [(moved[i], moved[i + 1], moved[i + 2]) for i in range(0, len(moved), 3)]

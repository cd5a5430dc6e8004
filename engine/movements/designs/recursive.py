"""Large designs from smaller ones: three thirds, and a design with every point weighted.

Owns the two products; which smaller design is used is decided by the caller's functions.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.movements.designs.cyclic import Rounds
from engine.movements.designs.transversal import transversal, transversal_rounds

Known = Callable[[int], int]
Build = Callable[[int, int], Rounds]


def thirds_rounds(players: int, known: Known) -> int:
    """Rounds of n = 3N: a transversal design, then the design on N inside each third."""
    third, rest = divmod(players, 3)
    if rest or third % 3 or third < 9:
        return 0
    return transversal_rounds(third) + known(third)


def thirds(players: int, rounds: int, build: Build) -> Rounds:
    """The rounds that `thirds_rounds` counts."""
    third = players // 3
    across = transversal_rounds(third)
    result = transversal(third, min(rounds, across))
    for groups in build(third, rounds - across) if rounds > across else []:
        result.append(
            [(a + third * k, b + third * k, c + third * k) for k in range(3) for a, b, c in groups]
        )
    return result


def best_weight(players: int, known: Known) -> tuple[int, int]:
    """(rounds, base): the number of rounds of the best weighted design, and its base design."""
    best = (0, 0)
    for base in range(9, players // 2 + 1, 3):
        m, rest = divmod(players, base)
        if rest == 0 and known(base) > 1:
            best = max(best, ((known(base) - 1) * transversal_rounds(m) + known(3 * m), base))
    return best


def weighted(players: int, rounds: int, base: int, known: Known, build: Build) -> Rounds:
    """Each point of the base design becomes m points: point p is m·p … m·p + m - 1.

    Each class but the last gives as many rounds as TD(3, m) has; the groups of the last class, of
    3m points each, are filled with the design on 3m.
    """
    m = players // base
    classes = build(base, known(base))
    across = transversal(m, transversal_rounds(m))
    result: Rounds = []
    for groups in classes[:-1]:
        for pattern in across:
            if len(result) == rounds:
                return result
            result.append(
                [
                    (group[0] * m + x, group[1] * m + y - m, group[2] * m + z - 2 * m)
                    for group in groups
                    for x, y, z in pattern
                ]
            )
    inside = build(3 * m, rounds - len(result)) if rounds > len(result) else []
    for pattern in inside:
        result.append(
            [
                tuple(group[p // m] * m + p % m for p in triple)  # type: ignore[misc]
                for group in classes[-1]
                for triple in pattern
            ]
        )
    return result

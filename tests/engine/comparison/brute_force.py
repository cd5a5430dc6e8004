"""Comparison by brute force: every result against every other, sharing no code with the product.

A result is a list of (points, weight); a plain one is [(points, 1)]. Everything is a Fraction.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

Outcomes = Sequence[tuple[int, int | Fraction]]
"""A result: its points and their weights."""


def half_octave(limit: int = 5000) -> list[int]:
    """The scale as its list: each later number fills half an octave."""
    scale = [0, 1, 2, 3]
    octave = 2
    while len(scale) <= limit:
        half = 2 ** (octave - 1)
        scale += [2 * octave] * half + [2 * octave + 1] * half
        octave += 1
    return scale


HALF_OCTAVE = half_octave()
WBF_UPPER_ENDS = [
    10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990,
    2240, 2490, 2990, 3490, 3990,
]  # fmt: skip


def imp(difference: int) -> int:
    return int(math.copysign(HALF_OCTAVE[abs(difference)], difference))


def wbf(difference: int) -> int:
    size = 10 * abs(difference)
    score = next((n for n, end in enumerate(WBF_UPPER_ENDS) if size <= end), 24)
    return score if difference > 0 else -score


def capped(difference: int, cap: int = 12) -> int:
    return sorted((-cap, difference, cap))[1]


def against_all(results: Sequence[Outcomes], worth: Callable[[int, int], int]) -> list[Fraction]:
    """For each result, the sum of `worth(own points, other's points)` over all other results."""
    sums = []
    for me, mine in enumerate(results):
        total = Fraction(0)
        for other, theirs in enumerate(results):
            if other != me:
                for x, p in mine:
                    for y, q in theirs:
                        total += Fraction(p) * Fraction(q) * worth(x, y)
        sums.append(total)
    return sums


def matchpoints(results: Sequence[Outcomes], expected: int | None = None) -> list[Fraction]:
    raw = against_all(results, lambda x, y: 2 if x > y else int(x == y))
    size, full = len(results), expected or len(results)
    return [Fraction(full, size) * (score + 1) - 1 for score in raw]


def cross(results: Sequence[Outcomes], scale: Callable[[int], int] = imp) -> list[Fraction]:
    others = max(1, len(results) - 1)
    return [score / others for score in against_all(results, lambda x, y: scale(x - y))]


def datum(points: Sequence[int], share: Fraction = Fraction(1, 20)) -> int:
    """The datum of plain results."""
    size = len(points)
    drop = min(math.ceil(share * size), (size - 1) // 2)
    kept = sorted(points)[drop : size - drop]
    mean = Fraction(sum(kept), len(kept))
    nearest = math.floor(abs(mean) + Fraction(1, 2))
    return nearest if mean >= 0 else -nearest


def place_points(points: Sequence[int], places: Sequence[int]) -> list[Fraction]:
    """Points of the places, shared by equal results; plain results only."""
    order = sorted(points, reverse=True)
    listed = [*places, *[0] * len(points)]
    return [
        Fraction(sum(listed[i] for i, y in enumerate(order) if y == x), order.count(x))
        for x in points
    ]


def percentage_of_fouled(points: Sequence[int]) -> list[Fraction]:
    """The percentages of a small sub-field that played other hands."""
    scores = against_all([[(x, 1)] for x in points], lambda x, y: 2 if x > y else int(x == y))
    return [60 + 5 * (score - (len(points) - 1)) for score in scores]

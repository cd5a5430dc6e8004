"""Matchpoints, with Neuberg's correction for results that are missing; and board-a-match.

Owns these two formulas (duplicate.md 5: MP = 2 × lower + equal, top 2(N − 1)).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from engine.comparison.field import Field, Weight
from engine.comparison.method import Method, register


def neuberg(matchpoints: Weight, size: Weight, expected: Weight) -> Fraction:
    """What `matchpoints` among `size` results are worth in a field of `expected`.

    (N/n)(MP + 1) − 1: every result stands for N/n equal ones.
    """
    return Fraction(expected) / Fraction(size) * (Fraction(matchpoints) + 1) - 1


@register
@dataclass(frozen=True, slots=True)
class Matchpoints(Method):
    """Two for every lower result and one for every equal one; the sum of a field is N(N − 1)."""

    name: ClassVar[str] = "matchpoints"
    version: ClassVar[int] = 1
    has_top: ClassVar[bool] = True

    def scores(self, field: Field) -> dict[int, Fraction]:
        """Matchpoints among the expected number of results: `neuberg` of `Field.matchpoints`.

        Written in whole numbers, with one fraction at the end, because every result recounts it.
        """
        full, parts = field.expected.numerator, field.expected.denominator
        whole = parts * field.mass
        return {
            value: Fraction(full * (2 * lower + weight) - whole, whole)
            for value, weight, lower in zip(field.values, field.weights, field.lower, strict=True)
        }

    def top(self, size: Weight) -> Fraction:
        """2(N − 1)."""
        return 2 * (Fraction(size) - 1) if size > 1 else Fraction(0)


@register
@dataclass(frozen=True, slots=True)
class BoardAMatch(Method):
    """Two for a won, one for a halved, none for a lost board against each other result."""

    name: ClassVar[str] = "board-a-match"
    version: ClassVar[int] = 1
    has_top: ClassVar[bool] = True

    def scores(self, field: Field) -> dict[int, Fraction]:
        """The sum over the results that exist; nothing is added for missing ones."""
        return field.matchpoints()

    def top(self, size: Weight) -> Fraction:
        """2(N − 1)."""
        return 2 * (Fraction(size) - 1) if size > 1 else Fraction(0)

"""Methods that hardly compare: rank points by place in the field, and total points.

Owns these two, for events that want them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, ClassVar

from engine.comparison.field import Field, Tally, Weight
from engine.comparison.matchpoints import neuberg
from engine.comparison.method import Method, register
from engine.errors import ComparisonError


@register
@dataclass(frozen=True, slots=True)
class TotalPoints(Method):
    """The points themselves."""

    name: ClassVar[str] = "total"
    version: ClassVar[int] = 1
    has_top: ClassVar[bool] = False

    def table(
        self, tally: Tally, expected: int | None = None, *, fouled: bool = False
    ) -> dict[int, Fraction]:
        """As for every method; a fouled sub-field needs no rule where nothing is compared."""
        return Method.table(self, tally, expected)

    def scores(self, field: Field) -> dict[int, Fraction]:
        """Each value is its own score."""
        return {value: Fraction(value) for value in field.values}

    def top(self, size: Weight) -> None:
        """A signed method has no top."""


@register
@dataclass(frozen=True, slots=True)
class RankPoints(Method):
    """Points for the place in the field; equal results share those of the places they cover.

    Place p of N brings N − p, unless `places` lists the points of place 1, 2, …, with 0 for all
    further ones. When results are missing, every result covers N/n places.
    """

    name: ClassVar[str] = "rank"
    version: ClassVar[int] = 1
    has_top: ClassVar[bool] = True
    places: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        places = self.places
        listed = tuple(places) if isinstance(places, Iterable) else (None,)
        falling = all(type(point) is int and point >= 0 for point in listed)
        if not falling or list(listed) != sorted(listed, reverse=True):
            raise ComparisonError("bad_option", option="places", value=places)
        object.__setattr__(self, "places", listed)

    def scores(self, field: Field) -> dict[int, Fraction]:
        """The mean points of the places that the results of each value cover."""
        if not self.places:
            return {
                value: neuberg(score, field.size, field.expected) / 2
                for value, score in field.matchpoints().items()
            }
        points, sums = self.places, (0, *accumulate(self.places))

        def sum_down_to(place: Fraction) -> Fraction:
            whole = min(int(place), len(points))
            part = (place - whole) * points[whole] if whole < len(points) else Fraction(0)
            return sums[whole] + part

        stretch = field.expected / (field.mass or 1)
        scores = {}
        for value, weight, lower in zip(field.values, field.weights, field.lower, strict=True):
            higher = field.mass - lower - weight
            first, last = stretch * higher, stretch * (higher + weight)
            scores[value] = (sum_down_to(last) - sum_down_to(first)) / (last - first)
        return scores

    def top(self, size: Weight) -> Fraction:
        """The points of place 1."""
        if self.places:
            return Fraction(self.places[0])
        return Fraction(size) - 1 if size > 1 else Fraction(0)

    def options(self) -> dict[str, Any]:
        """The list of places."""
        return {"places": list(self.places)}

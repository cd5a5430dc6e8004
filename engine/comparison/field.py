"""A field: how often each points value occurs among the results that are compared.

Owns the checked and sorted form that every method computes on; weights are exact, since a ruling
may split one result over several values. Never knows who scored what.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from engine.errors import ComparisonError

Weight = int | Fraction
Tally = Mapping[int, Weight]
"""Points value → weight; one unsplit result has weight 1."""


def tally(points: Iterable[int]) -> dict[int, int]:
    """The tally of unsplit results."""
    return dict(Counter(points))


@dataclass(frozen=True, slots=True)
class Field:
    """A tally in ascending order; `weights[i] / unit` is the weight of `values[i]`.

    `expected` is how many results the field would have had, had nothing gone wrong.
    """

    values: tuple[int, ...]
    weights: tuple[int, ...]
    unit: int
    expected: Fraction

    @classmethod
    def of(cls, tally: Tally, expected: Weight | None = None) -> Field:
        """A field from its tally; without `expected`, it is complete.

        Values of weight 0 are left out. Raises `ComparisonError` (`bad_points`, `bad_weight`,
        `more_results_than_expected`).
        """
        for value, weight in tally.items():
            if type(value) is not int:
                raise ComparisonError("bad_points", value=value)
            if type(weight) not in (int, Fraction) or weight < 0:
                raise ComparisonError("bad_weight", value=value, weight=weight)
        values = tuple(sorted(value for value, weight in tally.items() if weight))
        weights = [tally[value] for value in values]
        unit = math.lcm(*(weight.denominator for weight in weights))
        whole = tuple(weight.numerator * (unit // weight.denominator) for weight in weights)
        size = Fraction(sum(whole), unit)
        if expected is not None and expected < size:
            raise ComparisonError("more_results_than_expected", size=size, expected=expected)
        return cls(values, whole, unit, size if expected is None else Fraction(expected))

    @property
    def mass(self) -> int:
        """The sum of `weights`."""
        return sum(self.weights)

    @property
    def size(self) -> Fraction:
        """How many results there are."""
        return Fraction(self.mass, self.unit)

    @property
    def lower(self) -> tuple[int, ...]:
        """For each value the sum of the `weights` of all lower values."""
        return tuple(accumulate(self.weights, initial=0))[:-1]

    def matchpoints(self) -> dict[int, Fraction]:
        """2 for each lower and 1 for each equal result of the field, not counting itself.

        Among split weights this is still exact: the parts of one ruled result, compared with
        each other, cancel out when they are weighted and added.
        """
        unit = self.unit
        return {
            value: Fraction(2 * lower + weight - unit, unit)
            for value, weight, lower in zip(self.values, self.weights, self.lower, strict=True)
        }

"""Butler: the difference to a datum, which is the trimmed mean of the field.

Owns the trimming and the rounding of the datum (duplicate.md 5).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from engine.comparison.field import Field, Weight
from engine.comparison.method import Method, register
from engine.comparison.rounding import to_integer
from engine.comparison.scales import scale_of
from engine.errors import ComparisonError


@register
@dataclass(frozen=True, slots=True)
class Datum(Method):
    """The scaled difference between a result and the datum of its field.

    `trim` is the share of the results dropped at each end, rounded up, but never so many that
    nothing is left; it may be given as text ("1/20"). The scores of a field need not sum to 0.
    """

    name: ClassVar[str] = "datum"
    version: ClassVar[int] = 1
    has_top: ClassVar[bool] = False
    trim: Fraction | str = Fraction(1, 20)
    scale_name: str = "half-octave-1"

    def __post_init__(self) -> None:
        try:
            share = Fraction(self.trim)
        except (ValueError, TypeError, ZeroDivisionError):
            share = Fraction(-1)
        if not 0 <= share <= Fraction(1, 2):
            raise ComparisonError("bad_option", option="trim", value=self.trim)
        object.__setattr__(self, "trim", share)
        scale_of(self.scale_name)

    def datum(self, field: Field) -> int:
        """The mean of what trimming leaves, rounded half away from zero.

        Raises `ComparisonError` (`empty_field`).
        """
        if not field.values:
            raise ComparisonError("empty_field")
        size = field.size
        dropped = min(math.ceil(size * Fraction(self.trim)), max(0, math.floor((size - 1) / 2)))
        first, last = dropped * field.unit, field.mass - dropped * field.unit
        kept = 0
        for value, weight, lower in zip(field.values, field.weights, field.lower, strict=True):
            kept += value * max(0, min(last, lower + weight) - max(first, lower))
        return to_integer(Fraction(kept, last - first))

    def scores(self, field: Field) -> dict[int, Fraction]:
        """Scores of whole numbers."""
        if not field.values:
            return {}
        datum, scale = self.datum(field), scale_of(self.scale_name)
        return {value: Fraction(scale(value - datum)) for value in field.values}

    def top(self, size: Weight) -> None:
        """A signed method has no top."""

    def options(self) -> dict[str, Any]:
        """Trimming as text, and the scale."""
        return {"trim": str(self.trim), "scale_name": self.scale_name}

"""Methods that add up scaled differences: cross-difference, cross-IMP and the capped difference.

Owns Σ scale(x − x_j) / (N − 1) (duplicate.md 5). The scores of a field sum to 0. They are means,
so results that are missing need no correction.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from engine.comparison.field import Field, Weight
from engine.comparison.method import Method, register
from engine.comparison.scales import Cap, HalfOctave, Scale, WbfTable


class ScaledDifferences(Method):
    """The mean, over all other results, of the scaled difference to them."""

    has_top: ClassVar[bool] = False

    @property
    @abstractmethod
    def scale(self) -> Scale:
        """What a difference is worth."""

    def scores(self, field: Field) -> dict[int, Fraction]:
        """0 for the only result of a field."""
        others = field.mass - field.unit
        if others <= 0:
            return dict.fromkeys(field.values, Fraction(0))
        scale = self.scale
        weighted = tuple(zip(field.values, field.weights, strict=True))
        return {
            value: Fraction(
                sum(weight * scale(value - other) for other, weight in weighted), others
            )
            for value in field.values
        }

    def top(self, size: Weight) -> None:
        """A signed method has no top."""


@register
@dataclass(frozen=True, slots=True)
class CrossDifference(ScaledDifferences):
    """Differences on the half-octave scale, which grows slowly so that one board cannot decide."""

    name: ClassVar[str] = "cross"
    version: ClassVar[int] = 1

    @property
    def scale(self) -> Scale:
        """The half-octave scale."""
        return HalfOctave()


@register
@dataclass(frozen=True, slots=True)
class CrossImp(ScaledDifferences):
    """Differences on the IMP table of bridge; a point counts as `unit` bridge points."""

    name: ClassVar[str] = "cross-imp"
    version: ClassVar[int] = 1
    unit: int = 10

    def __post_init__(self) -> None:
        WbfTable(self.unit)

    @property
    def scale(self) -> Scale:
        """The WBF table."""
        return WbfTable(self.unit)

    def options(self) -> dict[str, Any]:
        """The unit."""
        return {"unit": self.unit}


@register
@dataclass(frozen=True, slots=True)
class CappedDifference(ScaledDifferences):
    """Plain differences, of which one comparison brings at most `cap`.

    A field of two teams' sums scores min(cap, |difference|) to the better, the negative to the
    other.
    """

    name: ClassVar[str] = "capped"
    version: ClassVar[int] = 1
    cap: int = 12

    def __post_init__(self) -> None:
        Cap(self.cap)

    @property
    def scale(self) -> Scale:
        """The capped scale."""
        return Cap(self.cap)

    def options(self) -> dict[str, Any]:
        """The cap."""
        return {"cap": self.cap}

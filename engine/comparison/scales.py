"""Scales: what a difference in points is worth to a method that compares results one by one.

Owns the versioned scales. Every scale is odd: what one side wins, the other loses.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Protocol

from engine.errors import ComparisonError


class Scale(Protocol):
    """A function from a difference in points to a score, with a stable name."""

    @property
    def name(self) -> str:
        """The name with its version."""

    def __call__(self, difference: int) -> int:
        """The score of a difference; negative for a negative one."""


@dataclass(frozen=True, slots=True)
class HalfOctave:
    """0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, …: one more for each half octave of the difference.

    IMP(d) = 2k + bit (k − 1) of d, with k = ⌊log2 d⌋, from d = 2 (duplicate.md 5).
    """

    name: str = "half-octave-1"

    def __call__(self, difference: int) -> int:
        """See `Scale`."""
        size = abs(difference)
        if size < 2:
            return difference
        octave = size.bit_length() - 1
        score = 2 * octave + (size >> (octave - 1) & 1)
        return score if difference > 0 else -score


WBF_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference of 1, 2, …, 24 IMP (Laws of Duplicate Bridge, law 78B)."""


@dataclass(frozen=True, slots=True)
class WbfTable:
    """The IMP table of bridge, with one point counting as `unit` of its units.

    Bridge scores are multiples of ten, hence ten is the natural unit.
    """

    unit: int = 10
    name: str = "wbf-imp-1"

    def __post_init__(self) -> None:
        _check_positive("unit", self.unit)

    def __call__(self, difference: int) -> int:
        """See `Scale`."""
        score = bisect_right(WBF_STEPS, abs(difference) * self.unit)
        return score if difference > 0 else -score


@dataclass(frozen=True, slots=True)
class Cap:
    """The difference itself, up to `cap` either way."""

    cap: int = 12
    name: str = "cap-1"

    def __post_init__(self) -> None:
        _check_positive("cap", self.cap)

    def __call__(self, difference: int) -> int:
        """See `Scale`."""
        return max(-self.cap, min(self.cap, difference))


def _check_positive(option: str, value: object) -> None:
    if type(value) is not int or value < 1:
        raise ComparisonError("bad_option", option=option, value=value)


SCALES: dict[str, Scale] = {scale.name: scale for scale in (HalfOctave(), WbfTable(), Cap())}


def scale_of(name: str) -> Scale:
    """The scale of that name with its usual parameters. Raises `ComparisonError` (`bad_option`)."""
    if name not in SCALES:
        raise ComparisonError("bad_option", option="scale", value=name)
    return SCALES[name]

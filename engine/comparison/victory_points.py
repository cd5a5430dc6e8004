"""Victory points: 20 shared by two teams according to the margin of their match.

Owns the continuous scale (duplicate.md 5) as a table of hundredths, with the pass that makes it
concave. The formula is evaluated with `decimal`, so every machine gets the same table.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from engine.comparison.field import Weight
from engine.comparison.rounding import to_integer
from engine.errors import ComparisonError

VERSION = "victory-points-1"
FACTOR = 12
"""The margin that brings 20 : 0 is FACTOR × √boards."""
WBF_FACTOR = 15
"""The factor of the World Bridge Federation."""
DRAW, MOST = 1000, 2000
"""Hundredths of a victory point for a margin of 0, and for the largest."""


@dataclass(frozen=True, slots=True)
class VictoryPointScale:
    """The winner's hundredths by margin: from 1000 for 0 to the first margin that brings 2000."""

    boards: int
    factor: int
    hundredths: tuple[int, ...]
    version: str = VERSION

    def of(self, margin: Weight) -> Fraction:
        """The victory points of the team that won by `margin`; negative if it lost.

        Rulings can make the margin a fraction; it is rounded first, halves away from zero.
        """
        whole = to_integer(margin)
        winner = self.hundredths[min(abs(whole), len(self.hundredths) - 1)]
        return Fraction(winner if whole >= 0 else MOST - winner, 100)

    def to_data(self) -> dict[str, Any]:
        """The whole table, for JSON, so that a stored one can never change."""
        return {
            "version": self.version,
            "boards": self.boards,
            "factor": self.factor,
            "hundredths": list(self.hundredths),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> VictoryPointScale:
        """Read what `to_data` wrote."""
        return cls(data["boards"], data["factor"], tuple(data["hundredths"]), data["version"])


@lru_cache(maxsize=256)
def victory_point_scale(boards: int, factor: int = FACTOR) -> VictoryPointScale:
    """The scale for a match of `boards` boards. Raises `ComparisonError` (`bad_option`)."""
    for option, value in (("boards", boards), ("factor", factor)):
        if type(value) is not int or not 1 <= value <= 1000:
            raise ComparisonError("bad_option", option=option, value=value)
    return VictoryPointScale(boards, factor, concave(rounded_formula(boards, factor)))


def rounded_formula(boards: int, factor: int) -> tuple[int, ...]:
    """10 + 10(1 − τ^(3M/X))/(1 − τ³) in hundredths for M = 0, 1, …, until it reaches 20.

    X = factor × √boards, τ = (√5 − 1)/2; rounded half up.
    """
    with localcontext() as context:
        context.prec = 50
        tau = (Decimal(5).sqrt() - 1) / 2
        largest = factor * Decimal(boards).sqrt()
        hundredths = [DRAW]
        while hundredths[-1] < MOST:
            margin = len(hundredths)
            share = (1 - tau ** (3 * margin / largest)) / (1 - tau**3)
            exact = DRAW + (MOST - DRAW) * min(share, Decimal(1))
            hundredths.append(int(exact.to_integral_value(ROUND_HALF_UP)))
    return tuple(hundredths)


def concave(hundredths: tuple[int, ...]) -> tuple[int, ...]:
    """The same steps, largest first, so that no IMP gains more than the one before.

    The ends stay and nothing gets smaller. Since the unrounded steps fall already, a value moves
    by one hundredth at most in matches of up to 54 boards (factor 12).
    """
    steps = sorted((after - before for before, after in pairwise(hundredths)), reverse=True)
    return tuple(accumulate(steps, initial=hundredths[0]))

"""Totals: sums of scores with what was available, over boards, sessions and stages.

Owns addition, carry-over, and the two means that make unequal numbers of boards comparable.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.comparison.field import Weight
from engine.errors import ComparisonError


def exact_sum(parts: Iterable[Fraction]) -> Fraction:
    """The sum in whole numbers for each denominator: those of a column are few."""
    numerators: dict[int, int] = {}
    for part in parts:
        over, by = part.as_integer_ratio()
        numerators[by] = numerators.get(by, 0) + over
    fractions = [Fraction(over, by) for by, over in numerators.items()]
    return fractions[0] if len(fractions) == 1 else sum(fractions, Fraction(0))


@dataclass(frozen=True, slots=True)
class Total:
    """A sum of scores over `boards` boards, of which `top` was the most; None without a top."""

    score: Fraction = Fraction(0)
    top: Fraction | None = None
    boards: Fraction = Fraction(0)

    @classmethod
    def of(cls, score: Weight, top: Weight | None, boards: Weight) -> Total:
        """From whole numbers or fractions."""
        return cls(Fraction(score), None if top is None else Fraction(top), Fraction(boards))

    @classmethod
    def sum(cls, totals: Iterable[Total]) -> Total:
        """What adding them one by one gives, sooner. Raises `ComparisonError` (`mixed_totals`)."""
        parts = list(totals)
        counting = [part for part in parts if part.boards or part.top]
        tops = [part.top for part in counting if part.top is not None]
        if tops and len(tops) < len(counting):
            raise ComparisonError("mixed_totals")
        return cls(
            exact_sum(part.score for part in parts),
            exact_sum(tops) if tops else None,
            exact_sum(part.boards for part in counting),
        )

    def __add__(self, other: Total) -> Total:
        """Raises `ComparisonError` (`mixed_totals`) for a sum of scores with and without a top."""
        if not other.boards and not other.top:
            return Total(self.score + other.score, self.top, self.boards)
        if not self.boards and not self.top:
            return Total(self.score + other.score, other.top, other.boards)
        if self.top is None or other.top is None:
            if self.top is not other.top:
                raise ComparisonError("mixed_totals")
            return Total(self.score + other.score, None, self.boards + other.boards)
        return Total(self.score + other.score, self.top + other.top, self.boards + other.boards)

    def carried_over(self, share: Weight) -> Total:
        """This total as a carry-over into the next stage: a share of score, top and boards.

        So the percentage stays, and weighs as much as the share says.
        """
        part = Fraction(share)
        return Total(
            self.score * part, None if self.top is None else self.top * part, self.boards * part
        )

    def adjusted(self, amount: Weight) -> Total:
        """With a penalty (negative) or bonus that changes the score, not what was available."""
        return Total(self.score + amount, self.top, self.boards)

    @property
    def percentage(self) -> Fraction | None:
        """Score in per cent of what was available; None without boards or without a top.

        Boards that nobody else played have a top of 0: they compare nothing, and of them alone
        the percentage is 50.
        """
        if self.top is None or not self.boards:
            return None
        if not self.top:
            return Fraction(50)
        (over, by), (most, part) = self.score.as_integer_ratio(), self.top.as_integer_ratio()
        return Fraction(100 * over * part, by * most)

    @property
    def mean(self) -> Fraction | None:
        """Score a board; None without boards."""
        return self.score / self.boards if self.boards else None

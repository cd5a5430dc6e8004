"""The arithmetic of rulings: weighted results, artificial scores, byes and penalties.

Owns what a director's decision is worth under each method; never who may decide, nor when.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from engine.comparison.field import Weight
from engine.comparison.method import SIGNED_STEP, Method
from engine.comparison.totals import Total
from engine.errors import ComparisonError


@dataclass(frozen=True, slots=True)
class WeightedResult:
    """One result that a ruling splits over several points values; the weights sum to 1."""

    outcomes: tuple[tuple[int, Fraction], ...]

    @classmethod
    def of(cls, outcomes: Iterable[tuple[int, Weight]]) -> WeightedResult:
        """From (points, weight) pairs; equal points are put together.

        Raises `ComparisonError` (`bad_weight`, `weights_not_one`).
        """
        weights: dict[int, Fraction] = {}
        for points, weight in outcomes:
            if type(weight) not in (int, Fraction) or weight <= 0:
                raise ComparisonError("bad_weight", value=points, weight=weight)
            weights[points] = weights.get(points, Fraction(0)) + weight
        if sum(weights.values()) != 1:
            raise ComparisonError("weights_not_one", sum=sum(weights.values()))
        return cls(tuple(sorted(weights.items())))

    def score(self, table: Mapping[int, Fraction]) -> Fraction:
        """Σ weight × score of each outcome; never the score of mixed points.

        `table` is that of the field which holds this result with its weights. Where a method
        compares results one by one, the comparisons among its own outcomes cancel out, so this
        equals the comparison with the field without it. A datum, like everybody's, includes it,
        and so does a list of places.
        """
        return sum((weight * table[points] for points, weight in self.outcomes), Fraction(0))

    @property
    def points(self) -> Fraction:
        """The mean of the points, for total points and statistics only."""
        return sum((weight * points for points, weight in self.outcomes), Fraction(0))


def field_tally(points: Iterable[int], ruled: Iterable[WeightedResult] = ()) -> dict[int, Weight]:
    """The tally of a field of plain and weighted results."""
    tally: dict[int, Weight] = {}
    for value in points:
        tally[value] = tally.get(value, 0) + 1
    for result in ruled:
        for value, weight in result.outcomes:
            tally[value] = tally.get(value, 0) + weight
    return tally


class Award(StrEnum):
    """A score that does not come from the play; such a result leaves its field."""

    AVERAGE = "average"
    AVERAGE_PLUS = "average_plus"
    AVERAGE_MINUS = "average_minus"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class AwardScale:
    """What the awards of an event are worth: in per cent, or a board in signed methods.

    Average plus and a bye are at least the entrant's own mean, average minus at most; in signed
    methods only the bye looks at it (duplicate.md 5).
    """

    average: Fraction = Fraction(50)
    plus: Fraction = Fraction(60)
    minus: Fraction = Fraction(40)
    bye: Fraction = Fraction(50)
    signed_average: Fraction = Fraction(0)
    signed_plus: Fraction = SIGNED_STEP
    signed_minus: Fraction = -SIGNED_STEP
    signed_bye: Fraction = Fraction(0)
    victory_points_bye: Fraction = Fraction(12)

    def percentage(self, award: Award, own: Fraction | None) -> Fraction:
        """The percentage of an award to an entrant whose own boards have the mean `own`."""
        match award:
            case Award.AVERAGE:
                return self.average
            case Award.AVERAGE_PLUS:
                return self.plus if own is None else max(self.plus, own)
            case Award.AVERAGE_MINUS:
                return self.minus if own is None else min(self.minus, own)
            case Award.BYE:
                return self.bye if own is None else max(self.bye, own)

    def signed(self, award: Award, own: Fraction | None) -> Fraction:
        """The score of one board in a signed method; `own` is the mean of the own boards."""
        match award:
            case Award.AVERAGE:
                return self.signed_average
            case Award.AVERAGE_PLUS:
                return self.signed_plus
            case Award.AVERAGE_MINUS:
                return self.signed_minus
            case Award.BYE:
                return self.signed_bye if own is None else max(self.signed_bye, own)


@dataclass(frozen=True, slots=True)
class AwardedBoard:
    """A board with an award, in a field that was to have `size` results; a bye sits it out."""

    award: Award
    size: int


def with_awards(
    method: Method,
    own: Total,
    boards: Iterable[AwardedBoard],
    scale: AwardScale = AwardScale(),
) -> Total:
    """The total of a session: the boards really played (`own`) and those with an award.

    The awards look at the mean of `own` alone, which holds no artificial score.
    """
    total = own
    for board in boards:
        top = method.top(board.size)
        if top is None:
            score = scale.signed(board.award, own.mean)
        else:
            percentage = scale.percentage(board.award, own.percentage)
            score = method.at_percentage(percentage, board.size)
        total += Total(score, top, Fraction(1))
    return total


def penalty(method: Method, percentage: Weight, size: int) -> Fraction:
    """What `percentage` of a top is worth as an adjustment of a total; negative.

    In signed methods ten per cent are 2, as between average and average plus.
    """
    return -(method.at_percentage(percentage, size) - method.at_percentage(0, size))

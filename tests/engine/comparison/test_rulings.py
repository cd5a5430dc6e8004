"""What rulings are worth: weighted results, awards, byes, penalties."""

from fractions import Fraction
from typing import Any

import pytest

from engine.comparison import get
from engine.comparison.rulings import (
    Award,
    AwardedBoard,
    AwardScale,
    WeightedResult,
    field_tally,
    penalty,
    with_awards,
)
from engine.comparison.totals import Total
from engine.errors import ComparisonError

MATCHPOINTS, CROSS = get("matchpoints"), get("cross")
SIXTY_FORTY = WeightedResult.of([(8, Fraction(3, 5)), (-4, Fraction(2, 5))])


class TestWeightedResult:
    def test_sixty_per_cent_of_8_and_forty_of_minus_4(self) -> None:
        """Against 4, 0 and −4: +8 beats all three (6); −4 ties one (1): 0.6 × 6 + 0.4 × 1 = 4."""
        table = MATCHPOINTS.table(field_tally([4, 0, -4], [SIXTY_FORTY]))
        assert SIXTY_FORTY.score(table) == 4

    def test_the_others_meet_it_with_its_weights(self) -> None:
        """+4 beats 0 and −4 (4), and loses to 0.6, beats 0.4 of the ruled result: 4.8 of 6."""
        table = MATCHPOINTS.table(field_tally([4, 0, -4], [SIXTY_FORTY]))
        assert table[4] == Fraction(24, 5)
        # −4 loses to 4 and 0, loses to 0.6 of it and ties 0.4 of it.
        assert table[-4] == Fraction(2, 5)

    def test_it_is_never_the_score_of_mixed_points(self) -> None:
        """The mean of the points, 3.2, would lose to 4 and beat two: 4 in matchpoints; in cross
        IMP(8 − 4), IMP(8), IMP(12) are 4, 6, 7 and IMP(−8), IMP(−4), 0 are −6, −4, 0."""
        table = CROSS.table(field_tally([4, 0, -4], [SIXTY_FORTY]))
        assert SIXTY_FORTY.score(table) == Fraction(3, 5) * Fraction(17, 3) - Fraction(2, 5) * (
            Fraction(10, 3)
        )
        assert SIXTY_FORTY.points == Fraction(16, 5)

    def test_equal_outcomes_are_put_together(self) -> None:
        third = Fraction(1, 3)
        assert WeightedResult.of([(2, third), (5, third), (2, third)]).outcomes == (
            (2, 2 * third),
            (5, third),
        )

    @pytest.mark.parametrize(
        ("outcomes", "code"),
        [
            ([(1, Fraction(1, 2))], "weights_not_one"),
            ([], "weights_not_one"),
            ([(1, Fraction(3, 2)), (2, Fraction(-1, 2))], "bad_weight"),
            ([(1, 0.5), (2, 0.5)], "bad_weight"),
        ],
    )
    def test_weights_that_are_none_are_refused(
        self, outcomes: list[tuple[int, Any]], code: str
    ) -> None:
        with pytest.raises(ComparisonError) as caught:
            WeightedResult.of(outcomes)
        assert caught.value.code == code


class TestAwards:
    """A board of nine results: top 16. Own boards: ten boards of top 16."""

    def of(self, award: Award, own_percentage: int, **scale: Fraction) -> Fraction:
        own = Total.of(Fraction(160 * own_percentage, 100), 160, 10)
        total = with_awards(MATCHPOINTS, own, [AwardedBoard(award, 9)], AwardScale(**scale))
        assert (total.top, total.boards) == (176, 11)
        return 100 * (total.score - own.score) / 16

    @pytest.mark.parametrize(
        ("award", "own", "percentage"),
        [
            (Award.AVERAGE, 70, 50),
            (Award.AVERAGE_PLUS, 55, 60),
            (Award.AVERAGE_PLUS, 70, 70),
            (Award.AVERAGE_MINUS, 55, 40),
            (Award.AVERAGE_MINUS, 30, 30),
            (Award.BYE, 45, 50),
            (Award.BYE, 58, 58),
        ],
    )
    def test_percentages(self, award: Award, own: int, percentage: int) -> None:
        assert self.of(award, own) == percentage

    def test_an_event_sets_its_own(self) -> None:
        assert self.of(Award.AVERAGE_PLUS, 50, plus=Fraction(55)) == 55
        assert self.of(Award.BYE, 50, bye=Fraction(60)) == 60

    def test_several_awards_look_at_the_played_boards_alone(self) -> None:
        own = Total.of(100, 160, 10)
        boards = [AwardedBoard(Award.AVERAGE_PLUS, 9), AwardedBoard(Award.AVERAGE_PLUS, 5)]
        total = with_awards(MATCHPOINTS, own, boards)
        assert total == Total.of(100 + 16 * Fraction(5, 8) + 8 * Fraction(5, 8), 184, 12)

    @pytest.mark.parametrize(
        ("award", "percentage"),
        [
            (Award.AVERAGE, 50),
            (Award.AVERAGE_PLUS, 60),
            (Award.AVERAGE_MINUS, 40),
            (Award.BYE, 50),
        ],
    )
    def test_without_an_own_board_there_is_no_own_mean(self, award: Award, percentage: int) -> None:
        total = with_awards(MATCHPOINTS, Total(), [AwardedBoard(award, 9)])
        assert total == Total.of(Fraction(16 * percentage, 100), 16, 1)

    @pytest.mark.parametrize(
        ("award", "mean", "score"),
        [
            (Award.AVERAGE, 3, 0),
            (Award.AVERAGE_PLUS, 3, 2),
            (Award.AVERAGE_MINUS, 3, -2),
            (Award.BYE, 3, 3),
            (Award.BYE, -3, 0),
        ],
    )
    def test_signed_methods(self, award: Award, mean: int, score: int) -> None:
        own = Total.of(10 * mean, None, 10)
        total = with_awards(CROSS, own, [AwardedBoard(award, 9)])
        assert total == Total.of(10 * mean + score, None, 11)

    def test_a_bye_in_a_signed_method_without_an_own_board(self) -> None:
        assert with_awards(CROSS, Total(), [AwardedBoard(Award.BYE, 9)]).score == 0

    def test_a_bye_of_a_team_is_worth_twelve_victory_points(self) -> None:
        assert AwardScale().victory_points_bye == 12


def test_a_penalty_of_ten_per_cent_of_a_top() -> None:
    assert penalty(MATCHPOINTS, 10, 9) == Fraction(-8, 5)
    assert penalty(CROSS, 10, 9) == -2
    total = Total.of(100, 160, 10)
    waived = total.adjusted(penalty(MATCHPOINTS, 10, 9)).adjusted(-penalty(MATCHPOINTS, 10, 9))
    assert waived == total

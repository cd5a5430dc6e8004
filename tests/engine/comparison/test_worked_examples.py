"""The worked examples of the scoring rules, each computed by hand."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from engine.comparison import get, tally
from engine.comparison.matchpoints import Matchpoints, neuberg
from engine.comparison.rounding import shown
from engine.comparison.scales import HalfOctave, WbfTable
from engine.comparison.teams import board_sums, margins

FIELD = (4, 4, -2, 0, -8)


def scores(
    method: str,
    points: Sequence[int] = FIELD,
    expected: int | None = None,
    fouled: bool = False,
    **options: Any,
) -> list[Fraction]:
    table = get(method, **options).table(tally(points), expected, fouled=fouled)
    return [table[value] for value in points]


class TestMatchpoints:
    def test_two_for_each_lower_and_one_for_each_equal_result(self) -> None:
        assert scores("matchpoints") == [7, 7, 2, 4, 0]
        assert get("matchpoints").top(5) == 8

    def test_percentages(self) -> None:
        method = get("matchpoints")
        assert [method.percentage(score, 8) for score in (7, 2, 4, 0)] == [87.5, 25, 50, 0]

    def test_neuberg_from_five_to_seven(self) -> None:
        expected = [Fraction(fifths, 5) for fifths in (51, 51, 16, 30, 2)]
        assert scores("matchpoints", expected=7) == expected
        assert sum(expected) == 30
        assert get("matchpoints").top(7) == 12

    def test_neuberg_from_seven_to_ten(self) -> None:
        assert shown(neuberg(12, 7, 10), 1) == "17.6"
        assert shown(neuberg(0, 7, 10), 1) == "0.4"
        points = (9, 5, 4, 3, 2, 1, 0)
        assert scores("matchpoints", points, 10)[0] == Fraction(123, 7)

    def test_all_equal_is_fifty_per_cent(self) -> None:
        assert scores("matchpoints", (3, 3, 3, 3)) == [3, 3, 3, 3]

    def test_passed_out_is_compared_like_any_result(self) -> None:
        assert scores("matchpoints", (0, 0, 6, -3)) == [3, 3, 6, 0]

    def test_the_only_result_of_a_whole_field_is_fifty_per_cent(self) -> None:
        method = Matchpoints()
        assert scores("matchpoints", (5,)) == [0]
        assert method.percentage(0, method.top(1)) == 50

    def test_the_only_one_of_seven_expected_is_fifty_per_cent(self) -> None:
        assert scores("matchpoints", (5,), 7) == [6]

    def test_a_field_without_results_has_an_empty_table(self) -> None:
        assert get("matchpoints").table({}, 7) == {}


class TestFouledSubField:
    """60 % and 5 % for each half point above or below the middle; nine results in all."""

    @pytest.mark.parametrize(
        ("points", "percentages"),
        [
            ((7,), [60]),
            ((7, -2), [65, 55]),
            ((3, 3), [60, 60]),
            ((6, 0, -6), [70, 60, 50]),
            ((6, 6, 0), [65, 65, 50]),
        ],
    )
    def test_percentages(self, points: Sequence[int], percentages: list[int]) -> None:
        top = Matchpoints().top(9)
        assert [100 * s / top for s in scores("matchpoints", points, 9, True)] == percentages

    def test_in_signed_methods_ten_per_cent_are_two(self) -> None:
        assert scores("cross", (7, -2), 9, True) == [3, 1]
        assert scores("cross", (7,), 9, True) == [2]
        assert scores("cross-imp", (6, 0, -6), 9, True) == [4, 2, 0]

    def test_total_points_are_not_compared_and_stay(self) -> None:
        assert scores("total", (7, -2), 9, True) == [7, -2]

    def test_four_results_are_too_many_for_it(self) -> None:
        points = (4, 3, 2, 1)
        assert scores("matchpoints", points, 12, True) == scores("matchpoints", points, 12)

    def test_more_than_a_third_is_too_many_for_it(self) -> None:
        assert scores("matchpoints", (7, -2), 5, True) == scores("matchpoints", (7, -2), 5)
        assert scores("matchpoints", (7, -2), 6, True) != scores("matchpoints", (7, -2), 6)

    def test_missing_results_alone_never_call_for_it(self) -> None:
        assert scores("matchpoints", (7, -2), 9) == [neuberg(2, 2, 9), neuberg(0, 2, 9)]


class TestCrossDifference:
    def test_the_half_octave_scale(self) -> None:
        scale = HalfOctave()
        assert [scale(d) for d in range(13)] == [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7]
        assert [scale(-d) for d in (1, 5, 12)] == [-1, -4, -7]
        assert [scale(d) for d in (16, 24, 32, 48, 64, 96, 128)] == [8, 9, 10, 11, 12, 13, 14]

    def test_a_field_of_five(self) -> None:
        assert [4 * score for score in scores("cross")] == [16, 16, -7, 0, -25]
        assert get("cross").top(5) is None

    def test_the_only_result_scores_nothing(self) -> None:
        assert scores("cross", (5,)) == [0]

    def test_missing_results_change_nothing(self) -> None:
        assert scores("cross", expected=7) == scores("cross")


def test_the_imp_table_of_bridge() -> None:
    scale = WbfTable(unit=1)
    ends = {
        0: 0, 10: 0, 20: 1, 40: 1, 50: 2, 80: 2, 90: 3, 130: 4, 420: 9, 430: 10, 600: 12, 740: 12,
        750: 13, 1100: 15, 1490: 16, 1500: 17, 2500: 21, 3490: 22, 3500: 23, 3990: 23, 4000: 24,
        9000: 24,
    }  # fmt: skip
    assert {d: scale(d) for d in ends} == ends
    assert scale(-620) == -12


def test_cross_imp_counts_a_point_as_ten() -> None:
    assert scores("cross-imp", (6, 0, 0)) == [2, -1, -1]
    assert scores("cross-imp", (60, 0), unit=1) == [2, -2]


class TestDatum:
    def test_five_results_lose_one_at_each_end(self) -> None:
        """Kept: −2, 0, 4; mean 2/3, so the datum is 1, and the differences 3, 3, −3, −1, −9."""
        assert scores("datum") == [3, 3, -3, -1, -6]

    def test_of_two_results_none_is_dropped(self) -> None:
        """The mean of 4 and −1 is 3/2, rounded away from zero to 2."""
        assert scores("datum", (4, -1)) == [2, -3]
        assert scores("datum", (-4, 1)) == [-2, 3]

    def test_twenty_one_results_lose_two_at_each_end(self) -> None:
        """⌈21/20⌉ = 2: without trimming the mean would be 1000/21; with it, it is 0."""
        points = (500, 500, *[0] * 19)
        assert scores("datum", points)[-1] == 0

    def test_an_event_may_set_another_share(self) -> None:
        assert scores("datum", (10, 0, 0, 0), trim="0") == [5, -3, -3, -3]
        assert scores("datum", (10, 0, 0, 0), trim=Fraction(1, 4)) == [6, 0, 0, 0]

    def test_the_only_result_is_its_own_datum(self) -> None:
        assert scores("datum", (7,)) == [0]


class TestPlainMethods:
    def test_rank_points_count_the_results_that_are_beaten(self) -> None:
        assert scores("rank") == [Fraction(7, 2), Fraction(7, 2), 1, 2, 0]
        assert get("rank").top(5) == 4

    def test_rank_points_from_a_list(self) -> None:
        """Places 1 and 2 share 10 + 6; then 3 and 1; the fifth has none."""
        places = (10, 6, 3, 1)
        assert scores("rank", places=places) == [8, 8, 1, 3, 0]
        assert get("rank", places=places).top(5) == 10

    def test_rank_points_when_every_result_stands_for_two(self) -> None:
        """Two of four: the better covers places 1 and 2."""
        assert scores("rank", (5, 1), 4, places=(10, 6, 3, 1)) == [8, 2]

    def test_total_points(self) -> None:
        assert scores("total") == [4, 4, -2, 0, -8]

    def test_a_capped_difference_between_two(self) -> None:
        assert scores("capped", (20, -20)) == [12, -12]
        assert scores("capped", (5, -2)) == [7, -7]
        assert scores("capped", (20, -20), cap=30) == [30, -30]

    def test_a_board_won_halved_and_lost(self) -> None:
        assert scores("board-a-match", (3, 1)) == [2, 0]
        assert scores("board-a-match", (3, 3)) == [1, 1]
        assert scores("board-a-match", (6, 0, -6)) == [4, 2, 0]


def test_a_triangle() -> None:
    tables = [
        [("A", 4), ("B", -2), ("C", -2)],
        [("C", -8), ("A", 4), ("B", 4)],
        [("B", -2), ("C", 4), ("A", -2)],
    ]
    sums = board_sums(seat for table in tables for seat in table)
    assert sums == {"A": 6, "B": 0, "C": -6}
    assert margins(sums) == {
        ("A", "B"): 5, ("B", "A"): -5,
        ("A", "C"): 7, ("C", "A"): -7,
        ("B", "C"): 5, ("C", "B"): -5,
    }  # fmt: skip

"""Totals, carry-over, and the rounding of what is shown."""

import math
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.comparison.rounding import shown, to_integer
from engine.comparison.totals import Total
from engine.errors import ComparisonError


class TestTotal:
    def test_sessions_add_up(self) -> None:
        assert Total.of(30, 40, 5) + Total.of(20, 80, 10) == Total.of(50, 120, 15)
        assert Total.of(3, None, 5) + Total.of(-5, None, 10) == Total.of(-2, None, 15)

    def test_nothing_is_neutral_for_both_kinds(self) -> None:
        for total in (Total.of(30, 40, 5), Total.of(3, None, 5)):
            assert Total() + total == total + Total() == total

    def test_a_percentage_is_of_what_was_available(self) -> None:
        assert (Total.of(30, 40, 5) + Total.of(20, 80, 10)).percentage == Fraction(125, 3)
        assert Total.of(3, None, 5).percentage is None
        assert Total().percentage is None

    def test_boards_without_comparison_are_fifty_per_cent(self) -> None:
        assert Total.of(0, 0, 3).percentage == 50

    def test_the_mean_is_a_board(self) -> None:
        assert Total.of(-7, None, 4).mean == Fraction(-7, 4)
        assert Total().mean is None

    def test_half_a_carry_over_keeps_the_percentage_and_half_the_weight(self) -> None:
        first = Total.of(60, 100, 20)
        carried = first.carried_over(Fraction(1, 2))
        assert carried == Total.of(30, 50, 10)
        assert (carried + Total.of(50, 100, 20)).percentage == Fraction(160, 3)

    def test_a_signed_carry_over(self) -> None:
        assert Total.of(9, None, 6).carried_over(Fraction(1, 3)) == Total.of(3, None, 2)

    def test_an_adjustment_leaves_what_was_available(self) -> None:
        assert Total.of(30, 40, 5).adjusted(-2) == Total.of(28, 40, 5)

    def test_scores_with_and_without_a_top_are_not_mixed(self) -> None:
        with pytest.raises(ComparisonError) as caught:
            Total.of(1, 2, 1) + Total.of(1, None, 1)
        assert caught.value.code == "mixed_totals"

    @given(
        st.lists(
            st.builds(
                Total.of,
                st.fractions(-50, 50, max_denominator=12),
                st.fractions(0, 90, max_denominator=12),
                st.fractions(0, 9, max_denominator=12),
            )
        )
    )
    def test_the_sum_of_many_is_what_adding_gives(self, totals: list[Total]) -> None:
        assert Total.sum(totals) == sum(totals, Total())
        signed = [replace(total, top=None) for total in totals]
        assert Total.sum(signed) == sum(signed, Total())

    def test_a_sum_does_not_mix_them_either(self) -> None:
        with pytest.raises(ComparisonError) as caught:
            Total.sum([Total.of(1, 2, 1), Total.of(1, None, 1)])
        assert caught.value.code == "mixed_totals"


class TestRounding:
    @pytest.mark.parametrize(
        ("value", "places", "text"),
        [
            (Fraction(51, 5), 2, "10.20"),
            (Fraction(1, 8), 2, "0.13"),
            (Fraction(-1, 8), 2, "-0.13"),
            (Fraction(-1, 1000), 2, "0.00"),
            (Fraction(5, 2), 0, "3"),
            (Fraction(-5, 2), 0, "-3"),
            (7, 2, "7.00"),
            (Fraction(2, 3), 4, "0.6667"),
            (Fraction(1999, 1000), 2, "2.00"),
        ],
    )
    def test_halves_go_away_from_zero(self, value: Fraction | int, places: int, text: str) -> None:
        assert shown(value, places) == text

    @given(st.fractions(-10_000, 10_000, max_denominator=997))
    def test_the_nearest_integer(self, value: Fraction) -> None:
        nearest = to_integer(value)
        assert abs(nearest - value) <= Fraction(1, 2)
        if abs(nearest - value) == Fraction(1, 2):
            assert abs(nearest) > abs(value)

    @given(st.integers(-(10**6), 10**6), st.integers(0, 4))
    def test_decimals_agree_with_decimal_arithmetic(self, thousandths: int, places: int) -> None:
        exact = Decimal(thousandths) / 1000
        expected = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        text = shown(Fraction(thousandths, 1000), places)
        assert Decimal(text) == expected
        assert not (text.startswith("-") and math.isclose(float(text), 0))

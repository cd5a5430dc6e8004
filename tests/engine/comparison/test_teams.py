"""Team matches: victory points, capped boards, margins of a match."""

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.comparison.rulings import Award
from engine.comparison.scales import Cap
from engine.comparison.teams import (
    awarded_board,
    four_a_side_board,
    is_decided,
    margins,
    match_margins,
    usual_cap,
)
from engine.comparison.victory_points import (
    WBF_FACTOR,
    VictoryPointScale,
    concave,
    rounded_formula,
    victory_point_scale,
)
from engine.errors import ComparisonError
from engine.rulesets import get

MATCHES = st.tuples(st.integers(1, 60), st.sampled_from([12, 15]))


class TestVictoryPoints:
    def test_published_values_of_the_wbf_scale_for_sixteen_boards(self) -> None:
        scale = victory_point_scale(16, WBF_FACTOR)
        published = {
            0: "10.00", 1: "10.31", 10: "12.80", 20: "15.00", 30: "16.73", 60: "20.00",
        }  # fmt: skip
        for margin, points in published.items():
            assert scale.of(margin) == Fraction(points)

    def test_rounding_alone_breaks_the_rule_seven_times_for_sixteen_boards(self) -> None:
        rounded = rounded_formula(16, WBF_FACTOR)
        gains = [after - before for before, after in pairwise(rounded)]
        assert sum(later > earlier for earlier, later in pairwise(gains)) == 7

    @given(MATCHES)
    def test_no_imp_gains_more_than_the_one_before(self, match: tuple[int, int]) -> None:
        points = victory_point_scale(*match).hundredths
        gains = [after - before for before, after in pairwise(points)]
        assert gains == sorted(gains, reverse=True)
        assert gains[-1] > 0

    @given(st.integers(1, 54))
    def test_the_correction_moves_a_value_by_one_hundredth_at_most(self, boards: int) -> None:
        rounded = rounded_formula(boards, 12)
        corrected = concave(rounded)
        assert {after - before for before, after in zip(rounded, corrected, strict=True)} <= {0, 1}

    @given(MATCHES, st.integers(-500, 500))
    def test_both_teams_share_twenty(self, match: tuple[int, int], margin: int) -> None:
        scale = victory_point_scale(*match)
        assert scale.of(margin) + scale.of(-margin) == 20
        assert 0 <= scale.of(margin) <= 20

    @pytest.mark.parametrize(("boards", "largest"), [(4, 24), (9, 36), (16, 48), (18, 51)])
    def test_twelve_times_the_root_of_the_boards_brings_twenty(
        self, boards: int, largest: int
    ) -> None:
        scale = victory_point_scale(boards)
        assert scale.of(largest) == 20
        assert scale.of(largest - 1) < 20

    def test_a_fraction_of_an_imp_is_rounded_first(self) -> None:
        scale = victory_point_scale(16)
        assert scale.of(Fraction(5, 2)) == scale.of(3)
        assert scale.of(Fraction(-5, 2)) == scale.of(-3)
        assert scale.of(Fraction(1, 3)) == 10

    def test_the_stored_table_is_read_back(self) -> None:
        scale = victory_point_scale(18)
        assert VictoryPointScale.from_data(json.loads(json.dumps(scale.to_data()))) == scale

    @pytest.mark.parametrize("boards", [0, -1, 1.5, 1001])
    def test_a_match_without_boards_has_no_scale(self, boards: Any) -> None:
        with pytest.raises(ComparisonError):
            victory_point_scale(boards)


class TestFourASide:
    @pytest.mark.parametrize(
        ("red", "blue", "board"), [(5, 3, 2), (3, 5, -2), (20, 0, 12), (0, 13, -12), (4, 4, 0)]
    )
    def test_a_board_goes_to_the_better_team_up_to_the_cap(
        self, red: int, blue: int, board: int
    ) -> None:
        assert four_a_side_board(red, blue) == board

    def test_a_ruleset_may_set_its_own_cap(self) -> None:
        assert four_a_side_board(20, 0, cap=16) == 16

    def test_the_usual_cap_is_twelve_in_additive_scoring_and_measured_alike_elsewhere(self) -> None:
        """A bid of 3 won by the landlord: 3 to 0; +6 and −6; 9 for each farmer, +18 and −18."""
        caps = {name: usual_cap(get(name)) for name in ("team-additive", "competition", "operator")}
        assert caps == {"team-additive": 12, "competition": 48, "operator": 144}

    def test_a_match_is_over_when_the_lead_is_out_of_reach(self) -> None:
        assert not is_decided(24, boards_left=2)
        assert is_decided(25, boards_left=2)
        assert is_decided(-25, boards_left=2)
        assert is_decided(1, boards_left=0)
        assert not is_decided(0, boards_left=0)


class TestAwards:
    @pytest.mark.parametrize(
        ("awards", "worth"),
        [
            ("", 0),
            ("+", 2),
            ("-", -2),
            ("0", 0),
            ("+-", 0),
            ("+0", 1),
            # 2/3 of a point is 1, and so is the half of (2 + 2 + 0 − 2) / 4.
            ("++-", 1),
            ("++0-", 1),
            ("--0+", -1),
            # 2/5 is 0.
            ("++0-0", 0),
        ],
    )
    def test_several_awards_of_a_team_are_their_mean_whatever_their_order(
        self, awards: str, worth: int
    ) -> None:
        named = {"+": Award.AVERAGE_PLUS, "0": Award.AVERAGE, "-": Award.AVERAGE_MINUS}
        found = [named[each] for each in awards]
        assert awarded_board(found) == awarded_board(found[::-1]) == worth


class TestMatches:
    def test_boards_add_up(self) -> None:
        """IMP(6) = 5 and IMP(−3) = −3; capped at 4: 4 and −3."""
        boards = [{"A": 6, "B": 0}, {"A": 0, "B": 3}]
        assert match_margins(boards) == {("A", "B"): 2, ("B", "A"): -2}
        assert match_margins(boards, Cap(4)) == {("A", "B"): 1, ("B", "A"): -1}

    @given(st.dictionaries(st.integers(1, 9), st.integers(-99, 99), max_size=5))
    def test_what_one_wins_the_other_loses(self, sums: dict[int, int]) -> None:
        found = margins(sums)
        assert len(found) == len(sums) * (len(sums) - 1)
        assert all(found[other, one] == -margin for (one, other), margin in found.items())

"""Points from facts, and facts that cannot be."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ParseError, RulesetError
from engine.messages import sentence
from engine.payoff import points, result_problems, side_points
from engine.result import PASSED_OUT, Result
from engine.rulesets import Doubling, Ruleset, Scoring, get
from tests.engine.hands import ALL, CLASSIC, COMPETITION, FOUR_PLAYER, OPERATOR, TEAM_ADDITIVE
from tests.engine.test_hand import JSON

COMMON = get("classic+doubling").override("common", double_scope="common")


@st.composite
def results(draw: st.DrawFn, ruleset: Ruleset) -> Result:
    """Any result that can be under `ruleset`."""
    if draw(st.integers(0, 9)) == 0:
        return PASSED_OUT
    landlord = draw(st.sampled_from(ruleset.positions))
    winner = draw(st.sampled_from(["landlord", "farmers"]))
    doubled = tuple(
        p
        for p in ruleset.positions
        if p != landlord and ruleset.doubling is not Doubling.OFF and draw(st.booleans())
    )
    spring = {"landlord": "spring", "farmers": "anti_spring"}[winner]
    return Result(
        landlord=landlord,
        bid=draw(st.integers(1, 3)),
        bombs=draw(st.integers(0, 5)),
        rockets=draw(st.integers(0, 1)),
        spring=draw(st.sampled_from([None, spring])),
        doubled=doubled,
        redoubled=bool(doubled) and draw(st.booleans()),
        winner=winner,
    )


@given(st.sampled_from([*ALL, get("classic+doubling"), COMMON]), st.data())
def test_points_sum_to_zero_and_follow_the_winner(ruleset: Ruleset, data: st.DataObject) -> None:
    result = data.draw(results(ruleset))
    scores = points(result, ruleset)
    assert tuple(scores) == tuple(ruleset.positions)
    assert result_problems(result, ruleset) == ()
    if ruleset.scoring is not Scoring.ADD:
        assert sum(scores.values()) == 0
    if result.landlord is not None and ruleset.scoring is not Scoring.ADD:
        sign = 1 if result.winner == "landlord" else -1
        assert scores[result.landlord] * sign > 0
        assert all(v * sign < 0 for p, v in scores.items() if p != result.landlord)
    assert Result.from_data(result.to_data()) == result


def test_a_passed_out_hand_is_worth_nothing() -> None:
    for ruleset in ALL:
        assert set(points(PASSED_OUT, ruleset).values()) == {0}
        assert side_points(PASSED_OUT, ruleset) == (0, 0)


def test_four_players_settle_with_the_landlord_each() -> None:
    result = Result(landlord=2, bid=2, bombs=1, winner="farmers")
    assert points(result, FOUR_PLAYER) == {1: 4, 2: -12, 3: 4, 4: 4}


def test_additive_points_are_the_score_of_a_side() -> None:
    won = Result(landlord=2, bid=3, bombs=2, rockets=1, spring="spring", winner="landlord")
    lost = Result(landlord=2, bid=3, bombs=2, rockets=1, winner="farmers")
    assert points(won, TEAM_ADDITIVE) == {1: 0, 2: 15, 3: 0}
    assert points(lost, TEAM_ADDITIVE) == {1: 12, 2: 0, 3: 12}
    assert side_points(won, TEAM_ADDITIVE) == (15, 0)
    assert side_points(lost, TEAM_ADDITIVE) == (0, 12)
    assert side_points(lost, COMPETITION) == (-48, 48)


def test_a_double_in_common_counts_for_both_farmers() -> None:
    result = Result(landlord=1, bid=1, doubled=(2,), redoubled=True, winner="farmers")
    assert points(result, COMMON) == {1: -8, 2: 4, 3: 4}


def test_only_the_operator_has_a_table_bet() -> None:
    result = Result(landlord=1, bid=1, winner="landlord")
    assert points(result, OPERATOR, bet=5) == {1: 10, 2: -5, 3: -5}
    for ruleset, bet, code in (
        (CLASSIC, 2, "bet_not_used"),
        (OPERATOR, 0, "bad_bet"),
        (OPERATOR, True, "bad_bet"),
    ):
        with pytest.raises(RulesetError) as refused:
            points(result, ruleset, bet)
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("facts", "ruleset", "codes"),
    [
        ({"landlord": None, "bid": 2}, COMPETITION, ["passed_out_with_facts"]),
        ({"landlord": None, "bid": 0}, COMPETITION, ["passed_out_with_facts"]),
        ({"passed_out": True}, COMPETITION, ["passed_out_with_facts"]),
        ({"landlord": 4}, COMPETITION, ["no_such_landlord"]),
        ({"bid": 0}, COMPETITION, ["no_such_bid"]),
        ({"bid": 4}, COMPETITION, ["no_such_bid"]),
        ({"winner": None}, COMPETITION, ["no_winner"]),
        ({"spring": "anti_spring"}, COMPETITION, ["anti_spring_without_win"]),
        ({"winner": "farmers", "spring": "spring"}, COMPETITION, ["spring_without_win"]),
        ({"rockets": 2}, COMPETITION, ["too_many_rockets"]),
        ({"bombs": 14}, COMPETITION, ["too_many_bombs"]),
        ({"doubled": (1,)}, COMPETITION, ["doubled_by_no_farmer"]),
        ({"doubled": (2, 2)}, COMPETITION, ["doubled_by_no_farmer"]),
        ({"doubled": (2,)}, CLASSIC, ["no_doubling"]),
        ({"redoubled": True}, COMPETITION, ["redoubled_without_double"]),
        ({"bid": 4, "winner": None}, COMPETITION, ["no_such_bid", "no_winner"]),
        ({"bombs": 2, "doubled": (3,), "redoubled": True}, COMPETITION, []),
    ],
)
def test_results_that_cannot_be_are_named(
    facts: dict[str, Any], ruleset: Ruleset, codes: list[str]
) -> None:
    result = Result(**{"landlord": 1, "bid": 1, "winner": "landlord", **facts})
    assert list(result_problems(result, ruleset)) == codes
    for code in codes:
        assert sentence(code) != code


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"landlord": 1},
        {"landlord": 1, "bid": "2"},
        {"landlord": 1, "bid": True},
        {"landlord": "1", "bid": 2},
        {"landlord": 1, "bid": 2, "bombs": -1},
        {"landlord": 1, "bid": 2, "spring": "summer"},
        {"landlord": 1, "bid": 2, "winner": "me"},
        {"landlord": 1, "bid": 2, "doubled": ["2"]},
        {"landlord": 1, "bid": 2, "doubled": None},
        {"landlord": 1, "bid": 2, "redoubled": 1},
        {"landlord": 1, "bid": 2, "passed_out": 0},
        {"landlord": 1, "bid": 2, "score": 5},
    ],
)
def test_data_that_are_no_result_are_refused(data: Any) -> None:
    with pytest.raises(ParseError) as refused:
        Result.from_data(data)
    assert refused.value.code == "bad_result"


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ({"landlord": 1, "bid": 2, "score": 5}, "it has no score"),
        ({"landlord": 1}, "bid must be given"),
        ({"bid": 1, "doubled": []}, "landlord must be given"),
        ({"landlord": 1, "bid": 2, "doubled": 3}, "doubled is a list of positions"),
    ],
)
def test_what_is_wrong_with_a_result_is_named(data: Any, named: str) -> None:
    with pytest.raises(ParseError, match=named):
        Result.from_data(data)


@given(st.data())
def test_no_data_make_the_reading_of_a_result_fail_otherwise(data: st.DataObject) -> None:
    facts = Result(landlord=1, bid=1, winner="landlord").to_data()
    changed = data.draw(st.sampled_from(sorted(facts)))
    with contextlib.suppress(ParseError):
        Result.from_data({**facts, changed: data.draw(JSON)})
    with contextlib.suppress(ParseError):
        Result.from_data(data.draw(JSON))

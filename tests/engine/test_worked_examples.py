"""The worked examples of the rules, numbered as there."""

from __future__ import annotations

from itertools import product

import pytest

from engine.actions import Pass
from engine.cards import parse_ranks
from engine.combinations import beats
from engine.errors import IllegalAction
from engine.hand import HandState, Phase, Result
from engine.moves import legal_moves
from engine.payoff import points
from tests.engine.hands import (
    ALL,
    CLASSIC,
    COMPETITION,
    OFFICIAL,
    OPERATOR,
    PRACTICE,
    bid,
    combination,
    deal_with,
    name,
    play,
    start,
)


def test_1_bid_two_a_bomb_and_the_rocket_make_sixteen_for_the_landlord() -> None:
    result = Result(landlord=1, bid=2, bombs=1, rockets=1, winner="landlord")
    assert points(result, CLASSIC) == {1: 16, 2: -8, 3: -8}


def test_2_the_same_lost_costs_the_landlord_sixteen() -> None:
    result = Result(landlord=1, bid=2, bombs=1, rockets=1, winner="farmers")
    assert points(result, CLASSIC) == {1: -16, 2: 8, 3: 8}


def test_3_bid_two_and_one_bomb_make_a_unit_of_four() -> None:
    won = Result(landlord=2, bid=2, bombs=1, winner="landlord")
    lost = Result(landlord=2, bid=2, bombs=1, winner="farmers")
    assert points(won, PRACTICE) == {1: -4, 2: 8, 3: -4}
    assert points(lost, PRACTICE) == {1: 4, 2: -8, 3: 4}


def test_4_the_operator_counts_the_bid_twice() -> None:
    result = Result(landlord=3, bid=2, bombs=3, rockets=1, winner="farmers")
    assert points(result, OPERATOR, bet=20) == {1: 1280, 2: 1280, 3: -2560}


def test_5_a_redouble_acts_on_the_farmer_who_doubled_only() -> None:
    result = Result(
        landlord=1,
        bid=3,
        bombs=1,
        rockets=1,
        spring="anti_spring",
        doubled=(2,),
        redoubled=True,
        winner="farmers",
    )
    assert points(result, COMPETITION) == {1: -120, 2: 96, 3: 24}


def test_6_a_spring_at_three() -> None:
    result = Result(landlord=1, bid=3, spring="spring", winner="landlord")
    assert points(result, COMPETITION) == {1: 12, 2: -6, 3: -6}


@pytest.mark.parametrize(("first", "second", "redouble"), list(product((False, True), repeat=3)))
def test_7_doubles_are_settled_pair_by_pair(first: bool, second: bool, redouble: bool) -> None:
    doubled = tuple(p for p, value in ((2, first), (3, second)) if value)
    redoubled = redouble and bool(doubled)
    result = Result(landlord=1, bid=2, doubled=doubled, redoubled=redoubled, winner="farmers")
    factors = [4 if redoubled else 2 if value else 1 for value in (first, second)]
    factors = [f if value else 1 for f, value in zip(factors, (first, second), strict=True)]
    assert points(result, COMPETITION) == {
        1: -2 * sum(factors),
        2: 2 * factors[0],
        3: 2 * factors[1],
    }


def test_8_two_passes_give_the_lead_back() -> None:
    state = start(CLASSIC, "34567TJQKA", "9TJQK")
    with pytest.raises(IllegalAction):
        play(state, "34567", "9TJQ")
    state = play(state, "34567", "9TJQK", "", "TJQKA", "", "")
    assert (state.leader, state.to_act, state.to_beat) == (1, (1,), None)


def test_9_a_farmer_who_passed_may_play_later_and_then_leads() -> None:
    for ruleset, leader in ((PRACTICE, 2), (OPERATOR, 1)):
        state = start(ruleset, "77", "99", "88")
        state = play(state, "77", "", "88", "", "99", "", "")
        assert (state.leader, state.to_act) == (leader, (leader,))


def test_10_one_call_each() -> None:
    state = HandState.new(deal_with(OPERATOR), OPERATOR)
    assert bid(state, 1, 0, 0).landlord == 1
    assert bid(state, 1, 0, 2).landlord == 3


def test_11_three_ends_the_auction() -> None:
    for ruleset in ALL:
        state = bid(HandState.new(deal_with(ruleset), ruleset), 3)
        assert (state.landlord, state.bid) == (1, 3)


def test_12_the_auction_goes_round_in_classic_only() -> None:
    state = bid(HandState.new(deal_with(CLASSIC), CLASSIC), 1, 2, 0)
    assert (state.phase, state.to_act, state.landlord) == (Phase.AUCTION, (1,), None)
    state = bid(HandState.new(deal_with(PRACTICE), PRACTICE), 1, 2, 0)
    assert state.landlord == 2


def test_13_triples_compare_by_the_triple_and_only_in_the_same_shape() -> None:
    for ruleset in ALL[:5]:
        assert beats(combination("8884", ruleset), combination("777A", ruleset), ruleset)
        assert not beats(combination("77744", ruleset), combination("6665", ruleset), ruleset)


def test_14_a_longer_straight_is_no_answer() -> None:
    state = start(CLASSIC, "34567", "456789")
    with pytest.raises(IllegalAction) as refused:
        play(state, "34567", "456789")
    assert refused.value.code == "other_length"


def test_15_four_with_two_is_an_ordinary_shape() -> None:
    state = start(COMPETITION, "999934", "5555")
    state = play(state, "999934", "5555")
    assert state.bombs_and_rockets() == (1, 0)
    assert beats(combination("3333"), combination("999934"), COMPETITION)


def test_16_a_leader_cannot_pass() -> None:
    state = start(COMPETITION)
    with pytest.raises(IllegalAction) as refused:
        state.apply(1, Pass())
    assert refused.value.code == "leader_passes"


def test_17_one_card_of_a_farmer_and_it_is_no_spring() -> None:
    state = start(CLASSIC, "334455667788JJJJ9", "2", "QKA", kitty="9TT")
    state = play(state, "9", "2", "", "JJJJ", "", "", "334455667788", "", "")
    state = play(state, "TT", "", "", "9")
    assert state.result is not None
    assert (state.result.winner, state.result.spring) == ("landlord", None)


def test_18_competition_does_not_break_a_bomb_for_wings() -> None:
    holding = "555567778889"
    moves = {r.name: legal_moves(parse_ranks(holding), r) for r in (COMPETITION, OFFICIAL)}
    assert "77788856" not in moves["competition"]
    assert "77788856" in moves["official-2016"]
    assert name("77788856", COMPETITION, "77788856") == "airplane_with_singles"


def test_19_two_fours_are_nothing() -> None:
    for ruleset in ALL:
        assert name("33334444", ruleset) is None


def test_20_four_triples_are_an_airplane_of_four() -> None:
    for ruleset in ALL:
        found = combination("333444555666", ruleset)
        assert (found.kind, found.length, found.main) == ("airplane", 4, 3)

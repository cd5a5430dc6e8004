"""Faults reported about other programs, numbered as in the collection: none of them here.

Cases 1 to 9 are about combinations, 10 to 13 about what a hand comes to and who sees what.
"""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Double, Play, PlayRanks, Redouble
from engine.cards import deck, format_card, parse_cards, parse_ranks
from engine.combinations import beats, classify
from engine.errors import IllegalAction
from engine.hand import AllPass, HandState, Phase, View, view
from engine.moves import legal_moves
from engine.payoff import points
from engine.rulesets import Ruleset
from tests.engine.hands import (
    ALL,
    CLASSIC,
    COMPETITION,
    FOUR_PLAYER,
    OFFICIAL,
    PRACTICE,
    bid,
    combination,
    deal_with,
    name,
    play,
    start,
)

ONE_PACK = tuple(ruleset for ruleset in ALL if ruleset is not FOUR_PLAYER)


@pytest.mark.parametrize("ruleset", ALL, ids=lambda ruleset: ruleset.name)
def test_1_fours_in_a_row_are_nothing_and_four_triples_an_airplane(ruleset: Ruleset) -> None:
    assert [name(text, ruleset) for text in ("34445555", "33334444", "3333444555")] == [None] * 3
    assert name("555666777888", ruleset) == "airplane"


@given(st.lists(st.integers(0, 53), max_size=24), st.sampled_from(ALL))
def test_1_no_set_of_cards_makes_classification_fail(cards: list[int], ruleset: Ruleset) -> None:
    found = classify(cards, ruleset)
    assert found is None or found.size == len(cards)


def test_2_two_of_a_rank_as_attachments() -> None:
    for text, legal in (("333344", "four_with_two_singles"), ("33344455", "airplane_with_singles")):
        assert [name(text, r) for r in (CLASSIC, PRACTICE)] == [None, None]
        assert [name(text, r) for r in (COMPETITION, OFFICIAL)] == [legal, legal]


@pytest.mark.parametrize("ruleset", ONE_PACK, ids=lambda ruleset: ruleset.name)
def test_3_both_jokers_are_never_attached(ruleset: Ruleset) -> None:
    assert name("666777BR", ruleset) is None
    assert name("7777BR", ruleset) is None


def test_3_what_a_hand_with_a_bomb_and_the_rocket_may_lead() -> None:
    moves = {r.name: legal_moves(parse_ranks("57777BR"), r) for r in (COMPETITION, OFFICIAL)}
    for text in ("7777", "BR"):
        assert text in moves["competition"]
        assert text in moves["official-2016"]
    for text in ("57777B", "57777R"):
        assert text not in moves["competition"]
        assert text in moves["official-2016"]
    for ruleset in (COMPETITION, OFFICIAL):
        assert "777B" in legal_moves(parse_ranks("777BR5"), ruleset)


def test_4_the_order_of_the_cards_does_not_matter() -> None:
    expected = combination("888999TQ")
    cards = parse_cards("8c 8d 8h 9c 9d 9h 10s Qd")
    for order in list(permutations(cards))[::977]:
        assert classify(order, COMPETITION) == expected
        assert beats(expected, combination("777888TQ"), COMPETITION)
    state = start(COMPETITION, "888999TQ")
    action = state.checked(1, PlayRanks.of("888999"))
    assert isinstance(action, Play)
    cards = action.cards
    assert state.apply(1, Play(cards[::-1])) == state.apply(1, Play(cards))


def test_5_a_bomb_beats_a_pair_and_a_pair_no_bomb() -> None:
    state = play(start(CLASSIC, "QQ", "8888", "22"), "QQ", "8888")
    with pytest.raises(IllegalAction) as refused:
        play(state, "22")
    assert refused.value.code == "other_shape"


def test_6_equal_is_not_higher_and_the_rocket_beats_a_straight() -> None:
    for ruleset in ONE_PACK:
        assert not beats(combination("22", ruleset), combination("22", ruleset), ruleset)
        assert beats(combination("BR", ruleset), combination("34567", ruleset), ruleset)


@pytest.mark.parametrize("ruleset", ONE_PACK, ids=lambda ruleset: ruleset.name)
def test_7_no_two_in_a_chain_but_among_the_attachments(ruleset: Ruleset) -> None:
    for text in ("A2345", "23456", "AA2233", "223344", "AAA222", "222333"):
        assert name(text, ruleset) is None
    for text in ("33344425", "3334442266", "22233", "33322"):
        assert name(text, ruleset) is not None


@pytest.mark.parametrize("ruleset", ALL, ids=lambda ruleset: ruleset.name)
def test_8_a_triple_takes_no_two_singles(ruleset: Ruleset) -> None:
    assert name("99923", ruleset) is None


def test_9_cards_not_held_are_refused_as_such() -> None:
    state = start(COMPETITION, "888", "9")
    for text in ("9h 9d 9s 9c", "RJ BJ"):
        with pytest.raises(IllegalAction) as refused:
            state.apply(1, Play.of(text))
        assert refused.value.code == "not_held"
    card = state.hand(1)[0]
    with pytest.raises(IllegalAction) as refused:
        state.apply(1, Play((card, card)))
    assert refused.value.code == "not_held"


def test_10_a_bomb_and_the_rocket_quadruple_the_stake() -> None:
    state = start(CLASSIC, "5555", "BR")
    before = view(state, None).stake
    after = view(play(state, "5555", "BR"), None).stake
    assert (before, after) == (3, 12)


def test_11_three_passes_make_nobody_landlord_unless_the_event_forces_it() -> None:
    for ruleset in ALL:
        nobody = [0] * ruleset.players
        state = bid(HandState.new(deal_with(ruleset), ruleset, AllPass.VOID), *nobody)
        assert (state.phase, state.landlord) == (Phase.FINISHED, None)
        assert state.result is not None
        assert set(points(state.result, ruleset).values()) == {0}
        state = bid(HandState.new(deal_with(ruleset), ruleset, AllPass.FORCED), *nobody)
        assert (state.landlord, state.bid) == (1, 1)
        assert state.phase is not Phase.FINISHED


def test_12_an_opening_of_five_cards_and_nothing_more_is_an_anti_spring() -> None:
    state = start(CLASSIC, "34567", "89TJQ" + "3456789TJQKA")
    state = play(state, "34567", "89TJQ", "", "", "3456789TJQKA")
    assert state.result is not None
    assert (state.result.winner, state.result.spring) == ("farmers", "anti_spring")
    assert points(state.result, CLASSIC) == {1: -12, 2: 6, 3: 6}


def test_13_nothing_reveals_the_kitty_before_its_time() -> None:
    for ruleset in (COMPETITION, OFFICIAL):
        state = HandState.new(deal_with(ruleset), ruleset)
        kitty = set(state.kitty)
        state = bid(state, 3)
        for _ in range(2):
            for viewer in (None, 1, 2, 3):
                seen = view(state, viewer)
                assert seen.kitty is None
                assert seen.counts == {1: 17, 2: 17, 3: 17}
                assert not kitty & _cards_shown(seen)
            state = state.apply(state.to_act[0], Double(True))
        assert view(state, 1).kitty is None
        state = state.apply(1, Redouble(False))
        for viewer in (None, 1, 2, 3):
            assert view(state, viewer).kitty == state.kitty


def test_13_in_classic_the_kitty_is_the_landlords_alone() -> None:
    state = bid(HandState.new(deal_with(CLASSIC), CLASSIC), 3)
    for viewer in (None, 2, 3):
        assert view(state, viewer).kitty is None
    assert view(state, 1).kitty == state.kitty
    state = play(state, "3", *[""] * 2)
    assert view(state, 2).kitty is None


def _cards_shown(seen: View) -> set[int]:
    """Every card whose text occurs anywhere in what the API would send."""
    sent = json.dumps(seen.to_data())
    return {card for card in deck() if f'"{format_card(card)}"' in sent}

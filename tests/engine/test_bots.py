"""Bots: they act legally, answer the same when asked twice, and the planner plans."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.bots import match
from engine.actions import Pass, PlayRanks, action_from_data
from engine.bots import make_bot
from engine.bots.planner import PlannerBot, strength
from engine.bots.plans import turns
from engine.bots.shapes import can_be_beaten, shape_of
from engine.cards import deck, format_card, format_ranks, pack, parse_cards, parse_ranks, unpack
from engine.combinations import Kind
from engine.hand import HandState, view
from engine.moves import legal_moves
from engine.rulesets import Ruleset
from tests.engine.hands import ALL, COMPETITION, FOUR_PLAYER, start
from tests.engine.played import random_deal

STRENGTHS = ("chance", "greedy", "planner")


def cards(text: str) -> list[str]:
    return [format_card(card) for card in parse_cards(text)]


def counts(text: str) -> tuple[int, ...]:
    return unpack(parse_ranks(text))


# all bots


@pytest.mark.parametrize("ruleset", ALL, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bot_plays_whole_hands_by_every_ruleset(strength: str, ruleset: Ruleset) -> None:
    bot = make_bot(strength, 5)
    for seed in range(2 if ruleset is FOUR_PLAYER else 5):
        state = HandState.new(random_deal(ruleset, Random(seed)), ruleset)
        while state.to_act:
            position = state.to_act[0]
            seen = view(state, position).to_data()
            action = bot.choose(seen)
            assert bot.choose(seen) == action
            state = state.apply(position, action_from_data(action))
        assert state.result is not None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_who_is_asked_for_nothing_is_told_so(strength: str) -> None:
    state = start(COMPETITION)
    with pytest.raises(ValueError, match="asks its player for nothing"):
        make_bot(strength, 1).choose(view(state, 2).to_data())


def test_there_is_no_bot_of_another_strength() -> None:
    with pytest.raises(ValueError, match="no bot of strength 'genius'"):
        make_bot("genius", 1)


# plans


@pytest.mark.parametrize(
    ("hand", "fewest"),
    [
        ("", 0),
        ("3", 1),
        ("BR", 1),
        ("B", 1),
        ("34567", 1),
        ("3456", 4),
        ("334455", 1),
        ("333444", 1),
        ("33344456", 1),
        ("3334445566", 1),
        ("3334", 1),
        ("33344", 1),
        ("3333", 1),
        ("33334", 2),
        ("345678944", 2),
        ("3456734567", 1),
        ("TJQKA2", 2),
        ("AA22", 2),
        ("334455667788", 1),
        ("33345678999", 2),
        ("4567899TJ", 2),
    ],
)
def test_the_fewest_turns_of_known_hands(hand: str, fewest: int) -> None:
    assert turns(counts(hand)) == fewest


CHAINS = (Kind.STRAIGHT, Kind.CONSECUTIVE_PAIRS, Kind.AIRPLANE, Kind.ROCKET, Kind.BOMB)


@given(st.permutations(deck()), st.integers(1, 17))
def test_no_chain_played_first_leads_to_fewer_turns(cards: list[int], size: int) -> None:
    packed = pack(cards[:size])
    fewest = turns(unpack(packed))
    assert fewest <= sum(1 for count in unpack(packed) if count)
    for combination in legal_moves(packed, COMPETITION).combinations():
        if combination.kind in CHAINS:
            assert fewest <= 1 + turns(unpack(packed - combination.packed))


# shapes


def test_the_shape_of_every_play_is_that_of_its_combination() -> None:
    for packed, combination in COMPETITION.tables.plays.items():
        shape = shape_of(format_ranks(packed))
        bomb = combination.kind in (Kind.BOMB, Kind.ROCKET)
        assert shape.is_bomb == bomb, combination
        assert shape.size == combination.size
        if combination.kind is not Kind.ROCKET:
            assert (shape.length, shape.main) == (combination.length, combination.main), combination


@given(st.permutations(deck()), st.integers(1, 12), st.randoms(use_true_random=False))
def test_what_cannot_be_beaten_has_no_answer(cards: list[int], size: int, chance: Random) -> None:
    own = sorted(legal_moves(pack(cards[:size]), COMPETITION))
    packed = chance.choice(own)
    unseen = pack(cards[size : size + 34])
    combination = COMPETITION.tables.plays[packed]
    answers = legal_moves(unseen, COMPETITION, combination)
    if not can_be_beaten(shape_of(format_ranks(packed)), unpack(unseen), 34):
        assert not list(answers)


def test_few_cards_beat_little() -> None:
    straight, pair = shape_of("34567"), shape_of("33")
    unseen = counts("456784444BR")
    assert can_be_beaten(straight, unseen, 20)
    assert not can_be_beaten(straight, counts("45678"), 4)
    assert can_be_beaten(straight, unseen, 2)
    assert not can_be_beaten(straight, unseen, 1)
    assert not can_be_beaten(straight, unseen, 4, bombs=False)
    assert not can_be_beaten(pair, counts("45"), 20)
    assert not can_be_beaten(shape_of("BR"), unseen, 20)


# the planner


def chosen(state: HandState) -> dict[str, Any]:
    position = state.to_act[0]
    return PlannerBot(1).choose(view(state, position).to_data())


def left_with(state: HandState, *hands: str) -> HandState:
    """The state with the hands cut down to these ranks; the rest counts as never dealt."""
    cut = []
    for hand, text in zip(state.hands, hands, strict=True):
        wanted, kept = parse_ranks(text), []
        for card in hand:
            if wanted >> 4 * min(card >> 2, 13 + (card == 53)) & 15:
                wanted -= pack([card])
                kept.append(card)
        assert not wanted, text
        cut.append(tuple(kept))
    return state._change(hands=tuple(cut))


def test_it_goes_out_when_it_can() -> None:
    state = left_with(start(COMPETITION, "34567", "9", "T"), "34567", "9", "T")
    assert chosen(state) == {"type": "play", "ranks": "34567"}


def test_it_first_plays_what_nobody_can_beat_and_then_the_rest() -> None:
    state = left_with(start(COMPETITION, "3BR", "99", "TT"), "3BR", "99", "TT")
    assert chosen(state) == {"type": "play", "ranks": "BR"}


def farmers_lead(second: str, third: str, landlord: str = "4448") -> HandState:
    """Position 2, a farmer, leads; position 3 is his partner."""
    state = start(COMPETITION, f"{landlord}3", second, third)
    state = state.apply(1, PlayRanks.of("3"))
    state = state.apply(2, PlayRanks.of("2")).apply(3, Pass()).apply(1, Pass())
    return left_with(state, landlord, second.replace("2", "", 1), third)


def test_it_feeds_a_partner_with_one_card_left() -> None:
    state = farmers_lead("25599JJK", "6")
    action = chosen(state)
    assert action in [{"type": "play", "ranks": "5"}, {"type": "play", "ranks": "9"}]


def test_it_leads_no_low_single_into_a_landlord_with_one_card_left() -> None:
    state = farmers_lead("2455", "6677", landlord="8")
    assert chosen(state) == {"type": "play", "ranks": "55"}


def test_it_leaves_the_lead_to_a_partner_about_to_go_out() -> None:
    state = start(COMPETITION, "34", "5", "9")
    state = state.apply(1, PlayRanks.of("3")).apply(2, PlayRanks.of("5"))
    state = left_with(state, "4", "6", "9TQ")
    assert chosen(state) == {"type": "pass"}


def test_a_strong_hand_bids_three_and_a_weak_one_nothing() -> None:
    assert strength(counts("34567TJQKA22BR222")) > strength(counts("33457789TTJQQKAA2")[:15])
    strong = HandState.new(random_deal(COMPETITION, Random(0)), COMPETITION)
    seen = view(strong, 1).to_data()
    seen["hand"] = cards("RJ BJ 2s 2h 2d As Ah Ks 10s 9s 8s 7s 6s 5s 4s 3s 3h")
    assert PlannerBot(1).choose(seen) == {"type": "bid", "value": 3}
    seen["hand"] = cards("Ks Kh Jd 10c 9s 8d 8h 7c 7s 5d 5c 4h 4s 3s 3d Qh 6c")
    assert PlannerBot(1).choose(seen) == {"type": "bid", "value": 0}


def test_a_duplicate_match_of_a_bot_against_itself_is_a_tie() -> None:
    assert match("planner", "planner", 2) == [0.0, 0.0]


def test_the_planner_beats_chance_in_duplicate() -> None:
    assert sum(match("planner", "chance", 4)) > 0

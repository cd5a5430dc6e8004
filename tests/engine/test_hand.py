"""The state of a hand: phases in order, refusals that change nothing, whole hands at random."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import (
    Action,
    Bid,
    Double,
    Pass,
    Play,
    PlayRanks,
    Redouble,
    action_from_data,
    action_to_data,
)
from engine.cards import deck, pack, parse_cards, sort_cards
from engine.deal import Deal
from engine.errors import DealError, IllegalAction, ParseError, RulesetError
from engine.hand import AllPass, Expected, HandState, Phase, view
from engine.payoff import points
from engine.rulesets import Ruleset, Scoring, get
from tests.engine.hands import (
    ALL,
    CLASSIC,
    COMPETITION,
    FEWER,
    FOUR_PLAYER,
    OPERATOR,
    bid,
    deal_with,
    play,
    playing,
    start,
)

OPTIONS = [
    get(n) for n in ("classic+doubling+show_kitty", "practice+forced", "four-player+doubling")
]


def shuffled(ruleset: Ruleset, seed: int) -> Deal:
    cards = list(deck(ruleset.decks))
    random.Random(seed).shuffle(cards)
    size = ruleset.hand_size
    hands = [cards[size * i : size * (i + 1)] for i in range(ruleset.players)]
    return Deal.of(hands, cards[size * ruleset.players :])


def chosen(expected: Expected, chance: random.Random) -> Action:
    """One of the actions that are expected."""
    if expected.type == "play" and expected.may_pass and chance.random() < 0.4:
        return Pass()
    if expected.type == "play" and not expected.choices:
        return Pass()
    choice = chance.choice(expected.choices)
    if expected.type == "play":
        return PlayRanks.of(str(choice))
    return action_from_data({"type": expected.type, "value": choice})


@FEWER
@given(st.sampled_from([*ALL, *OPTIONS]), st.integers(0, 10**6), st.sampled_from(list(AllPass)))
def test_a_hand_played_at_random_is_never_stuck_and_never_inconsistent(
    ruleset: Ruleset, seed: int, all_pass: AllPass
) -> None:
    chance = random.Random(seed)
    state = HandState.new(shuffled(ruleset, seed), ruleset, all_pass)
    order = list(Phase)
    while state.phase is not Phase.FINISHED:
        position = chance.choice(state.to_act)
        expected = state.expected(position)
        assert expected is not None
        before = state
        state = state.apply(position, chosen(expected, chance))
        assert order.index(state.phase) >= order.index(before.phase)
        check_cards(state)
        if chance.random() < 0.2:
            check_stored(state)
    check_stored(state)
    assert state.result is not None
    scores = points(state.result, ruleset)
    assert ruleset.scoring is Scoring.ADD or sum(scores.values()) == 0
    assert all(state.expected(position) is None for position in ruleset.positions)


def check_cards(state: HandState) -> None:
    """Every card is in one place, hands are sorted, and somebody acts until the end."""
    kitty = () if state.kitty_taken else state.kitty
    everything = sum((made.cards for made in state.plays), sum(state.hands, kitty))
    assert sort_cards(everything) == deck(state.ruleset.decks)
    assert all(hand == sort_cards(hand) for hand in state.hands)
    assert bool(state.to_act) == (state.phase is not Phase.FINISHED)


def check_stored(state: HandState) -> None:
    """The snapshot leads back to the same state."""
    stored = json.loads(json.dumps(state.to_data()))
    assert HandState.from_data(stored, state.ruleset) == state


def test_the_state_never_changes_and_a_refusal_leaves_it_alone() -> None:
    state = start(COMPETITION, "34567", "89TJQ")
    copy = dict(state.__dict__)
    play(state, "34567")
    with pytest.raises(IllegalAction):
        state.apply(1, PlayRanks.of("3456"))
    assert state.__dict__ == copy


def test_doubling_is_sealed_and_asks_for_a_redouble_only_after_a_double() -> None:
    state = bid(HandState.new(deal_with(COMPETITION), COMPETITION), 0, 2, 0)
    assert (state.phase, state.to_act) == (Phase.DOUBLING, (1, 3))
    assert state.expected(3) == Expected("double", (True, False))
    assert state.expected(2) is None
    one = state.apply(3, Double(True))
    assert (one.phase, one.to_act, one.doubles) == (Phase.DOUBLING, (1,), ((3, True),))
    both = one.apply(1, Double(False))
    assert (both.phase, both.to_act) == (Phase.REDOUBLING, (2,))
    assert both.expected(2) == Expected("redouble", (True, False))
    for answer in (True, False):
        done = both.apply(2, Redouble(answer))
        assert (done.phase, done.redoubled, len(done.hand(2))) == (Phase.PLAYING, answer, 20)
    none = state.apply(1, Double(False)).apply(3, Double(False))
    assert (none.phase, none.redoubled, none.to_act) == (Phase.PLAYING, None, (2,))


def test_a_redouble_is_in_the_result() -> None:
    ruleset = get("classic+doubling")
    # 33 to AA is consecutive pairs of 20 cards with the kitty: everything at once
    state = HandState.new(deal_with(ruleset, "33445566778899TTJ", kitty="JQQ"), ruleset)
    state = bid(state, 3).apply(2, Double(True)).apply(3, Double(False)).apply(1, Redouble(True))
    state = play(state, "33445566778899TTJJQQ")
    assert state.result is not None
    assert (state.result.doubled, state.result.redoubled) == ((2,), True)
    assert state.result.spring == "spring"
    assert points(state.result, ruleset) == {1: 30, 2: -24, 3: -6}


@pytest.mark.parametrize(
    ("position", "action", "code"),
    [
        (1, Bid(1), "wrong_phase"),
        (1, Double(True), "wrong_phase"),
        (1, Redouble(True), "wrong_phase"),
        (2, Play.of("3c"), "not_your_turn"),
        (2, Pass(), "not_your_turn"),
        (4, Pass(), "unknown_position"),
        (0, Pass(), "unknown_position"),
        (1, Pass(), "leader_passes"),
        (1, Play(()), "no_cards"),
        (1, PlayRanks(0), "no_cards"),
        (1, PlayRanks.of("8889"), "not_held"),
        (1, PlayRanks.of("34"), "not_a_combination"),
        (1, PlayRanks.of("777733"), "not_held"),
        (1, PlayRanks.of("777734"), None),
    ],
)
def test_every_refusal_has_its_code(position: int, action: Action, code: str | None) -> None:
    state = start(COMPETITION, "3456777755", "BR8888")
    if code is None:
        assert state.apply(position, action).to_act == (2,)
        return
    with pytest.raises(IllegalAction) as refused:
        state.apply(position, action)
    assert refused.value.code == code
    assert refused.value.detail
    assert refused.value.sentence("zh") != refused.value.detail


def test_refusals_in_the_doubling() -> None:
    state = bid(HandState.new(deal_with(COMPETITION), COMPETITION), 3)
    state = state.apply(2, Double(True))
    for position, action, code in (
        (1, Double(True), "not_your_turn"),
        (2, Double(False), "already_chosen"),
        (1, Redouble(True), "wrong_phase"),
        (3, Pass(), "wrong_phase"),
    ):
        with pytest.raises(IllegalAction) as refused:
            state.apply(position, action)
        assert refused.value.code == code


def test_missing_cards_are_named_and_no_others() -> None:
    state = start(COMPETITION, "3", "BR")
    with pytest.raises(IllegalAction) as refused:
        state.apply(1, Play.of("3c RJ BJ") if 0 in state.hand(1) else Play.of("3s RJ BJ"))
    assert "RJ" in refused.value.detail
    assert "BJ" in refused.value.detail
    with pytest.raises(IllegalAction) as refused:
        state.apply(1, PlayRanks.of("BR"))
    assert refused.value.params == {"cards": "BR"}


def test_a_finished_hand_takes_nothing_more() -> None:
    state = bid(HandState.new(deal_with(COMPETITION), COMPETITION), 0, 0, 0)
    with pytest.raises(IllegalAction) as refused:
        state.apply(1, Bid(1))
    assert refused.value.code == "hand_finished"


def test_a_play_by_ranks_takes_the_lowest_suits_and_is_stored_as_cards() -> None:
    state = start(CLASSIC, "3333")
    assert play(state, "33").plays[0].cards == parse_cards("3d 3c")
    checked = state.checked(1, PlayRanks.of("33"))
    assert action_to_data(checked) == {"type": "play", "cards": ["3d", "3c"]}
    assert state.advance(1, checked) == play(state, "33")
    with pytest.raises(TypeError):
        state.advance(1, PlayRanks.of("33"))


def test_time_out_does_the_least() -> None:
    state = HandState.new(deal_with(COMPETITION), COMPETITION)
    assert state.timeout_action(1) == Bid(0)
    assert state.timeout_action(2) is None
    state = bid(state, 3)
    assert state.timeout_action(2) == Double(False)
    state = state.apply(2, Double(True)).apply(3, Double(False))
    assert state.timeout_action(1) == Redouble(False)
    state = playing(state)
    assert state.timeout_action(1) == Play(state.hand(1)[-1:])
    state = state.apply(1, Play(state.hand(1)[-1:]))
    assert state.timeout_action(2) == Pass()
    four = start(FOUR_PLAYER)
    action = four.timeout_action(1)
    assert action is not None
    assert four.apply(1, action).to_act == (2,)


def test_a_deal_or_a_bet_that_does_not_fit_is_refused() -> None:
    deal = deal_with(COMPETITION)
    with pytest.raises(DealError):
        HandState.new(deal, FOUR_PLAYER)
    with pytest.raises(RulesetError):
        HandState.new(deal, COMPETITION, bet=2)
    assert HandState.new(deal, OPERATOR, bet=20).bet == 20


def test_the_operators_landlord_leads_after_every_contest() -> None:
    state = play(start(OPERATOR, "3", "4", "5"), "3", "4", "5", "", "")
    assert (state.to_act, state.leader, state.to_beat) == ((1,), 1, None)


def test_a_snapshot_is_small() -> None:
    state = start(COMPETITION)
    while state.phase is Phase.PLAYING:
        action = state.timeout_action(state.to_act[0])
        assert action is not None
        state = state.apply(state.to_act[0], action)
    assert len(json.dumps(state.to_data())) < 600


def test_what_is_no_snapshot_is_refused() -> None:
    good = start(COMPETITION, "3").to_data()
    bad: list[object] = [
        None,
        [],
        {},
        {**good, "deal": "abc"},
        {**good, "deal": 5},
        {**good, "auction": "x"},
        {**good, "auction": "99999"},
        {**good, "plays": "1!"},
        {**good, "plays": "1aaaa"},
        {**good, "plays": "x"},
        {**good, "doubles": []},
        {**good, "all_pass": "maybe"},
        {**good, "bet": "1"},
        {key: value for key, value in good.items() if key != "plays"},
    ]
    for data in bad:
        with pytest.raises(ParseError) as refused:
            HandState.from_data(data, COMPETITION)  # type: ignore[arg-type]
        assert refused.value.code == "bad_snapshot"
    with pytest.raises(ParseError):
        HandState.from_data(good, CLASSIC)


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("0123abcA1 .+x", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("12x", max_size=2), inner, max_size=3)
    ),
    max_leaves=4,
)


@given(st.data())
def test_no_data_make_the_reading_of_a_snapshot_fail_otherwise(data: st.DataObject) -> None:
    good = play(start(COMPETITION, "34567", "89TJQ"), "34567", "89TJQ", "").to_data()
    changed = data.draw(st.sampled_from([key for key in good if key != "ruleset"]))
    with contextlib.suppress(ParseError):
        HandState.from_data({**good, changed: data.draw(JSON)}, COMPETITION)


def test_the_moves_of_a_position_are_those_it_is_told() -> None:
    state = play(start(CLASSIC, "34567", "89TJQ"), "34567")
    expected = state.expected(2)
    assert expected is not None
    assert expected.may_pass
    assert list(expected.choices) == state.moves(2).texts()
    assert "89TJQ" in expected.choices
    assert view(state, 2).expected == expected
    assert pack(state.hand(2)) == state.moves(2).holding

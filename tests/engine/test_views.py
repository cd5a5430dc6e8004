"""What a viewer sees, tried against everything that a viewer must not learn."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Double
from engine.cards import format_card, parse_cards
from engine.errors import EngineError
from engine.hand import HandState, Phase, View, view
from engine.rulesets import Ruleset, get
from tests.engine.hands import (
    ALL,
    CLASSIC,
    COMPETITION,
    FEWER,
    OFFICIAL,
    bid,
    deal_with,
    play,
    start,
)
from tests.engine.test_hand import chosen, shuffled

ONE_PACK = [
    *(ruleset for ruleset in ALL if ruleset.decks == 1),
    get("classic+doubling"),
    get("classic+doubling+show_kitty"),
]


CARD = re.compile(r'"((?:10|[2-9JQKA])[cdhs]|BJ|RJ)"')


def cards_shown(seen: View) -> set[int]:
    """Every card whose text occurs anywhere in what the API would send."""
    return set(parse_cards(CARD.findall(json.dumps(seen.to_data()))))


def kitty_is_public(state: HandState) -> bool:
    """The table of rulesets, ruleset by ruleset."""
    if state.landlord is None:
        return False
    by_now = state.phase in (Phase.PLAYING, Phase.FINISHED)
    return {
        "competition": by_now,
        "official-2016": by_now,
        "classic": False,
        "practice": True,
        "operator": True,
        "team-additive": True,
        "classic+doubling": False,
        "classic+doubling+show_kitty": True,
    }[state.ruleset.name]


@FEWER
@given(st.sampled_from(ONE_PACK), st.integers(0, 10**6))
def test_nobody_sees_more_than_the_own_hand_the_plays_and_the_kitty_in_its_time(
    ruleset: Ruleset, seed: int
) -> None:
    chance = random.Random(seed)
    state = HandState.new(shuffled(ruleset, seed), ruleset)
    while True:
        if state.phase is Phase.PLAYING and chance.random() < 0.8:
            state = state.apply(*anything(state, chance))
            continue
        played = {card for made in state.plays for card in made.cards}
        for viewer in (None, *ruleset.positions):
            allowed = set(played)
            if viewer is not None:
                allowed |= set(state.hand(viewer))
            if kitty_is_public(state) or (viewer == state.landlord and state.kitty_taken):
                allowed |= set(state.kitty)
            assert cards_shown(view(state, viewer)) == allowed
        if state.phase is Phase.FINISHED:
            break
        state = state.apply(*anything(state, chance))


def anything(state: HandState, chance: random.Random) -> tuple[int, Action]:
    """Somebody who is to act, and one of his choices."""
    position = chance.choice(state.to_act)
    expected = state.expected(position)
    assert expected is not None
    return position, chosen(expected, chance)


@pytest.mark.parametrize("ruleset", [COMPETITION, OFFICIAL, get("classic+doubling")])
def test_a_sealed_double_changes_nothing_for_anybody_but_its_maker(ruleset: Ruleset) -> None:
    before = bid(HandState.new(deal_with(ruleset), ruleset), 3)
    for value in (True, False):
        after = before.apply(2, Double(value))
        for viewer in (None, 1, 3):
            assert view(after, viewer).to_data() == view(before, viewer).to_data()
        own = view(after, 2)
        assert own.own_double is value
        assert own.expected is None
        assert own.to_act == (3,)
        assert own.doubles is None
        revealed = view(after.apply(3, Double(not value)), None)
        assert revealed.doubles == {2: value, 3: not value}


def test_a_view_has_the_form_of_the_api() -> None:
    state = play(start(COMPETITION, "34567", "89TJQ"), "34567", "89TJQ", "")
    data = view(state, 1).to_data()
    assert list(data) == [
        "phase",
        "viewer",
        "ruleset",
        "counts",
        "hand",
        "landlord",
        "bid",
        "auction",
        "kitty",
        "doubles",
        "own_double",
        "redoubled",
        "stake",
        "plays",
        "earlier",
        "unseen",
        "to_beat",
        "leader",
        "to_act",
        "announced",
        "expected",
        "result",
    ]
    assert json.loads(json.dumps(data)) == data
    assert data["phase"] == "playing"
    assert data["counts"] == {"1": 15, "2": 12, "3": 17}
    assert data["auction"] == [{"position": 1, "value": 3}]
    assert data["doubles"] == {"2": False, "3": False}
    assert data["plays"][0]["combination"] == "straight"
    assert data["plays"][2] == {"position": 3, "cards": [], "combination": None}
    assert data["to_beat"] == data["plays"][1]
    assert (data["leader"], data["to_act"], data["stake"]) == (1, [1], 3)
    assert data["expected"]["type"] == "play"
    assert data["expected"]["may_pass"] is True


def test_open_cards_show_every_hand_and_the_kitty() -> None:
    state = HandState.new(deal_with(CLASSIC), CLASSIC)
    data = view(state, None, open_cards=True).to_data()
    assert data["hands"]["2"] == [format_card(card) for card in state.hand(2)]
    assert data["kitty"] == [format_card(card) for card in state.kitty]
    assert "hands" not in view(state, 1).to_data()


def test_the_end_of_a_hand_opens_no_cards() -> None:
    state = start(COMPETITION, "33445566778899TTJ", kitty="JQQ")
    state = play(state, "33445566778899TTJJQQ")
    seen = view(state, 2)
    assert seen.result is not None
    assert seen.hands is None
    assert not set(state.hand(3)) & cards_shown(seen)


def test_a_hand_passed_out_shows_no_kitty() -> None:
    for ruleset in ONE_PACK:
        state = bid(HandState.new(deal_with(ruleset), ruleset), 0, 0, 0)
        if state.landlord is None:
            assert view(state, 1).kitty is None


def test_the_low_card_announcement_is_for_the_ruleset_that_has_it() -> None:
    for ruleset, announced in ((OFFICIAL, (2,)), (COMPETITION, ())):
        state = start(ruleset, "34567", "89TJQ" + "3456789TJQ" + "22")
        state = play(state, "34567", "89TJQ", "", "", "3456789TJQ")
        assert len(state.hand(2)) == 2
        assert view(state, None).announced == announced


def test_nobody_views_from_a_position_that_does_not_exist() -> None:
    state = HandState.new(deal_with(COMPETITION), COMPETITION)
    for viewer in (0, -1, 4):
        with pytest.raises(EngineError) as refused:
            view(state, viewer)
        assert refused.value.code == "unknown_position"

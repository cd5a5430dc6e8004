"""Passes with a winning play: endings by hand, and whole hands against the legal moves."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.actions import Action, Pass
from engine.cards import format_cards, pack, parse_cards
from engine.hand import HandState, Phase
from engine.missed_wins import missed_wins
from engine.record import actions_of
from tests.engine.hands import COMPETITION, FOUR_PLAYER, play, start
from tests.engine.played import random_action, random_deal


def ending(*hands: str) -> HandState:
    """The landlord (position 1) leads, and these cards are left."""
    return replace(start(COMPETITION), hands=tuple(map(parse_cards, hands)))


def told(state: HandState) -> list[tuple[int, int, str]]:
    return [(each.index, each.position, format_cards(each.cards)) for each in missed_wins(state)]


def test_a_farmer_passes_on_a_three_with_a_four_left() -> None:
    state = play(ending("3s 8s Ks", "4h", "5h 6h"), "3", "", "", "8", "", "", "K")
    assert told(state) == [(1, 2, "4h")]  # the 8 beats the 4
    assert format_cards(missed_wins(state)[0].to_beat.cards) == "3s"


def test_the_last_chance_of_each_farmer_is_told() -> None:
    state = play(ending("3s 4s Ks", "5h", "6h"), "3", "", "", "4", "", "", "K")
    assert told(state) == [(4, 2, "5h"), (5, 3, "6h")]


def test_passing_to_the_partner_counts_if_the_landlord_wins() -> None:
    lost = play(ending("3s As 4s", "9h 3h", "Th"), "3", "9", "", "A", "", "", "4")
    assert told(lost) == [(2, 3, "10h")]
    won = play(ending("3s As 4s", "9h 3h", "Th"), "3", "9", "", "", "3")
    assert told(won) == []


@pytest.mark.parametrize(
    ("hand", "is_one"),
    [
        ("4h 5h", False),  # no combination
        ("4h 4c", False),  # a pair does not answer a single
        ("3h", False),  # not higher
        ("4h 4c 4d 4s", True),  # a bomb
        ("BJ RJ", True),  # the rocket
    ],
)
def test_all_that_is_held_has_to_be_one_play_that_beats(hand: str, is_one: bool) -> None:
    state = play(ending("3s As", hand, "5h 6h"), "3", "", "", "A")
    assert bool(missed_wins(state)) is is_one


def test_the_landlords_own_pass_is_no_farmers() -> None:
    state = play(ending("3s 4s", "9h Ah 6h", "7h 8h"), "3", "9", "", "", "A", "", "")
    assert told(state) == []  # not over
    state = play(ending("3s 5s", "4h 3h 6h", "7h 8h"), "3", "4", "", "", "3", "", "5")
    assert told(state) == []


def test_random_hands_agree_with_the_legal_moves() -> None:
    some = 0
    for seed in range(40):
        random, ruleset = Random(seed), FOUR_PLAYER if seed % 8 == 0 else COMPETITION
        state = HandState.new(random_deal(ruleset, random), ruleset)
        action: Action
        while state.to_act:
            position = random.choice(state.to_act)
            often = state.to_beat is not None and random.random() < 0.6
            action = Pass() if often else random_action(state, position, random)
            state = state.apply(position, action)
        wanted = {}
        before, index = HandState.new(state.deal, ruleset), 0
        for position, action in actions_of(state):
            if before.phase is Phase.PLAYING:
                whole = pack(before.hand(position))
                farmer = position != state.landlord
                if farmer and isinstance(action, Pass) and whole in before.moves(position).plays:
                    wanted[position] = index
                index += 1
            before = before.advance(position, action)
        lost = state.result is not None and state.result.winner == "landlord"
        found = {each.position: each.index for each in missed_wins(state)}
        assert found == (wanted if lost else {})
        some += len(found)
    assert some

"""A play-out says, move by move, what the state of a hand says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Pass, PlayRanks
from engine.cards import pack
from engine.drawing import Draw, draw_answer, draw_lead
from engine.generation import leads, masks_of, responses
from engine.hand import HandState, Phase
from engine.playout import Playout
from engine.rulesets import Ruleset
from tests.engine.hands import ALL, COMPETITION, bid, deal_with, playing
from tests.engine.test_hand import shuffled
from tests.engine.test_moves import rulesets_and_hands, some_play


@given(st.sampled_from(ALL), st.integers(0, 10**6))
def test_a_play_out_follows_the_state_of_the_hand(ruleset: Ruleset, seed: int) -> None:
    chance = random.Random(seed)
    state = playing(bid(HandState.new(shuffled(ruleset, seed), ruleset), 3))
    playout = Playout.of(state)
    while state.phase is Phase.PLAYING:
        position = state.to_act[0]
        assert playout.to_act == position
        assert playout.hands == [pack(hand) for hand in state.hands]
        moves = playout.moves()
        passes = [0] if state.to_beat else []
        assert moves == [*state.moves(position), *passes]
        packed = chance.choice(moves)
        state = state.apply(position, PlayRanks(packed) if packed else Pass())
        before, playout = playout, playout.copy()
        playout.play(packed)
        assert before.moves() == moves
        if state.phase is Phase.PLAYING and chance.random() < 0.2:
            playout = Playout.of(state)
    assert state.result is not None
    assert playout.result(state.bid) == state.result


def test_a_play_out_begins_with_the_play_only() -> None:
    with pytest.raises(ValueError, match="playing"):
        Playout.of(HandState.new(deal_with(COMPETITION), COMPETITION))


def every_draw(draw_one: Callable[[Draw], int], number: int) -> Counter[int]:
    """What the middle of each of `number` equal parts of 0 to 1 draws."""
    return Counter([draw_one(lambda part=part: (part + 0.5) / number) for part in range(number)])  # type: ignore[misc]


@given(rulesets_and_hands(most=20), st.data())
def test_each_lead_is_drawn_by_an_equal_part(
    given_: tuple[Ruleset, int], data: st.DataObject
) -> None:
    ruleset, holding = given_
    tables, masks = ruleset.tables, masks_of(holding, ruleset.tables)
    plays = leads(holding, tables)
    drawn = every_draw(lambda draw: draw_lead(holding, masks, tables, draw), len(plays))
    assert drawn == Counter(plays)


@given(rulesets_and_hands(most=20), st.data())
def test_each_answer_and_the_pass_are_drawn_by_an_equal_part(
    given_: tuple[Ruleset, int], data: st.DataObject
) -> None:
    ruleset, holding = given_
    tables, masks = ruleset.tables, masks_of(holding, ruleset.tables)
    to_beat = data.draw(some_play(ruleset))
    moves = [*responses(holding, to_beat, tables), 0]
    drawn = every_draw(lambda draw: draw_answer(masks, to_beat, tables, draw), len(moves))
    assert drawn == Counter(moves)


@given(st.sampled_from(ALL), st.integers(0, 10**6))
def test_played_at_random_somebody_goes_out(ruleset: Ruleset, seed: int) -> None:
    state = playing(bid(HandState.new(shuffled(ruleset, seed), ruleset), 3))
    chance = random.Random(seed)
    begun = Playout.of(state)
    for _ in range(chance.choice((0, 1, 2, 10))):
        begun.play(chance.choice(begun.moves()))
    one, other = begun.copy(), begun.copy()
    winner = one.finish(random.Random(seed))
    assert one.hands[winner - 1] == 0
    draw, tables = random.Random(seed).random, ruleset.tables
    while not other.winner:
        holding, to_beat = other.hands[other.to_act - 1], other.to_beat
        masks = masks_of(holding, tables)
        if to_beat is None:
            other.play(draw_lead(holding, masks, tables, draw))
        else:
            other.play(draw_answer(masks, to_beat, tables, draw))
    assert one.result(3) == other.result(3)
    assert (one.hands, one.to_act, one.last) == (other.hands, other.to_act, other.last)
    assert (one.to_beat, one.plays_made) == (other.to_beat, other.plays_made)
    assert one.finish(random.Random(seed)) == winner

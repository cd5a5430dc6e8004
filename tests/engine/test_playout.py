"""A play-out says, move by move, what the state of a hand says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Pass, PlayRanks
from engine.cards import pack
from engine.hand import HandState, Phase
from engine.playout import Playout
from engine.rulesets import Ruleset
from tests.engine.hands import ALL, COMPETITION, bid, deal_with, playing
from tests.engine.test_hand import shuffled


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


@given(st.sampled_from(ALL), st.integers(0, 10**6))
def test_played_at_random_somebody_goes_out(ruleset: Ruleset, seed: int) -> None:
    state = playing(bid(HandState.new(shuffled(ruleset, seed), ruleset), 3))
    one, other = Playout.of(state), Playout.of(state)
    winner = one.finish(random.Random(seed))
    assert one.hands[winner - 1] == 0
    chance = random.Random(seed)
    while not other.winner:
        moves = other.moves()
        # one draw for every decision that is one, as in `finish`
        other.play(moves[int(chance.random() * len(moves))] if moves != [0] else 0)
    assert one.result(3) == other.result(3)
    assert (one.hands, one.to_act, one.last) == (other.hands, other.to_act, other.last)

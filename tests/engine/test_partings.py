"""Where tables parted: a small board by hand, and properties of random ones."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Bid
from engine.deal import Deal
from engine.hand import HandState
from engine.partings import Step, Way, parted, steps_of
from engine.payoff import points
from engine.rulesets import Ruleset
from tests.engine.hands import ALL, COMPETITION
from tests.engine.played import random_action, random_deal


def played(deal: Deal, seed: int, ruleset: Ruleset = COMPETITION, *bids: int) -> HandState:
    """A deal after these calls, then played to its end by drawing lots."""
    random = Random(seed)
    state = HandState.new(deal, ruleset)
    for bid in bids:
        state = state.apply(state.to_act[0], Bid(bid))
    while state.to_act:
        position = random.choice(state.to_act)
        state = state.apply(position, random_action(state, position, random))
    return state


def points_of(state: HandState, position: int) -> int:
    assert state.result is not None
    return points(state.result, state.ruleset, state.bet)[position]


def test_a_board_that_was_passed_out_twice_and_bid_twice() -> None:
    deal = random_deal(COMPETITION, Random(4))
    a, b = (played(deal, 0, COMPETITION, 0, 0, 0) for _ in range(2))
    c, d = (played(deal, seed, COMPETITION, 0, 2, 0) for seed in (1, 2))
    e = played(deal, 3, COMPETITION, 3)
    first, second = parted({"a": a, "b": b, "c": c, "d": d, "e": e})
    # Four say no bid at position 1; of these two are passed out, and two bid 2 at position 2.
    assert first.steps == (Step(1, "bid", 0),)
    assert first.plays == ("a", "b", "c", "d")
    assert first.average == Fraction(points_of(c, 1) + points_of(d, 1), 4)
    assert second.steps == (Step(1, "bid", 3),)
    assert (second.plays, second.average, second.ways) == (("e",), points_of(e, 1), ())
    out, bid_two = first.ways
    assert out.steps == (Step(2, "bid", 0), Step(3, "bid", 0))
    assert (out.plays, out.average, out.ways) == (("a", "b"), 0, ())
    assert bid_two.steps[:2] == (Step(2, "bid", 2), Step(3, "bid", 0))
    assert bid_two.average == Fraction(points_of(c, 2) + points_of(d, 2), 2)
    assert {way.plays for way in bid_two.ways} == {("c",), ("d",)}


def test_suits_part_nobody() -> None:
    one, other = Step(1, "play", None, "3", (0,)), Step(1, "play", None, "3", (1,))
    assert one.key == other.key


def test_a_play_that_is_not_over_is_refused() -> None:
    state = HandState.new(random_deal(COMPETITION, Random(1)), COMPETITION)
    with pytest.raises(ValueError, match="not finished"):
        parted({"a": state})


def test_no_plays_have_no_ways() -> None:
    assert parted({}) == ()


def nodes(
    ways: tuple[Way, ...], before: tuple[Step, ...] = ()
) -> Iterator[tuple[Way, tuple[Step, ...]]]:
    for way in ways:
        path = before + way.steps
        yield way, path
        yield from nodes(way.ways, path)


def check(states: Mapping[Hashable, HandState], ways: tuple[Way, ...]) -> None:
    assert sorted(str(play) for way in ways for play in way.plays) == sorted(map(str, states))
    for way, path in nodes(ways):
        for play in way.plays:
            line = steps_of(states[play])
            assert [step.key for step in line[: len(path)]] == [step.key for step in path]
            if not way.ways and len(way.plays) > 1:
                assert len(line) == len(path)
        who = way.steps[0].position
        total = sum(points_of(states[play], who) for play in way.plays)
        assert way.average == Fraction(total, len(way.plays))
        if way.ways:
            assert sorted(str(p) for each in way.ways for p in each.plays) == sorted(
                map(str, way.plays)
            )
            assert len({each.steps[0].key for each in way.ways}) == len(way.ways) > 1


@given(st.sampled_from(ALL), st.integers(0, 10**6), st.integers(1, 6))
def test_every_way_is_what_its_plays_did_together(ruleset: Ruleset, seed: int, number: int) -> None:
    deal = random_deal(ruleset, Random(seed))
    states: dict[Hashable, HandState] = {
        f"t{table}": played(deal, seed + table % 3, ruleset) for table in range(number)
    }
    check(states, parted(states))

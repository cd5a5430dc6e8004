"""The auction, call by call."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Bid
from engine.auction import AuctionState, possible_bids, read_auction
from engine.errors import IllegalAction
from engine.hand import HandState, Phase
from engine.rulesets import AuctionForm, Ruleset
from tests.engine.hands import ALL, CLASSIC, COMPETITION, FOUR_PLAYER, bid, deal_with


def calls(*values: int, players: int = 3) -> tuple[tuple[int, int], ...]:
    return tuple((number % players + 1, value) for number, value in enumerate(values))


@pytest.mark.parametrize(
    ("ruleset", "values", "expected"),
    [
        (COMPETITION, (), (1, None, 0)),
        (COMPETITION, (0,), (2, None, 0)),
        (COMPETITION, (1, 2), (3, None, 2)),
        (COMPETITION, (0, 0, 1), (None, 3, 1)),
        (COMPETITION, (0, 0, 0), (None, None, 0)),
        (COMPETITION, (0, 3), (None, 2, 3)),
        (CLASSIC, (0, 0, 0), (None, None, 0)),
        (CLASSIC, (0, 0, 1), (1, None, 1)),
        (CLASSIC, (0, 0, 1, 0), (2, None, 1)),
        (CLASSIC, (0, 0, 1, 0, 0), (None, 3, 1)),
        (CLASSIC, (1, 2, 0, 0), (None, 2, 2)),
        (CLASSIC, (0, 1, 0, 2, 0, 0), (None, 1, 2)),
        (FOUR_PLAYER, (1, 0, 0), (4, None, 1)),
        (FOUR_PLAYER, (1, 0, 0, 0), (None, 1, 1)),
        (FOUR_PLAYER, (0, 0, 0, 0), (None, None, 0)),
    ],
)
def test_an_auction_reads_as_the_rules_say(
    ruleset: Ruleset, values: tuple[int, ...], expected: tuple[int | None, int | None, int]
) -> None:
    state = read_auction(calls(*values, players=ruleset.players), ruleset)
    assert state == AuctionState(*expected)


@given(st.sampled_from(ALL), st.data())
def test_every_auction_ends_with_the_highest_bidder(ruleset: Ruleset, data: st.DataObject) -> None:
    state = HandState.new(deal_with(ruleset), ruleset)
    values = []
    while state.phase is Phase.AUCTION:
        expected = state.expected(state.to_act[0])
        assert expected is not None
        values.append(data.draw(st.sampled_from(expected.choices)))
        state = bid(state, int(values[-1]))
    assert state.bid == max(values)
    if state.bid:
        assert (state.landlord, state.bid) in state.auction
    else:
        assert state.landlord is None
    if ruleset.auction is AuctionForm.ONE_CALL:
        assert len(values) <= ruleset.players


def test_a_bid_must_be_higher_than_the_highest() -> None:
    state = bid(HandState.new(deal_with(COMPETITION), COMPETITION), 2)
    assert possible_bids(state.auction) == (0, 3)
    for value, code in ((1, "bid_too_low"), (2, "bid_too_low"), (4, "bad_bid"), (-1, "bad_bid")):
        with pytest.raises(IllegalAction) as refused:
            state.apply(2, Bid(value))
        assert refused.value.code == code
    with pytest.raises(IllegalAction):
        state.apply(2, Bid(True))

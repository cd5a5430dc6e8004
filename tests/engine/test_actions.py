"""Actions in the form of the API: what is written reads back, anything else is refused."""

from __future__ import annotations

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
    cards_of_ranks,
)
from engine.cards import parse_cards, parse_ranks, sort_cards
from engine.errors import ParseError

actions = st.one_of(
    st.builds(Bid, st.integers(0, 3)),
    st.builds(Double, st.booleans()),
    st.builds(Redouble, st.booleans()),
    st.builds(Pass),
    st.lists(st.integers(0, 53), max_size=20).map(lambda cards: Play(sort_cards(cards))),
    st.lists(st.sampled_from("3456789TJQKA2BR"), max_size=8).map(
        lambda ranks: PlayRanks.of("".join(ranks))
    ),
)


@given(actions)
def test_every_action_reads_back(action: Action) -> None:
    assert action_from_data(action_to_data(action)) == action


def test_the_form_is_that_of_the_api() -> None:
    assert action_to_data(Bid(2)) == {"type": "bid", "value": 2}
    assert action_to_data(Pass()) == {"type": "pass"}
    assert action_to_data(Play.of("3s RJ")) == {"type": "play", "cards": ["RJ", "3s"]}
    assert action_from_data({"type": "play", "ranks": "888 4"}) == PlayRanks(parse_ranks("4888"))
    assert action_from_data({"type": "redouble", "value": True}) == Redouble(True)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "pass",
        {},
        {"type": "bid"},
        {"type": "bid", "value": 4},
        {"type": "bid", "value": -1},
        {"type": "bid", "value": True},
        {"type": "bid", "value": "1"},
        {"type": "bid", "value": 1, "extra": 1},
        {"type": "double", "value": 1},
        {"type": "pass", "value": True},
        {"type": "play"},
        {"type": "play", "cards": "3s"},
        {"type": "play", "cards": [3]},
        {"type": "play", "cards": ["3s"], "ranks": "3"},
        {"type": "play", "ranks": 3},
        {"type": ["play"]},
        {"type": "steal"},
    ],
)
def test_what_is_no_action_is_refused(data: Any) -> None:
    with pytest.raises(ParseError) as refused:
        action_from_data(data)
    assert refused.value.code == "bad_action"


def test_unknown_cards_in_an_action_are_refused_as_such() -> None:
    for data, code in (
        ({"type": "play", "cards": ["3s", "4x"]}, "bad_card"),
        ({"type": "play", "ranks": "3x"}, "bad_rank"),
    ):
        with pytest.raises(ParseError) as refused:
            action_from_data(data)
        assert refused.value.code == code


def test_ranks_mean_the_lowest_suits_in_the_hand() -> None:
    hand = parse_cards("RJ 8s 8h 8d 4s 4c")
    assert cards_of_ranks(parse_ranks("884R"), hand) == parse_cards("RJ 8h 8d 4c")
    assert cards_of_ranks(parse_ranks("8888"), hand) is None
    assert cards_of_ranks(parse_ranks("B"), hand) is None


def test_actions_print_as_people_say_them() -> None:
    said = [Bid(0), Bid(3), Double(True), Double(False), Redouble(True), Pass(), Play.of("3s 3c")]
    assert [str(action) for action in said] == [
        "no bid",
        "bid 3",
        "double",
        "no double",
        "redouble",
        "pass",
        "play 3s 3c",
    ]
    assert str(PlayRanks.of("43")) == "play 34"
    assert eval(repr(Bid(3))) == Bid(3)

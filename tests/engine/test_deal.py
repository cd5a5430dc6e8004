"""Deals: their check names everything that is wrong, their forms read back."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import deck, format_card, parse_cards
from engine.deal import Deal
from engine.errors import DealError, ParseError
from engine.rulesets import Ruleset
from tests.engine.hands import ALL, COMPETITION, FOUR_PLAYER, deal_with


def dealt(ruleset: Ruleset, seed: int) -> Deal:
    cards = list(deck(ruleset.decks))
    random.Random(seed).shuffle(cards)
    size = ruleset.hand_size
    hands = [cards[size * i : size * (i + 1)] for i in range(ruleset.players)]
    return Deal.of(hands, cards[size * ruleset.players :])


@given(st.sampled_from(ALL), st.integers(0, 10**6))
def test_every_deal_is_accepted_and_reads_back(ruleset: Ruleset, seed: int) -> None:
    deal = dealt(ruleset, seed)
    assert deal.problems(ruleset) == ()
    deal.check(ruleset)
    assert Deal.from_data(deal.to_data()) == deal
    assert Deal.parse(str(deal)) == deal


def test_a_deal_names_its_hands_by_position() -> None:
    deal = deal_with(COMPETITION, "3333", "BR", kitty="222")
    assert deal.hand(2)[:2] == parse_cards("RJ BJ")
    data = deal.to_data()
    assert list(data["hands"]) == ["1", "2", "3"]
    assert data["hands"]["2"][0] == "RJ"
    assert data["kitty"] == ["2h", "2d", "2c"]


def test_everything_wrong_with_a_deal_is_named() -> None:
    deal = deal_with(COMPETITION)
    first, second, third = deal.hands
    wrong = Deal((first[1:], second, second[:1] + third[1:]), (*deal.kitty, first[0]))
    problems = wrong.problems(COMPETITION)
    assert [problem.code for problem in problems[:2]] == ["wrong_hand_size", "wrong_kitty_size"]
    assert {(problem.code, problem.params["card"]) for problem in problems[2:]} == {
        ("card_too_often", format_card(second[0])),
        ("card_missing", format_card(third[0])),
    }
    with pytest.raises(DealError):
        wrong.check(COMPETITION)
    four = [problem.code for problem in deal.problems(FOUR_PLAYER)]
    assert four[:4] == ["wrong_number_of_hands", *["wrong_hand_size"] * 3]


@pytest.mark.parametrize(
    "data",
    [{}, {"hands": {}}, {"hands": [], "kitty": 5}, {"hands": {"2": []}, "kitty": []}, [], "x"],
)
def test_data_that_are_no_deal_are_refused(data: object) -> None:
    with pytest.raises(ParseError):
        Deal.from_data(data)  # type: ignore[arg-type]


def test_a_bad_card_in_a_text_is_named_with_line_and_column() -> None:
    text = str(deal_with(COMPETITION)).replace("\n2: ", "\n2: 3x ")
    with pytest.raises(ParseError) as refused:
        Deal.parse(text)
    assert (refused.value.code, refused.value.line, refused.value.column) == ("bad_card", 2, 4)


@pytest.mark.parametrize(
    "text", ["", "1: 3s\n1: 4s\nkitty:", "1: 3s", "x: 3s", "3s", "2: 3s\nkitty:"]
)
def test_texts_that_are_no_deal_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Deal.parse(text)


@given(st.text(max_size=40))
def test_no_text_makes_the_parser_fail_otherwise(text: str) -> None:
    with contextlib.suppress(ParseError):
        Deal.parse(text)

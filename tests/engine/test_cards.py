"""Cards and packed counts: everything printed reads back, everything else is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    RANKS,
    contains,
    count_cards,
    deck,
    format_card,
    format_cards,
    format_ranks,
    pack,
    parse_card,
    parse_cards,
    parse_ranks,
    sort_cards,
    unpack,
)
from engine.errors import ParseError

counts = st.lists(st.integers(0, 8), min_size=15, max_size=15)


def packed_of(numbers: list[int]) -> int:
    return sum(number << 4 * rank for rank, number in enumerate(numbers))


def test_a_pack_has_54_different_cards_and_two_packs_each_twice() -> None:
    assert len(set(deck())) == len(deck()) == 54
    assert sorted(deck(2)) == sorted(deck() * 2)
    assert format_cards(deck()[:4]) == "RJ BJ 2s 2h"
    assert format_cards(deck()[-2:]) == "3d 3c"


@given(st.integers(0, 53))
def test_every_card_reads_back(card: int) -> None:
    assert parse_card(format_card(card)) == card
    assert parse_card(format_card(card).lower()) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10h", "10h"),
        ("Th", "10h"),
        ("tH", "10h"),
        ("♠K", "Ks"),
        ("K♠", "Ks"),
        ("10♥", "10h"),
        ("♦️3", "3d"),
        ("bj", "BJ"),
        ("Rj", "RJ"),
    ],
)
def test_a_card_may_be_written_in_several_ways(text: str, card: str) -> None:
    assert format_card(parse_card(text)) == card


@pytest.mark.parametrize("text", ["", "s", "3", "11s", "3x", "J", "BJs", "1s", "♠", "3s4s", "♠♠3"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse_card(text)
    assert refused.value.code == "bad_card"


def test_a_bad_card_among_many_is_named_with_its_column() -> None:
    with pytest.raises(ParseError) as refused:
        parse_cards("3s 10h, 4x 5d")
    assert (refused.value.code, refused.value.column) == ("bad_card", 9)
    assert refused.value.params == {"text": "4x"}


@given(st.lists(st.integers(0, 53), max_size=33))
def test_many_cards_read_back_sorted_from_high_to_low(cards: list[int]) -> None:
    expected = tuple(sorted(cards, reverse=True))
    assert parse_cards(format_cards(cards)) == sort_cards(cards) == expected
    assert parse_cards([format_card(card) for card in cards]) == expected


@given(counts)
def test_packed_counts_read_back(numbers: list[int]) -> None:
    packed = packed_of(numbers)
    assert unpack(packed) == tuple(numbers)
    assert parse_ranks(format_ranks(packed)) == packed
    assert count_cards(packed) == sum(numbers)


@given(counts, counts)
def test_a_hand_contains_what_it_has_enough_of_in_every_rank(a: list[int], b: list[int]) -> None:
    enough = all(x >= y for x, y in zip(a, b, strict=True))
    assert contains(packed_of(a), packed_of(b)) == enough
    least = [min(x, y) for x, y in zip(a, b, strict=True)]
    assert contains(packed_of(a), packed_of(least))


def test_ranks_may_be_written_in_any_order_and_case() -> None:
    assert format_ranks(parse_ranks("888 4")) == "4888"
    assert format_ranks(parse_ranks("br10, 10t")) == "TTTBR"
    assert RANKS == "3456789TJQKA2BR"


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [("34x", "bad_rank", 3), ("1", "bad_rank", 1), ("3♠", "bad_rank", 2)],
)
def test_what_is_no_rank_is_refused_with_its_column(text: str, code: str, column: int) -> None:
    with pytest.raises(ParseError) as refused:
        parse_ranks(text)
    assert (refused.value.code, refused.value.column) == (code, column)


def test_more_cards_of_a_rank_than_two_packs_have_are_refused() -> None:
    assert parse_ranks("3" * 8) == 8
    with pytest.raises(ParseError) as refused:
        parse_ranks("3" * 9)
    assert (refused.value.code, refused.value.column) == ("too_many_of_rank", 9)


@given(st.lists(st.integers(0, 53), max_size=60))
def test_packing_counts_the_ranks(cards: list[int]) -> None:
    most_twice = [card for i, card in enumerate(cards) if cards[:i].count(card) < 2]
    expected = [0] * 15
    for card in most_twice:
        expected[RANKS.index(_letter(card))] += 1
    assert unpack(pack(most_twice)) == tuple(expected)


def _letter(card: int) -> str:
    text = format_card(card)
    return {"BJ": "B", "RJ": "R"}.get(text, "T" if text.startswith("10") else text[0])

"""How cards, points, scores, ranges and results are printed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.cards import deck, format_card
from engine.combinations import Kind
from engine.hand import Result
from tests.tournaments.factories import PASSED_OUT, facts
from tournaments.templatetags import fushi


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4, "+4"),
        (-12, "−12"),
        (0, "0"),
        (None, "–"),
        (Fraction(10, 3), "+3.3"),
        (Fraction(-2, 3), "−0.7"),
        (Fraction(1, 30), "0"),
        (Fraction(-1, 4), "−0.3"),
        (Fraction(6, 2), "+3"),
    ],
)
def test_points_carry_their_sign(value: Fraction | int | None, text: str) -> None:
    assert fushi.signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(7), "7"),
        (Fraction(51, 5), "10.2"),
        (Fraction(88, 3), "29.33"),
        (Fraction(-7, 4), "−1.75"),
        (Fraction(-1, 8), "−0.13"),
        (Fraction(1999, 1000), "2"),
        (20, "20"),
        (None, "–"),
        (0, "0"),
    ],
)
def test_scores_have_at_most_two_decimals(value: Fraction | int | None, text: str) -> None:
    assert fushi.score(value) == text


def test_ranges_and_percentages() -> None:
    assert fushi.ranges([(1, 8), (11, 11)]) == "1–8, 11"
    assert fushi.percent("61.54") == "61.5"
    assert fushi.percent(Fraction(125, 4)) == "31.3"
    assert fushi.percent(None) == "–"
    assert fushi.percentage_of(Fraction(3), Fraction(4)) == "75.0"


def test_a_change_of_rank_is_told_in_words_too() -> None:
    assert 'aria-label="up 1 place">▲ 1<' in fushi.change(1)
    assert 'aria-label="down 3 places">▼ 3<' in fushi.change(-3)
    assert 'aria-label="unchanged">=' in fushi.change(0)
    assert 'aria-label="new"' in fushi.change(None)


def test_every_card_has_a_name_for_those_who_hear_the_page() -> None:
    names = set()
    for card in deck():
        text = fushi.card(format_card(card))
        names.add(text.split('aria-label="')[1].split('"')[0])
    assert len(names) == 54
    assert {"red joker", "black joker", "10 of hearts", "A of spades"} <= names


def test_cards_of_one_rank_stand_together() -> None:
    text = fushi.cards(("RJ", "10h", "10c", "3s"))
    assert text.count("new-rank") == 3
    assert "10 of clubs" in text


def test_every_combination_has_a_name() -> None:
    assert len({fushi.combination(kind.value) for kind in Kind}) == len(Kind)
    assert fushi.combination(None) == ""


@pytest.mark.parametrize(
    ("data", "words", "more"),
    [
        (PASSED_OUT, "passed out", "passed out"),
        (facts(1, 2), "bid 2", ""),
        (
            facts(2, 3, "farmers", bombs=2, rockets=1, spring="anti_spring", doubled=[1, 3]),
            "bid 3 · bombs 2 · rocket · anti-spring · doubled by 1 and 3",
            "anti-spring, doubled by 1 and 3",
        ),
        (
            facts(2, 1, doubled=[3], redoubled=True, spring="spring"),
            "bid 1 · spring · doubled by 3 · redoubled",
            "spring, doubled by 3, redoubled",
        ),
    ],
)
def test_a_result_in_words(data: dict[str, object], words: str, more: str) -> None:
    result = Result.from_data(data)
    assert fushi.facts(result) == words
    assert fushi.extras(result) == more

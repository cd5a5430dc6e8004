"""How many combinations there are, how they read, and which beats which."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import count_cards, parse_ranks
from engine.combinations import Combination, Kind, beats, classify, refusal
from engine.definitions import all_readings
from engine.rulesets import Ruleset
from tests.engine.hands import (
    ALL,
    CLASSIC,
    COMPETITION,
    FOUR_PLAYER,
    OFFICIAL,
    OPERATOR,
    PRACTICE,
    TEAM_ADDITIVE,
    combination,
    name,
)

COMMON = {
    Kind.SINGLE: 15,
    Kind.PAIR: 13,
    Kind.TRIPLE: 13,
    Kind.BOMB: 13,
    Kind.ROCKET: 1,
    Kind.STRAIGHT: 36,
    Kind.CONSECUTIVE_PAIRS: 52,
    Kind.AIRPLANE: 45,
    Kind.TRIPLE_WITH_SINGLE: 182,
    Kind.TRIPLE_WITH_PAIR: 156,
    Kind.FOUR_WITH_TWO_PAIRS: 858,
}
PAIR_WINGS = {2: 605, 3: 1200, 4: 1134}
TOTALS = [
    (CLASSIC, 12654, 9938, {2: 847, 3: 2100, 4: 2646, 5: 1568}, 1170),
    (PRACTICE, 12654, 9938, {2: 847, 3: 2100, 4: 2646, 5: 1568}, 1170),
    (OPERATOR, 12654, 9938, {2: 847, 3: 2100, 4: 2646, 5: 1568}, 1170),
    (COMPETITION, 24639, 15203, {2: 968, 3: 3200, 4: 6534, 5: 8288}, 1326),
    (TEAM_ADDITIVE, 24639, 15203, {2: 968, 3: 3200, 4: 6534, 5: 8288}, 1326),
    (OFFICIAL, 27471, 15935, {2: 968, 3: 3282, 4: 7184, 5: 10388}, 1326),
]


@pytest.mark.parametrize(("ruleset", "twenty", "seventeen", "singles", "fours"), TOTALS)
def test_the_number_of_plays_is_that_of_the_rules(
    ruleset: Ruleset, twenty: int, seventeen: int, singles: dict[int, int], fours: int
) -> None:
    plays = ruleset.tables.plays
    assert len(plays) == twenty
    assert sum(count_cards(packed) <= 17 for packed in plays) == seventeen
    kinds = Counter(play.kind for play in plays.values())
    assert kinds[Kind.FOUR_WITH_TWO_SINGLES] == fours
    assert {kind: kinds[kind] for kind in COMMON} == COMMON
    lengths = Counter((play.kind, play.length) for play in plays.values())
    for kind, counts in (
        (Kind.AIRPLANE_WITH_SINGLES, singles),
        (Kind.AIRPLANE_WITH_PAIRS, PAIR_WINGS),
    ):
        assert {length: n for (k, length), n in lengths.items() if k is kind} == counts


def test_no_set_of_cards_has_two_readings_in_a_published_ruleset() -> None:
    for ruleset in ALL:
        readings = [reading.packed for reading in all_readings(ruleset.play_rules)]
        assert len(readings) == len(set(readings))


@pytest.mark.parametrize(
    ("text", "kind", "main", "length"),
    [
        ("3", "single", 0, 1),
        ("R", "single", 14, 1),
        ("22", "pair", 12, 1),
        ("TTT", "triple", 7, 1),
        ("3TTT", "triple_with_single", 7, 1),
        ("TTTAA", "triple_with_pair", 7, 1),
        ("TJQKA", "straight", 11, 5),
        ("334455", "consecutive_pairs", 2, 3),
        ("QQQKKK", "airplane", 10, 2),
        ("3QQQKKK2", "airplane_with_singles", 10, 2),
        ("33QQQKKK22", "airplane_with_pairs", 10, 2),
        ("7777B2", "four_with_two_singles", 4, 1),
        ("77773344", "four_with_two_pairs", 4, 1),
        ("2222", "bomb", 12, 1),
        ("BR", "rocket", 14, 1),
        ("QQQKKKAAA222", "airplane_with_singles", 11, 3),
        ("333444555777", "airplane_with_singles", 2, 3),
    ],
)
def test_a_combination_has_kind_main_rank_and_length(
    text: str, kind: str, main: int, length: int
) -> None:
    found = combination(text, OFFICIAL)
    assert (found.kind, found.main, found.length) == (kind, main, length)
    assert found.body + found.attached == found.packed == parse_ranks(text)


def test_official_takes_three_of_a_rank_as_wings_unless_they_touch_the_body() -> None:
    assert name("QQQKKKAAA222", OFFICIAL) == "airplane_with_singles"
    assert name("333444555666", OFFICIAL) == "airplane"
    assert name("3334445556667778", OFFICIAL) is None
    assert name("333444555777", OFFICIAL) == "airplane_with_singles"
    assert [name("333444555777", r) for r in (COMPETITION, CLASSIC)] == [None, None]


def test_body_and_attachments_add_up() -> None:
    found = combination("888999TQ")
    assert found.body == parse_ranks("888999")
    assert found.attached == parse_ranks("TQ")
    assert str(found) == "airplane with singles 888999TQ"


def test_a_printed_combination_reads_back() -> None:
    found = combination("888999TQ")
    names = {"Combination": Combination, "Kind": Kind}
    text = repr(found).replace(repr(found.kind), "Kind.AIRPLANE_WITH_SINGLES")
    assert eval(text, names) == found


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4", "3"),
        ("R", "B"),
        ("2", "A"),
        ("44", "33"),
        ("45678", "34567"),
        ("8884", "777A"),
        ("3333", "AAAA2R"),
        ("4444", "3333"),
        ("BR", "2222"),
        ("BR", "34567"),
        ("444555KA", "33344489"),
    ],
)
def test_what_beats_what(better: str, worse: str) -> None:
    a, b = combination(better, COMPETITION), combination(worse, COMPETITION)
    assert beats(a, b, COMPETITION)
    assert not beats(b, a, COMPETITION)
    assert refusal(a, b, COMPETITION) is None


@pytest.mark.parametrize(
    ("play", "on", "code"),
    [
        ("3", "3", "not_higher"),
        ("33", "4", "other_shape"),
        ("456789", "34567", "other_length"),
        ("3333", "4444", "not_higher"),
        ("2222", "BR", "not_higher"),
        ("A", "BR", "other_shape"),
        ("77744", "6665", "other_shape"),
    ],
)
def test_why_a_play_is_no_answer(play: str, on: str, code: str) -> None:
    a, b = combination(play, COMPETITION), combination(on, COMPETITION)
    assert refusal(a, b, COMPETITION) == code
    assert not beats(a, b, COMPETITION)


def test_in_two_packs_more_cards_beat_fewer_and_then_the_rank_decides() -> None:
    order = ["3333", "2222", "33333", "22222", "333333", "22222222", "BBRR"]
    plays = [combination(text, FOUR_PLAYER) for text in order]
    for i, worse in enumerate(plays):
        for better in plays[i + 1 :]:
            assert beats(better, worse, FOUR_PLAYER)
            assert not beats(worse, better, FOUR_PLAYER)


def test_in_two_packs_equal_jokers_are_pairs_and_nothing_takes_a_single() -> None:
    assert [name(text, FOUR_PLAYER) for text in ("BB", "RR", "BR", "BBR")] == [
        "pair",
        "pair",
        None,
        None,
    ]
    assert name("333BB", FOUR_PLAYER) == "triple_with_pair"
    assert name("333444BBRR", FOUR_PLAYER) is None
    assert name("333444BB55", FOUR_PLAYER) == "airplane_with_pairs"
    for text in ("3334", "33344456", "333345", "33334455"):
        assert name(text, FOUR_PLAYER) is None


@given(st.sampled_from(ALL), st.data())
def test_beating_is_never_mutual_and_never_reflexive(ruleset: Ruleset, data: st.DataObject) -> None:
    plays = list(ruleset.tables.plays.values())
    a, b = (plays[data.draw(st.integers(0, len(plays) - 1))] for _ in range(2))
    assert not beats(a, a, ruleset)
    assert not (beats(a, b, ruleset) and beats(b, a, ruleset))
    assert (refusal(a, b, ruleset) is None) == beats(a, b, ruleset)


def test_packed_counts_and_cards_in_any_order_are_classified_alike() -> None:
    assert classify([0, 4, 8, 12, 16], CLASSIC) == classify(parse_ranks("34567"), CLASSIC)
    assert classify((), CLASSIC) is None

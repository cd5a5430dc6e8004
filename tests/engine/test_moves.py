"""Legal moves against brute force over every subset, and the object that holds them."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    MOST_OF_RANK,
    UNIT,
    contains,
    deck,
    format_ranks,
    pack,
    parse_cards,
    parse_ranks,
    unpack,
)
from engine.combinations import Combination, Kind, beats, classify
from engine.moves import legal_moves, physical_choices
from engine.rulesets import Ruleset, WingRule, get
from tests.engine.hands import ALL, COMPETITION, FEWER, FOUR_PLAYER, OFFICIAL, combination

CUSTOM = (
    OFFICIAL.override("bodies", wing_of_body_rank=True),
    get("classic").override("fours", four_of_a_rank_attached=True, pair_wings_distinct=False),
    COMPETITION.override(
        "loose",
        both_jokers_attached=True,
        breaks_bombs_for_triples=False,
        twos_in_chains=True,
        bombs_beat_all=False,
    ),
    COMPETITION.override("upside-down", bomb_beats_rocket=True, min_pairs=2, min_straight=3),
    FOUR_PLAYER.override(
        "four-with-singles",
        triple_with_single=True,
        four_with_two_singles=WingRule.AT_MOST_TWO,
        four_with_two_pairs=True,
        breaks_bombs_for_wings=False,
    ),
)
EVERY = (*ALL, *CUSTOM)


def subsets(holding: int) -> list[int]:
    """Every non-empty part of a packed hand."""
    choices = [
        [count * unit for count in range(held + 1)]
        for unit, held in zip(UNIT, unpack(holding), strict=True)
    ]
    return [sum(parts) for parts in product(*choices)][1:]


def brute_force(holding: int, ruleset: Ruleset, to_beat: Combination | None) -> set[int]:
    """The legal plays, found by trying every part of the hand."""
    found = set()
    for part in subsets(holding):
        combination = classify(part, ruleset, holding)
        if combination and (to_beat is None or beats(combination, to_beat, ruleset)):
            found.add(part)
    return found


@st.composite
def rulesets_and_hands(draw: st.DrawFn, most: int = 11) -> tuple[Ruleset, int]:
    """A ruleset, and a hand of few ranks, so that it has triples, chains and bombs."""
    ruleset = draw(st.sampled_from(EVERY))
    first = draw(st.integers(0, 9))
    ranks = [*range(first, first + 4), 12, 13, 14]
    pool = [card for card in deck(ruleset.decks) if min(card >> 2, 13) + (card == 53) in ranks]
    cards = draw(st.lists(st.sampled_from(range(len(pool))), unique=True, max_size=most))
    return ruleset, pack([pool[i] for i in cards])


@st.composite
def some_play(draw: st.DrawFn, ruleset: Ruleset) -> Combination:
    """Any play of a ruleset; each kind is as likely."""
    by_kind = plays_by_kind(ruleset)
    of_kind = by_kind[draw(st.sampled_from(sorted(by_kind)))]
    return of_kind[draw(st.integers(0, len(of_kind) - 1))]


@cache
def plays_by_kind(ruleset: Ruleset) -> dict[Kind, list[Combination]]:
    """The plays of a ruleset, apart."""
    found: dict[Kind, list[Combination]] = {}
    for play in ruleset.plays.values():
        found.setdefault(play.kind, []).append(play)
    return found


@FEWER
@given(rulesets_and_hands())
def test_leads_are_those_of_brute_force(given_: tuple[Ruleset, int]) -> None:
    ruleset, holding = given_
    moves = list(legal_moves(holding, ruleset))
    assert len(moves) == len(set(moves))
    assert set(moves) == brute_force(holding, ruleset, None)


@given(rulesets_and_hands(), st.data())
def test_responses_are_those_of_brute_force(
    given_: tuple[Ruleset, int], data: st.DataObject
) -> None:
    ruleset, holding = given_
    to_beat = data.draw(some_play(ruleset))
    moves = list(legal_moves(holding, ruleset, to_beat))
    assert len(moves) == len(set(moves))
    assert set(moves) == brute_force(holding, ruleset, to_beat)


@FEWER
@given(rulesets_and_hands(most=33), st.data())
def test_a_hand_of_any_size_has_the_plays_that_lie_in_it(
    given_: tuple[Ruleset, int], data: st.DataObject
) -> None:
    ruleset, holding = given_
    expected = {
        packed
        for packed, play in ruleset.tables.plays.items()
        if contains(holding, packed) and classify(packed, ruleset, holding) == play
    }
    moves = legal_moves(holding, ruleset)
    assert set(moves) == expected
    if expected:
        to_beat = ruleset.tables.plays[data.draw(st.sampled_from(sorted(expected)))]
        answers = {p for p in expected if beats(ruleset.tables.plays[p], to_beat, ruleset)}
        assert set(legal_moves(holding, ruleset, to_beat)) == answers


@given(rulesets_and_hands(most=8), st.data())
def test_in_agrees_with_the_list(given_: tuple[Ruleset, int], data: st.DataObject) -> None:
    ruleset, holding = given_
    plays = list(ruleset.tables.plays.values())
    to_beat = data.draw(st.one_of(st.none(), st.sampled_from(plays[:400])))
    moves = legal_moves(holding, ruleset, to_beat)
    listed = set(legal_moves(holding, ruleset, to_beat))
    for part in subsets(holding):
        assert (part in moves) == (part in listed)
        assert (format_ranks(part) in moves) == (part in listed)
    assert moves._plays is None


def test_moves_can_be_counted_tested_and_printed() -> None:
    moves = legal_moves(parse_ranks("33445"), COMPETITION)
    assert len(moves) == 5
    assert bool(moves)
    assert str(moves) == "3 33 4 44 5"
    assert [str(c) for c in moves.combinations()] == [
        "single 3",
        "single 4",
        "single 5",
        "pair 33",
        "pair 44",
    ]
    assert "55" not in moves
    assert "nonsense" not in moves
    assert None not in moves
    assert not legal_moves(parse_ranks("3"), COMPETITION, combination("4"))
    assert not legal_moves(0, COMPETITION)


def test_printed_moves_read_back() -> None:
    moves = legal_moves(parse_ranks("33445"), COMPETITION)
    names = {"legal_moves": legal_moves, "parse_ranks": parse_ranks, "get": get}
    assert list(eval(repr(moves), names)) == list(moves)


def test_every_choice_of_suits_is_there_once() -> None:
    hand = parse_cards("3c 3d 3h 4s")
    choices = set(legal_moves(pack(hand), COMPETITION).physical(hand))
    # three singles 3, one 4; three pairs, one triple, the triple with the 4
    assert len(choices) == 4 + 3 + 1 + 1
    assert parse_cards("3c 3h") in choices


def test_equal_cards_of_two_packs_are_one_choice() -> None:
    hand = parse_cards("3c 3c 3d")
    assert sorted(physical_choices(parse_ranks("33"), hand)) == sorted(
        [parse_cards("3c 3c"), parse_cards("3c 3d")]
    )


@pytest.mark.parametrize("ruleset", EVERY, ids=lambda ruleset: ruleset.name)
def test_a_hand_that_is_not_empty_always_has_a_lead(ruleset: Ruleset) -> None:
    for rank, unit in enumerate(UNIT):
        most = MOST_OF_RANK if rank < 13 else 2
        for count in range(1, (most if ruleset.decks == 2 else most // 2) + 1):
            assert unit in legal_moves(count * unit, ruleset)


def test_what_is_remembered_is_bounded() -> None:
    from engine.tables import _MOST_CHOICES, _MOST_HALVES, Wings

    wings = Wings(both_jokers=False)
    for once in range(1 << 13):
        wings.choices(2, once, 0, 0)
    assert len(wings._cache) <= _MOST_CHOICES
    assert len(wings._halves) <= _MOST_HALVES


def test_cards_that_the_pack_does_not_have_make_no_plays() -> None:
    five, four = 5 * UNIT[0], 4 * UNIT[0]
    assert set(legal_moves(five, COMPETITION)) == set(legal_moves(four, COMPETITION))
    to_beat = classify(UNIT[0], COMPETITION)
    assert set(legal_moves(5 * UNIT[1], COMPETITION, to_beat)) == {UNIT[1], 4 * UNIT[1]}

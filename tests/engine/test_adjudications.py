"""For every adjudication what it does, ruleset by ruleset, and that flipping it is noticed.

A probe is a small observation of behaviour that depends on one adjudication. What each published
ruleset shows was worked out from the table of rulesets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.actions import Double, Pass
from engine.auction import after_all_pass
from engine.cards import deck
from engine.combinations import beats
from engine.deal import Deal
from engine.errors import RulesetError
from engine.hand import AllPass, HandState, Phase, Result, view
from engine.payoff import points
from engine.ruleset_text import sentences
from engine.rulesets import ADJUDICATIONS, RULESETS, Ruleset, allowed_values, get
from tests.engine.hands import ALL, bid, deal_with, name, play, playing, read

FOUR_IN_ONE_PACK = get("classic").override(
    "four-in-one-pack", players=4, hand_size=13, kitty_size=2
)
BASES = (
    *ALL,
    get("classic+doubling+show_kitty"),
    FOUR_IN_ONE_PACK,
    get("four-player").override(
        "four-with-everything",
        triple_with_single=True,
        airplane_single_wings="at_most_two",
        four_with_two_singles="at_most_two",
        four_with_two_pairs=True,
    ),
)


def fresh(ruleset: Ruleset) -> HandState:
    return HandState.new(deal_with(ruleset), ruleset)


def landlord_is_known(ruleset: Ruleset) -> HandState:
    """Position 1 has bid 3, and if that was not enough, nobody said more."""
    state = bid(fresh(ruleset), 3)
    while state.phase is Phase.AUCTION:
        state = bid(state, 0)
    return state


def shortest(ruleset: Ruleset, copies: int, texts: str = "3456789TJQKA") -> int:
    """The fewest ranks in a row, each so many times, that are a combination of one body."""
    kinds = ("straight", "consecutive_pairs", "airplane")
    for length in range(2, 13):
        if name("".join(rank * copies for rank in texts[:length]), ruleset) in kinds:
            return length
    return 0


def direction(ruleset: Ruleset) -> str:
    said = {sentence.field: sentence.text for sentence in sentences(ruleset)}["direction"]
    return "clockwise" if "go clockwise" in said else "anticlockwise"


def auction(ruleset: Ruleset) -> int | None:
    return bid(fresh(ruleset), 1, 2, *[0] * (ruleset.players - 2)).landlord


def three_ends(ruleset: Ruleset) -> bool:
    return bid(fresh(ruleset), 3).phase is not Phase.AUCTION


def all_pass(ruleset: Ruleset) -> tuple[int | None, int | None]:
    """The landlord, and the first bidder of a new deal, when all passed on a first bid of 2."""
    redeal = after_all_pass(ruleset, 2)
    state = bid(fresh(ruleset), *[0] * ruleset.players)
    return state.landlord, redeal.first_bidder if redeal else None


def doubling(ruleset: Ruleset) -> tuple[str, int]:
    """The phase after the auction, and how many cards the landlord holds then."""
    state = landlord_is_known(ruleset)
    return state.phase.value, len(state.hand(1)) - ruleset.hand_size


def doubled_points(ruleset: Ruleset) -> list[int]:
    result = Result(landlord=1, bid=1, doubled=(2,), winner="landlord")
    return list(points(result, ruleset).values())


def redouble(ruleset: Ruleset) -> str:
    state = landlord_is_known(ruleset)
    while state.phase is Phase.DOUBLING:
        state = state.apply(state.to_act[0], Double(True))
    return state.phase.value


def kitty_shown(ruleset: Ruleset) -> list[bool]:
    """Whether a farmer sees the kitty after the auction, and after the doubling."""
    state = landlord_is_known(ruleset)
    return [view(s, 2).kitty is not None for s in (state, playing(state))]


def wings(*texts: str, holding: str | None = None) -> Callable[[Ruleset], list[bool]]:
    return lambda ruleset: [name(text, ruleset, holding) is not None for text in texts]


def first_lead_after_passes(ruleset: Ruleset) -> int | None:
    state = playing(bid(HandState.new(deal_with(ruleset, "3", "2"), ruleset), 3, *tail(ruleset)))
    passes = [""] * (ruleset.players - 1)
    return play(state, "3", "2", *passes).leader


def tail(ruleset: Ruleset) -> list[int]:
    """What the others call where a bid of 3 is not the end."""
    return [] if ruleset.three_ends_auction else [0] * (ruleset.players - 1)


def announced(ruleset: Ruleset) -> list[bool]:
    """Whether somebody with 3, 2 and 1 cards left is announced."""
    first = "3" * 4 + "44445555666677778"[: ruleset.hand_size - 4]
    cards = len(first)
    state = playing(bid(HandState.new(deal_with(ruleset, "", first), ruleset), 3, *tail(ruleset)))
    shown = []
    for left in (3, 2, 1):
        hands = (state.hands[0], state.hands[1][cards - left :], *state.hands[2:])
        shown.append(2 in view(state._change(hands=hands), None).announced)
    return shown


def doubling_bombs(ruleset: Ruleset) -> list[int]:
    """How many of a bomb of 4, 5, … 8 cards double; 0 for one, too, that is no bomb."""
    counts = []
    for size in range(4, 4 * ruleset.decks + 1):
        text = "3" * size
        state = HandState.new(deal_with(ruleset, text), ruleset)
        state = playing(bid(state, 3, *tail(ruleset)))
        legal = name(text, ruleset) == "bomb"
        counts.append(play(state, text).bombs_and_rockets()[0] if legal else 0)
    return counts


def spring_points(ruleset: Ruleset) -> int:
    plain = Result(landlord=1, bid=1, winner="landlord")
    spring = Result(landlord=1, bid=1, spring="spring", winner="landlord")
    return points(spring, ruleset)[1] // points(plain, ruleset)[1]


def scoring(ruleset: Ruleset) -> list[int]:
    result = Result(landlord=1, bid=3, bombs=2, winner="landlord")
    return list(points(result, ruleset).values())


def beaten(better: str, worse: str) -> Callable[[Ruleset], bool | None]:
    def probe(ruleset: Ruleset) -> bool | None:
        a, b = read(better, ruleset), read(worse, ruleset)
        return None if a is None or b is None else beats(a, b, ruleset)

    return probe


def rocket(ruleset: Ruleset) -> list[str | None]:
    return [name(text, ruleset) for text in ("BR", "BBRR")]


PROBES: dict[str, Callable[[Ruleset], Any]] = {
    "players": lambda ruleset: len(fresh(ruleset).hands),
    "decks": lambda ruleset: name("BB", ruleset),
    "hand_size": lambda ruleset: len(fresh(ruleset).hand(1)),
    "kitty_size": lambda ruleset: len(fresh(ruleset).kitty),
    "direction": direction,
    "auction": auction,
    "three_ends_auction": three_ends,
    "all_pass": all_pass,
    "doubling": doubling,
    "double_scope": doubled_points,
    "redouble": redouble,
    "kitty_shown": kitty_shown,
    "min_straight": lambda ruleset: shortest(ruleset, 1),
    "min_pairs": lambda ruleset: shortest(ruleset, 2),
    "min_airplane": lambda ruleset: shortest(ruleset, 3),
    "twos_in_chains": wings("JQKA2", "TJQKA2"),
    "airplane_single_wings": wings("33344456", "33344455", "333444555777"),
    "wing_of_body_rank": wings("33334445", "3333344444"),
    "both_jokers_attached": wings("333444BR", "333444BBRR"),
    "four_of_a_rank_attached": wings("3334445555", "33335555"),
    "pair_wings_distinct": wings("3334446666", "33336666"),
    "mixed_wings": wings("333444566"),
    "four_with_two_singles": wings("333356", "333355"),
    "four_with_two_pairs": wings("33335566"),
    "breaks_bombs_for_wings": wings("33344456", "3334445566", holding="33344455556666"),
    "breaks_bombs_for_triples": wings("3335", "33355", holding="333555566"),
    "triple_with_single": wings("3334"),
    "bombs": wings("3333", "33333"),
    "bombs_beat_all": beaten("3333", "4"),
    "bomb_beats_rocket": lambda ruleset: beaten("3333", "BR" * ruleset.decks)(ruleset),
    "rocket_jokers": rocket,
    "red_black_joker_pair": lambda ruleset: name("BR", ruleset) == "pair",
    "lead_after_passes": first_lead_after_passes,
    "announce_from": announced,
    "smallest_doubling_bomb": doubling_bombs,
    "spring_doubles": spring_points,
    "scoring": scoring,
}

# In the order of RULESETS: competition, official-2016, classic, practice, operator, four-player,
# team-additive; one value where all agree.
EXPECTED: dict[str, list[Any]] = {
    "players": [3, 3, 3, 3, 3, 4, 3],
    "decks": [None, None, None, None, None, "pair", None],
    "hand_size": [17, 17, 17, 17, 17, 25, 17],
    "kitty_size": [3, 3, 3, 3, 3, 8, 3],
    "direction": [*["anticlockwise"] * 4, "clockwise", *["anticlockwise"] * 2],
    "auction": [2, 2, None, 2, 2, None, 2],
    "three_ends_auction": [True],
    "all_pass": [(None, 3), *[(None, 2)] * 5, (None, None)],
    "doubling": [
        ("doubling", 0),
        ("doubling", 0),
        ("playing", 3),
        ("playing", 3),
        ("playing", 3),
        ("playing", 8),
        ("playing", 3),
    ],
    "double_scope": [
        [3, -2, -1],
        [3, -2, -1],
        [3, -2, -1],
        [3, -2, -1],
        [3, -2, -1],
        [4, -2, -1, -1],
        [1, 0, 0],
    ],
    "redouble": [*["redoubling"] * 2, *["playing"] * 5],
    "kitty_shown": [
        [False, True],
        [False, True],
        [False, False],
        [True, True],
        [True, True],
        [False, False],
        [True, True],
    ],
    "min_straight": [5],
    "min_pairs": [3],
    "min_airplane": [2],
    "twos_in_chains": [[False, False]],
    "airplane_single_wings": [
        [True, True, False],
        [True, True, True],
        [True, False, False],
        [True, False, False],
        [True, False, False],
        [False, False, False],
        [True, True, False],
    ],
    "wing_of_body_rank": [[False, False]],
    "both_jokers_attached": [[False, False]],
    "four_of_a_rank_attached": [[False, False]],
    "pair_wings_distinct": [[False, False]],
    "mixed_wings": [[False]],
    "four_with_two_singles": [
        [True, True],
        [True, True],
        [True, False],
        [True, False],
        [True, False],
        [False, False],
        [True, True],
    ],
    "four_with_two_pairs": [[True], [True], [True], [True], [True], [False], [True]],
    "breaks_bombs_for_wings": [
        [False, False],
        [True, True],
        [True, True],
        [True, True],
        [True, True],
        [False, True],
        [False, False],
    ],
    "breaks_bombs_for_triples": [*[[True, True]] * 5, [False, True], [True, True]],
    "triple_with_single": [[True], [True], [True], [True], [True], [False], [True]],
    "bombs": [*[[True, False]] * 5, [True, True], [True, False]],
    "bombs_beat_all": [True],
    "bomb_beats_rocket": [False],
    "rocket_jokers": [*[["rocket", None]] * 5, [None, "rocket"], ["rocket", None]],
    "red_black_joker_pair": [False],
    "lead_after_passes": [2, 2, 2, 2, 1, 2, 2],
    "announce_from": [[False] * 3, [False, True, True], *[[False] * 3] * 5],
    "smallest_doubling_bomb": [*[[1]] * 5, [0, 0, 1, 1, 1], [1]],
    "spring_doubles": [2, 2, 2, 2, 1, 2, 2],
    "scoring": [
        [24, -12, -12],
        [24, -12, -12],
        [24, -12, -12],
        [24, -12, -12],
        [72, -36, -36],
        [36, -12, -12, -12],
        [9, 0, 0],
    ],
}
ALWAYS_TOGETHER = {
    "pair_wings_distinct": "four_of_a_rank_attached",
    "four_of_a_rank_attached": "pair_wings_distinct",
}


def test_every_adjudication_has_a_probe_and_an_expectation() -> None:
    assert set(PROBES) == set(EXPECTED) == set(ADJUDICATIONS)


@pytest.mark.parametrize("field", ADJUDICATIONS)
def test_every_ruleset_behaves_as_its_source_says(field: str) -> None:
    expected = EXPECTED[field]
    seen = [PROBES[field](get(ruleset)) for ruleset in RULESETS]
    assert seen == (expected * len(RULESETS) if len(expected) == 1 else expected)


def flipped(field: str, base: Ruleset) -> Iterator[Ruleset | RulesetError]:
    """`base` with every other value of `field`, or why there is no such ruleset."""
    for value in allowed_values(field):
        if value == getattr(base, field):
            continue
        changes = {field: value}
        if field in ALWAYS_TOGETHER:
            changes[ALWAYS_TOGETHER[field]] = not value
        try:
            yield base.override("flipped", **changes)
        except RulesetError as error:
            yield error


@pytest.mark.parametrize("field", ADJUDICATIONS)
def test_flipping_an_adjudication_is_noticed(field: str) -> None:
    """Each other value is either refused with its reason, or seen by the probe somewhere."""
    noticed: dict[object, bool] = {}
    for base in BASES:
        for other in flipped(field, base):
            if isinstance(other, RulesetError):
                assert other.code == "contradiction"
                assert other.causes
                continue
            value = getattr(other, field)
            assert other.hash != base.hash
            noticed[value] = noticed.get(value, False) or PROBES[field](other) != PROBES[field](
                base
            )
    assert all(noticed.values()), noticed


@pytest.mark.parametrize("field", ["rocket_jokers", "red_black_joker_pair", "mixed_wings"])
def test_some_adjudications_can_only_be_as_they_are(field: str) -> None:
    for base in BASES:
        for other in flipped(field, base):
            assert isinstance(other, RulesetError)


def test_the_event_decides_about_a_hand_nobody_bids_on_where_it_says_so() -> None:
    forced = get("practice+forced")
    nobody = [0, 0, 0]
    assert bid(HandState.new(deal_with(forced), forced), *nobody).landlord == 1
    assert bid(HandState.new(deal_with(forced), forced, AllPass.VOID), *nobody).landlord is None


def test_a_full_deal_of_every_base_is_accepted() -> None:
    for base in BASES:
        cards = deck(base.decks)
        size = base.hand_size
        hands = [cards[i * size : (i + 1) * size] for i in range(base.players)]
        assert Deal.of(hands, cards[base.players * size :]).problems(base) == ()


def test_a_pass_ends_a_contest_only_when_all_others_passed() -> None:
    ruleset = get("four-player")
    state = playing(bid(HandState.new(deal_with(ruleset, "3", "2"), ruleset), 3))
    state = play(state, "3", "2", "")
    assert state.to_beat is not None
    state = state.apply(4, Pass())
    assert state.to_beat is not None
    assert state.apply(1, Pass()).to_beat is None

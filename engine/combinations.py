"""Combinations: which sets of cards may be played together, and which beats which.

Owns the value, `classify` and `beats`. The sets themselves come from `definitions`, which is
the rules written out; nothing here knows turns or players.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.cards import RANKS, UNIT, count_cards, format_ranks, pack
from engine.rulesets import BombRule, PlayRules, Ruleset


class Kind(StrEnum):
    """The shapes of a combination, by the names used in files, on the API and on the pages."""

    __hash__ = str.__hash__  # as equality is that of str; the hash of Enum is slow besides

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TRIPLE_WITH_SINGLE = "triple_with_single"
    TRIPLE_WITH_PAIR = "triple_with_pair"
    STRAIGHT = "straight"
    CONSECUTIVE_PAIRS = "consecutive_pairs"
    AIRPLANE = "airplane"
    AIRPLANE_WITH_SINGLES = "airplane_with_singles"
    AIRPLANE_WITH_PAIRS = "airplane_with_pairs"
    FOUR_WITH_TWO_SINGLES = "four_with_two_singles"
    FOUR_WITH_TWO_PAIRS = "four_with_two_pairs"
    BOMB = "bomb"
    ROCKET = "rocket"


BOMB, ROCKET = Kind.BOMB, Kind.ROCKET
"""The two by themselves, since looking up a member of an enumeration is slow in Python 3.11."""

COPIES = {
    Kind.SINGLE: 1,
    Kind.PAIR: 2,
    Kind.TRIPLE: 3,
    Kind.TRIPLE_WITH_SINGLE: 3,
    Kind.TRIPLE_WITH_PAIR: 3,
    Kind.STRAIGHT: 1,
    Kind.CONSECUTIVE_PAIRS: 2,
    Kind.AIRPLANE: 3,
    Kind.AIRPLANE_WITH_SINGLES: 3,
    Kind.AIRPLANE_WITH_PAIRS: 3,
    Kind.FOUR_WITH_TWO_SINGLES: 4,
    Kind.FOUR_WITH_TWO_PAIRS: 4,
}
"""How many cards of each rank the body of a shape has; bombs and the rocket are all body."""

WINGED = frozenset(
    {
        Kind.AIRPLANE_WITH_SINGLES,
        Kind.AIRPLANE_WITH_PAIRS,
        Kind.FOUR_WITH_TWO_SINGLES,
        Kind.FOUR_WITH_TWO_PAIRS,
    }
)
TRIPLE_WITH = frozenset({Kind.TRIPLE_WITH_SINGLE, Kind.TRIPLE_WITH_PAIR})


class Combination(NamedTuple):
    """A set of cards that may be played together.

    `main` is the highest rank (0…14) of the body, by which shapes compare; `length` the number
    of ranks in the body of a chain, else 1; `packed` the cards.
    """

    kind: Kind
    main: int
    length: int
    packed: int

    @property
    def size(self) -> int:
        """The number of cards."""
        return count_cards(self.packed)

    @property
    def body(self) -> int:
        """The cards, packed, that decide; the rest is attached to them."""
        copies = COPIES.get(self.kind)
        if copies is None:
            return self.packed
        ranks = range(self.main - self.length + 1, self.main + 1)
        return copies * sum([UNIT[rank] for rank in ranks])

    @property
    def attached(self) -> int:
        """The attachments, packed."""
        return self.packed - self.body

    def __str__(self) -> str:
        return f"{self.kind.value.replace('_', ' ')} {format_ranks(self.packed)}"


def classify(
    cards: int | Iterable[int], ruleset: Ruleset, holding: int | None = None
) -> Combination | None:
    """The combination that `cards` (packed, or cards in any order) are under `ruleset`, or None.

    With `holding`, the packed hand they come from, also None where an attachment is taken out of
    a complete bomb or rocket against the ruleset. Never raises on any set of cards.
    """
    packed = cards if isinstance(cards, int) else pack(cards)
    combination = ruleset.plays.get(packed)
    if combination is None or holding is None:
        return combination
    return None if breaks_bomb(combination, holding, ruleset.play_rules) else combination


def breaks_bomb(combination: Combination, holding: int, rules: PlayRules) -> bool:
    """Whether an attachment is taken, against `rules`, out of a bomb or rocket in `holding`."""
    if combination.kind in WINGED:
        if rules.breaks_bombs_for_wings:
            return False
    elif combination.kind not in TRIPLE_WITH or rules.breaks_bombs_for_triples:
        return False
    body, attached = combination.body, combination.attached
    for rank in range(len(RANKS) - 2):
        shift = 4 * rank
        if attached >> shift & 15 and holding >> shift & 15 >= 4 and not body >> shift & 15:
            return True
    return bool(attached >> 52) and holding >> 52 == 17 * rules.decks


def beats(a: Combination, b: Combination, rules: Ruleset | PlayRules) -> bool:
    """Whether `a` may be played on `b`."""
    if b.kind is ROCKET:
        return a.kind is BOMB and rules.bomb_beats_rocket
    if a.kind is b.kind:
        if a.kind is BOMB and rules.bombs is BombRule.FOUR_OR_MORE:
            return (a.size, a.main) > (b.size, b.main)
        return a.length == b.length and a.main > b.main
    if a.kind is ROCKET:
        return rules.bombs_beat_all or b.kind is BOMB
    return a.kind is BOMB and rules.bombs_beat_all


def refusal(a: Combination, b: Combination, ruleset: Ruleset) -> str | None:
    """The code why `a` may not be played on `b`: `other_shape`, `other_length`, `not_higher`.

    None if it may.
    """
    if beats(a, b, ruleset):
        return None
    if b.kind is ROCKET and a.kind is BOMB:
        return "not_higher"
    if a.kind is not b.kind:
        return "other_shape"
    return "other_length" if a.length != b.length else "not_higher"

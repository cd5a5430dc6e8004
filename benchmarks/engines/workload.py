"""The seeded hands, card sets and games that all engines are given.

Owns chance: the same seed gives every engine the same items, on every machine. The plays to answer
and the legal half of the card sets are taken from the engine's own tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from benchmarks.engines.cards import text_of
from engine.cards import format_ranks, pack
from engine.moves import legal_moves
from engine.rulesets import Ruleset

SEED = 20161129
LEAD_SIZES = (20, 17, 10)
Hands = tuple[list[int], list[int], list[int]]


@dataclass(frozen=True)
class Response:
    """A deal, and what the landlord leads for the first farmer to answer with 17 cards."""

    hands: Hands
    played: str


def deals(number: int, stream: str) -> list[Hands]:
    """So many deals: 20 cards of the landlord, 17 of each farmer."""
    chance = Random(f"{SEED} {stream}")
    made: list[Hands] = []
    for _ in range(number):
        pack_of_cards = list(range(54))
        chance.shuffle(pack_of_cards)
        made.append((pack_of_cards[:20], pack_of_cards[20:37], pack_of_cards[37:]))
    return made


def responses(number: int, ruleset: Ruleset) -> list[Response]:
    """So many deals with a lead; each kind of combination that a hand has is as likely."""
    chance = Random(f"{SEED} leads to answer")
    made = []
    for hands in deals(number, "responses"):
        by_kind: dict[str, list[int]] = {}
        for combination in legal_moves(pack(hands[0]), ruleset).combinations():
            by_kind.setdefault(combination.kind, []).append(combination.packed)
        packed = chance.choice(by_kind[chance.choice(list(by_kind))])
        made.append(Response(hands, format_ranks(packed)))
    return made


def card_sets(number: int, ruleset: Ruleset) -> list[str]:
    """So many sets of cards as sorted texts: half of them plays, half cards drawn at random."""
    chance = Random(f"{SEED} card sets")
    plays = [format_ranks(packed) for packed in sorted(ruleset.plays)]
    sets = chance.sample(plays, number // 2)
    while len(sets) < number:
        sets.append(text_of(chance.sample(range(54), chance.randint(1, 10))))
    chance.shuffle(sets)
    return sets

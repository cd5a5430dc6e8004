"""Whether an engine found the same plays, on what both it and the ruleset allow.

Owns what is left out for each peer, and why; anything else that differs counts as a difference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.cards import contains, pack, parse_ranks
from engine.combinations import Combination, Kind, classify
from engine.rulesets import Ruleset

_CHAINS = (
    Kind.STRAIGHT,
    Kind.CONSECUTIVE_PAIRS,
    Kind.AIRPLANE,
    Kind.AIRPLANE_WITH_SINGLES,
    Kind.AIRPLANE_WITH_PAIRS,
)
_FOURS = (Kind.FOUR_WITH_TWO_SINGLES, Kind.FOUR_WITH_TWO_PAIRS)


@dataclass
class Agreement:
    """How many items were compared and equal, and what was left out of them, by reason."""

    compared: int = 0
    equal: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def note(self, equal: bool, example: str) -> None:
        """Count one item; the first few that differ are kept."""
        self.compared += 1
        self.equal += equal
        if not equal and len(self.examples) < 3:
            self.examples.append(example)


def beyond_ruleset(text: str) -> str:
    """Why a play that a peer allows is none under the ruleset."""
    if "B" in text and "R" in text:
        return "both jokers as attachments"
    counts = Counter(text)
    fours = [letter for letter, number in counts.items() if number == 4]
    if len(fours) > (len(text) in (6, 8)):
        return "four of one rank as attachments"
    if sum(number == 3 for number in counts.values()) > 2:
        return "a triple next to the body as wings"
    return "other plays beyond the ruleset"


def beyond_openspiel(combination: Combination, holding: int) -> str | None:
    """Why OpenSpiel does not offer a play; None where it should."""
    if combination.kind in _FOURS:
        return "four with two"
    if combination.kind in _CHAINS:
        lowest = combination.main - combination.length + 1
        if holding >> 4 * lowest & 15 == 4:
            return "chains whose lowest rank is held four times"
    return None


def compare_moves(
    agreement: Agreement,
    peer: str,
    hand: list[int],
    ours: list[str],
    theirs: list[str],
    ruleset: Ruleset,
) -> None:
    """Compare the moves of one hand as sets."""
    mine, other = set(ours), set(theirs)
    if len(theirs) > len(other):
        agreement.left_out["plays listed twice"] += len(theirs) - len(other)
    holding = pack(hand)
    common = set()
    for text in other:
        packed = parse_ranks(text)
        if contains(holding, packed) and classify(packed, ruleset) is None:
            agreement.left_out[beyond_ruleset(text)] += 1
        else:
            common.add(text)
    if peer == "openspiel":
        for text in mine - common:
            combination = classify(parse_ranks(text), ruleset)
            reason = combination and beyond_openspiel(combination, holding)
            if reason:
                agreement.left_out[reason] += 1
                mine.discard(text)
    differing = sorted(mine ^ common)
    agreement.note(not differing, f"{''.join(map(str, differing[:3]))} of {hand}")


def compare_kinds(
    agreement: Agreement,
    sets: list[str],
    ours: list[str | None],
    theirs: list[str | None],
) -> None:
    """Compare the kinds of card sets; plays only the peer knows are left out."""
    for text, mine, other in zip(sets, ours, theirs, strict=True):
        if mine is None and other is not None:
            agreement.left_out[beyond_ruleset(text)] += 1
        else:
            agreement.note(mine == other, f"{text}: {mine}, not {other}")

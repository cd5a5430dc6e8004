"""Why cards are no combination, which one they are, and why it does or does not beat another.

Owns the reasons and their order; what is legal is decided by `combinations`, whose answers are
explained here and never contradicted. The sentences are those of `messages`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.cards import BLACK, RANK_OF, RANKS, UNIT, contains, format_ranks, pack, unpack
from engine.combination_faults import fault
from engine.combinations import Combination, Kind, classify, refusal
from engine.errors import EngineError
from engine.messages import sentence
from engine.rulesets import Ruleset

KIND_NAMES: dict[Kind, tuple[str, str]] = {
    Kind.SINGLE: ("single", "单张"),
    Kind.PAIR: ("pair", "对子"),
    Kind.TRIPLE: ("triple", "三张"),
    Kind.TRIPLE_WITH_SINGLE: ("triple with single", "三带一"),
    Kind.TRIPLE_WITH_PAIR: ("triple with pair", "三带一对"),
    Kind.STRAIGHT: ("straight", "顺子"),
    Kind.CONSECUTIVE_PAIRS: ("consecutive pairs", "连对"),
    Kind.AIRPLANE: ("airplane", "飞机"),
    Kind.AIRPLANE_WITH_SINGLES: ("airplane with singles", "飞机带单"),
    Kind.AIRPLANE_WITH_PAIRS: ("airplane with pairs", "飞机带对"),
    Kind.FOUR_WITH_TWO_SINGLES: ("four with two singles", "四带二"),
    Kind.FOUR_WITH_TWO_PAIRS: ("four with two pairs", "四带两对"),
    Kind.BOMB: ("bomb", "炸弹"),
    Kind.ROCKET: ("rocket", "火箭"),
}
"""The names of the shapes for people, in English and Chinese."""


def name_of(kind: Kind, language: str = "en") -> str:
    """The name of a shape in `language` ("en" or "zh")."""
    return KIND_NAMES[kind][language == "zh"]


@dataclass(frozen=True)
class Explanation:
    """An answer with its reason.

    `ok` is the answer; `code` the reason, stable and for machines; `params` what fills its
    sentence in; `combination` what the cards are, where they are one.
    """

    ok: bool
    code: str
    params: dict[str, Any] = field(default_factory=dict)
    combination: Combination | None = None

    @property
    def refusal(self) -> str | None:
        """The code where the answer is no, else None."""
        return None if self.ok else self.code

    def sentence(self, language: str = "en") -> str:
        """The reason as one sentence in `language` ("en" or "zh")."""
        if self.code == "combination" and self.combination is not None:
            kind = name_of(self.combination.kind, language)
            return sentence(self.code, language, kind=kind, **self.params)
        return self.reason().sentence(language)

    def reason(self) -> EngineError:
        """The reason as an error, for a refusal that tells it: code, sentence, params."""
        return EngineError(self.code, **self.params)

    def __str__(self) -> str:
        return self.sentence()


def explain(
    cards: int | Iterable[int], ruleset: Ruleset, holding: int | Iterable[int] | None = None
) -> Explanation:
    """Which combination `cards` (packed, or cards in any order) are under `ruleset`, or why none.

    With `holding`, the hand they come from, also whether it holds them and whether an attachment
    breaks a bomb of it. Codes: `combination`; `no_cards`, `not_in_pack`, `not_held`,
    `breaks_bomb`, and those of `combination_faults`. Never raises on any set of cards.
    """
    counts = _counts(cards)
    if not any(counts):
        return Explanation(False, "no_cards")
    for rank, count in enumerate(counts):
        if count > (1 if rank >= BLACK else 4) * ruleset.decks:
            return Explanation(False, "not_in_pack", {"rank": RANKS[rank]})
    packed = sum(count * UNIT[rank] for rank, count in enumerate(counts))
    if holding is not None:
        held = holding if isinstance(holding, int) else pack(holding)
        if not contains(held, packed):
            return Explanation(False, "not_held", {"cards": missing(packed, held)})
    else:
        held = None
    combination = classify(packed, ruleset)
    if combination is None:
        return Explanation(False, *fault(packed, ruleset.play_rules))
    if classify(packed, ruleset, held) is None:
        return Explanation(False, "breaks_bomb")
    return Explanation(True, "combination", {"cards": format_ranks(packed)}, combination)


def explain_response(
    cards: int | Iterable[int],
    to_beat: int | Iterable[int] | Combination,
    ruleset: Ruleset,
    holding: int | Iterable[int] | None = None,
) -> Explanation:
    """Whether `cards` may be played on `to_beat`, and why or why not.

    Codes where they may: `higher`, `beats_by_bomb`, `beats_by_rocket`; where not: those of
    `explain`, and `other_shape`, `other_length`, `not_higher`. Where `to_beat` itself is no
    combination the code is `not_a_combination`.
    """
    answer = explain(cards, ruleset, holding)
    if not answer.ok or answer.combination is None:
        return answer
    own = answer.combination
    if isinstance(to_beat, Combination):
        beaten: Combination | None = to_beat
    else:
        packed = sum(count * UNIT[rank] for rank, count in enumerate(_counts(to_beat)))
        beaten = classify(packed, ruleset)
        if beaten is None:
            reason = explain(packed, ruleset).reason()
            params = {"cards": format_ranks(packed), "reason": reason}
            return Explanation(False, "not_a_combination", params)
    assert beaten is not None
    code = refusal(own, beaten, ruleset)
    params = {"cards": format_ranks(own.packed), "beaten": format_ranks(beaten.packed)}
    if code is not None:
        return Explanation(False, code, params, own)
    if own.kind is not beaten.kind and own.kind is Kind.ROCKET:
        return Explanation(True, "beats_by_rocket", params, own)
    if own.kind is not beaten.kind:
        return Explanation(True, "beats_by_bomb", params, own)
    return Explanation(True, "higher", params, own)


def _counts(cards: int | Iterable[int]) -> tuple[int, ...]:
    """How many cards of each rank there are, in a packed int or in cards, even too many to pack."""
    if isinstance(cards, int):
        return unpack(cards)
    found = Counter(RANK_OF[card] for card in cards)
    return tuple(found[rank] for rank in range(len(RANKS)))


def missing(packed: int, held: int) -> str:
    """The ranks of `packed` that the packed hand `held` lacks, as text."""
    counts = zip(unpack(packed), unpack(held), strict=True)
    return format_ranks(
        sum(max(0, wanted - had) << 4 * rank for rank, (wanted, had) in enumerate(counts))
    )

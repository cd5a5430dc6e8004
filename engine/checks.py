"""Whether cards may be played from a hand: held, a combination, and higher than what lies there.

Owns this check and the codes of its refusals; whose turn it is has been decided in `hand`.
"""

from __future__ import annotations

from engine.actions import Play, PlayRanks, cards_of_ranks
from engine.cards import format_cards, pack, sort_cards
from engine.combinations import Combination, classify, refusal
from engine.errors import IllegalAction
from engine.explain import explain, missing
from engine.rulesets import Ruleset


def checked_play(
    action: Play | PlayRanks,
    hand: tuple[int, ...],
    to_beat: Combination | None,
    ruleset: Ruleset,
) -> Play:
    """The play with its cards, high to low, if `hand` may make it, leading or on `to_beat`.

    Raises `IllegalAction`: `no_cards`, `not_held`, `not_a_combination`, `breaks_bomb`,
    `other_shape`, `other_length`, `not_higher`.
    """
    cards = _cards_held(action, hand)
    if not cards:
        raise IllegalAction("no_cards")
    packed = pack(cards)
    combination = classify(packed, ruleset)
    if combination is None:
        reason = explain(packed, ruleset).reason()
        raise IllegalAction("not_a_combination", cards=format_cards(cards), reason=reason)
    if classify(packed, ruleset, pack(hand)) is None:
        raise IllegalAction("breaks_bomb")
    if to_beat is not None:
        code = refusal(combination, to_beat, ruleset)
        if code is not None:
            raise IllegalAction(code)
    return Play(cards)


def _cards_held(action: Play | PlayRanks, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a play, high to low; raises `IllegalAction` unless `hand` holds them all."""
    if isinstance(action, PlayRanks):
        cards = cards_of_ranks(action.packed, hand)
        if cards is None:
            raise IllegalAction("not_held", cards=missing(action.packed, pack(hand)))
        return cards
    left, lacking = list(hand), []
    for card in action.cards:
        if card in left:
            left.remove(card)
        else:
            lacking.append(card)
    if lacking:
        raise IllegalAction("not_held", cards=format_cards(sort_cards(lacking)))
    return sort_cards(action.cards)

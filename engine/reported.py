"""Facts that people report of a hand played with cards: whether they fit the deal.

Owns the comparison of facts with the cards. What cannot be in any result is `payoff`'s; a hand
that was refereed here needs neither.
"""

from __future__ import annotations

from collections import Counter

from engine.cards import BLACK_JOKER, RED_JOKER
from engine.deal import Deal
from engine.result import Result
from engine.rulesets import Ruleset


def remapped(deal: Deal, hands: str) -> Deal:
    """The deal as it was really held: `hands` "213" says that position 1 held hand 2."""
    return Deal(tuple(deal.hand(int(number)) for number in hands), deal.kitty)


def fits(result: Result, lead: int | None, deal: Deal, ruleset: Ruleset) -> bool:
    """Whether facts without `payoff.result_problems` can have happened with these cards.

    The landlord's opening lead must be in his hand or the kitty, and whoever played the bombs and
    rockets must have held them. Under a spring only the landlord has played, under an anti-spring
    the landlord has played a single combination.
    """
    if result.landlord is None:
        return True
    held = [
        deal.hand(position) + (deal.kitty if position == result.landlord else ())
        for position in ruleset.positions
    ]
    own = result.landlord - 1
    if lead is not None and lead not in held[own]:
        return False
    bombs = [_bombs(cards, ruleset) for cards in held]
    rockets = [_rockets(cards, ruleset) for cards in held]
    if result.spring == "spring":
        return result.bombs <= bombs[own] and result.rockets <= rockets[own]
    if result.spring == "anti_spring":
        bombs[own], rockets[own] = min(bombs[own], 1), min(rockets[own], 1)
        most = sum(bombs) + sum(rockets) - (bombs[own] and rockets[own])
        if result.bombs + result.rockets > most:
            return False
    return result.bombs <= sum(bombs) and result.rockets <= sum(rockets)


def _bombs(cards: tuple[int, ...], ruleset: Ruleset) -> int:
    """How many bombs that change the stake can be made of these cards at most."""
    ranks = Counter(card >> 2 for card in cards if card < BLACK_JOKER)
    return sum(count // ruleset.smallest_doubling_bomb for count in ranks.values())


def _rockets(cards: tuple[int, ...], ruleset: Ruleset) -> int:
    jokers = sum(card in (BLACK_JOKER, RED_JOKER) for card in cards)
    return int(jokers == 2 * ruleset.decks)

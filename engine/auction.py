"""The auction: who may call what, and when somebody is landlord.

Owns the reading of a list of calls under a ruleset. Calls are pairs (position, value), value 0
for no bid; position 1 begins, and turns go up by position.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import IllegalAction
from engine.rulesets import AllPassRule, AuctionForm, Ruleset

Calls = tuple[tuple[int, int], ...]


class AuctionState(NamedTuple):
    """What a list of calls amounts to; `to_act` is None when the auction is over.

    A finished auction without a landlord was passed by everybody.
    """

    to_act: int | None
    landlord: int | None
    bid: int


def read_auction(calls: Calls, ruleset: Ruleset) -> AuctionState:
    """Who acts next after `calls`, or who became landlord at which bid."""
    bidder, bid = highest_bid(calls)
    if _finished(calls, bidder, bid, ruleset):
        return AuctionState(None, bidder, bid)
    return AuctionState(len(calls) % ruleset.players + 1, None, bid)


def _finished(calls: Calls, bidder: int | None, bid: int, ruleset: Ruleset) -> bool:
    players = ruleset.players
    if bid == 3 and ruleset.three_ends_auction:
        return True
    if ruleset.auction is AuctionForm.ONE_CALL or bidder is None:
        return len(calls) == players
    last = calls[1 - players :]
    return len(last) == players - 1 and not any(value for _, value in last)


def highest_bid(calls: Calls) -> tuple[int | None, int]:
    """The highest bidder so far, or None, and the highest bid, or 0."""
    for position, value in reversed(calls):
        if value:
            return position, value
    return None, 0


def possible_bids(calls: Calls) -> tuple[int, ...]:
    """The values that the next player may call: 0, and every bid above the highest."""
    return (0, *range(highest_bid(calls)[1] + 1, 4))


def check_bid(value: int, calls: Calls) -> None:
    """Raise `IllegalAction` (`bad_bid`, `bid_too_low`) unless `value` may be called now."""
    if type(value) is not int or not 0 <= value <= 3:
        raise IllegalAction("bad_bid")
    highest = highest_bid(calls)[1]
    if 0 < value <= highest:
        raise IllegalAction("bid_too_low", highest=highest)


class Redeal(NamedTuple):
    """How single play goes on after a deal that nobody bid on, without any score."""

    first_bidder: int


def after_all_pass(ruleset: Ruleset, first_bidder: int) -> Redeal | None:
    """What single play does when all pass; None where the deal is not dealt again.

    `first_bidder` is the seat, counted from 1, that bid first. Sources: S004-4 (rotates),
    S000-11, S001-6, S002-8 (deal again), S001-9 (the first bidder is landlord at 1).
    """
    if ruleset.all_pass is AllPassRule.REDEAL:
        return Redeal(first_bidder)
    if ruleset.all_pass is AllPassRule.ROTATE:
        return Redeal(first_bidder % ruleset.players + 1)
    return None

"""Points from facts: what a result is worth to every position.

Owns the arithmetic of the stake. Never looks at cards or plays: a result's facts are enough.
"""

from __future__ import annotations

from engine.doubling import factor
from engine.errors import RulesetError
from engine.result import Result
from engine.rulesets import Doubling, Ruleset, Scoring

_ADD, _OPERATOR = Scoring.ADD, Scoring.OPERATOR
"""By themselves, since looking up a member of an enumeration is slow in Python 3.11."""


def unit(bid: int, multipliers: int, ruleset: Ruleset, bet: int = 1) -> int:
    """The stake of one farmer before doubles, after `multipliers` bombs, rockets and springs.

    bid × 2^k; `operator`: (bet × bid) × bid × 2^k, S002-16; additive: bid × (1 + k).
    """
    if ruleset.scoring is _ADD:
        return bid * (1 + multipliers)
    if ruleset.scoring is _OPERATOR:
        return bet * bid * bid << multipliers
    return bid << multipliers


def multipliers(result: Result, ruleset: Ruleset) -> int:
    """How many bombs, rockets and springs change the stake of `result`."""
    spring = result.spring is not None and ruleset.spring_doubles
    return result.bombs + result.rockets + spring


def points(result: Result, ruleset: Ruleset, bet: int = 1) -> dict[int, int]:
    """The points of every position, which sum to zero; all 0 for a passed-out hand.

    With additive scoring they do not: each position has the score of its side, the winner's
    stake or 0, which a side counts once (see `side_points`). `bet` is the table bet of
    `operator`. Raises `RulesetError` (`bet_not_used`) for a bet under any other ruleset.
    """
    check_bet(bet, ruleset)
    if result.landlord is None:
        return dict.fromkeys(ruleset.positions, 0)
    stake = unit(result.bid, multipliers(result, ruleset), ruleset, bet)
    won = result.winner == "landlord"
    if ruleset.scoring is _ADD:
        return {p: stake if (p == result.landlord) is won else 0 for p in ruleset.positions}
    sign = -1 if won else 1
    scores = {
        farmer: sign
        * stake
        * factor(farmer, result.doubled, result.redoubled, ruleset.double_scope)
        for farmer in ruleset.positions
        if farmer != result.landlord
    }
    scores[result.landlord] = -sum(scores.values())
    return dict(sorted(scores.items()))


def side_points(result: Result, ruleset: Ruleset, bet: int = 1) -> tuple[int, int]:
    """The points of the landlord and of the farmers together.

    With additive scoring the winning side has its stake once, and the other 0.
    """
    scores = points(result, ruleset, bet)
    if result.landlord is None:
        return 0, 0
    farmers = [scores[p] for p in scores if p != result.landlord]
    together = max(farmers) if ruleset.scoring is _ADD else sum(farmers)
    return scores[result.landlord], together


def check_bet(bet: int, ruleset: Ruleset) -> None:
    """Raise `RulesetError` (`bad_bet`, `bet_not_used`) for a bet the ruleset does not have."""
    if type(bet) is not int or bet < 1:
        raise RulesetError("bad_bet")
    if bet != 1 and ruleset.scoring is not _OPERATOR:
        raise RulesetError("bet_not_used", ruleset=ruleset.name)


def result_problems(result: Result, ruleset: Ruleset) -> tuple[str, ...]:
    """Codes of everything that cannot be in a result under `ruleset`; empty if it can be.

    For results that people type in; a hand that was played here cannot have any.
    """
    if result.landlord is None:
        nothing = Result(None, 0, passed_out=True)
        return () if result == nothing else ("passed_out_with_facts",)
    found = []
    if result.passed_out:
        found.append("passed_out_with_facts")
    if result.landlord not in ruleset.positions:
        found.append("no_such_landlord")
    if not 1 <= result.bid <= 3:
        found.append("no_such_bid")
    if result.winner is None:
        found.append("no_winner")
    if result.spring == "spring" and result.winner == "farmers":
        found.append("spring_without_win")
    if result.spring == "anti_spring" and result.winner == "landlord":
        found.append("anti_spring_without_win")
    if result.bombs < 0 or result.rockets < 0:
        found.append("negative_count")
    if result.rockets > 1:
        found.append("too_many_rockets")
    if result.bombs > 13 * ruleset.decks:
        found.append("too_many_bombs")
    farmers = set(ruleset.positions) - {result.landlord}
    if not set(result.doubled) <= farmers or len(set(result.doubled)) < len(result.doubled):
        found.append("doubled_by_no_farmer")
    if result.doubled and ruleset.doubling is Doubling.OFF:
        found.append("no_doubling")
    if result.redoubled and not (result.doubled and ruleset.redouble):
        found.append("redoubled_without_double")
    return tuple(found)

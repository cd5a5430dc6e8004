"""Doubling: the farmers' sealed decisions and the landlord's answer.

Owns who has still to choose, when everything is in, and what doubles make of a stake. Decisions
are pairs (position, value) in order of arrival, which nobody but their makers may learn.
"""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.rulesets import DoubleScope, Ruleset

_PER_PAIR = DoubleScope.PER_PAIR
Decisions = tuple[tuple[int, bool], ...]


def undecided(decisions: Decisions, landlord: int, ruleset: Ruleset) -> tuple[int, ...]:
    """The farmers who have still to choose, in order of position."""
    decided = {position for position, _ in decisions}
    return tuple(p for p in ruleset.positions if p != landlord and p not in decided)


def check_double(position: int, decisions: Decisions, landlord: int | None) -> None:
    """Raise `IllegalAction` (`not_your_turn`, `already_chosen`) unless `position` may choose."""
    if position == landlord:
        raise IllegalAction("not_your_turn")
    if any(position == decided for decided, _ in decisions):
        raise IllegalAction("already_chosen")


def doubled(decisions: Decisions) -> tuple[int, ...]:
    """The farmers who doubled, in order of position."""
    return tuple(sorted(position for position, value in decisions if value))


def asks_for_redouble(decisions: Decisions, ruleset: Ruleset) -> bool:
    """Whether the landlord may answer: somebody doubled and the ruleset knows the redouble."""
    return ruleset.redouble and bool(doubled(decisions))


def factor(farmer: int, doubled: tuple[int, ...], redoubled: bool, scope: DoubleScope) -> int:
    """By how much the stake between the landlord and `farmer` is multiplied.

    Per pair (S004-16), only a farmer's own double counts, and a redouble only for him; in common,
    every double counts for everybody.
    """
    doubles = doubled.count(farmer) if scope is _PER_PAIR else len(doubled)
    return 1 << doubles + (redoubled and doubles > 0)

"""Clubs or countries ranked by their best entrants, from the standings of one published version.

Owns who counts for a unit. The ranking itself is that of `engine.comparison.standings`: by the
share of what was available, so that unequal numbers of boards are fair.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from engine.comparison.rounding import shown
from engine.comparison.standings import Line
from engine.comparison.standings import standings as ranked
from engine.comparison.totals import Total

from .edition import Edition, NotPublicError
from .standings import StandingRow, standings

#: How many entrants may count for a unit.
MOST = 99


class Unit(StrEnum):
    """What entrants are put together by."""

    CLUB = "club"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit: its `members` that count, the best first, and how many `others` it has.

    `rank` is None for a unit with too few entrants. `score` is the sum, `mean` that of one member,
    `percentage` as a text with two decimals, empty in signed methods.
    """

    rank: int | None
    name: str
    score: Fraction
    mean: Fraction
    percentage: str
    members: tuple[StandingRow, ...]
    others: int


@dataclass(frozen=True, slots=True)
class UnitPage:
    """All units: the `ranked` ones, and those with `too_few` entrants by name."""

    edition: Edition
    unit: Unit
    best: int
    ranked: tuple[UnitLine, ...]
    too_few: tuple[UnitLine, ...]


def unit_page(edition: Edition, unit: Unit = Unit.CLUB, best: int | None = None) -> UnitPage:
    """Rank units by their `best` entrants, without a number as many as the event says.

    Two statements.

    Entrants count in the order of the standings, those with no board that counts never do. Units
    of equal share have the same rank and stand by name. Raises NotPublicError for events of teams.
    """
    if edition.has_teams:
        raise NotPublicError
    best = edition.club_best if best is None else best
    members: defaultdict[str, list[StandingRow]] = defaultdict(list)
    for row in standings(edition).rows:
        name = getattr(row.entrant, unit.value)
        if name and row.total.boards:
            members[name].append(row)
    totals = {
        name: Total.sum(row.total for row in rows[:best]) for name, rows in sorted(members.items())
    }
    lines = [Line(name, total) for name, total in totals.items() if len(members[name]) >= best]
    return UnitPage(
        edition=edition,
        unit=unit,
        best=best,
        ranked=tuple(
            _line(each.rank, str(each.entrant), each.total, members[str(each.entrant)], best)
            for each in ranked(lines)
        ),
        too_few=tuple(
            _line(None, name, total, members[name], best)
            for name, total in totals.items()
            if len(members[name]) < best
        ),
    )


def _line(
    rank: int | None, name: str, total: Total, rows: list[StandingRow], best: int
) -> UnitLine:
    counted = tuple(rows[:best])
    return UnitLine(
        rank=rank,
        name=name,
        score=total.score,
        mean=total.score / len(counted),
        percentage="" if total.percentage is None else shown(total.percentage),
        members=counted,
        others=len(rows) - len(counted),
    )

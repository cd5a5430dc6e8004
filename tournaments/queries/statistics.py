"""What the tables of an edition did with the cards: who became landlord, and what came of it.

Owns the counts. It reads opened boards only, and compares equal roles only: landlords with
landlords, farmers with farmers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .edition import Edition
from .plays import play_list
from .results import PlayResult

#: More than an event can have.
MOST_PLAYS = 10**9


@dataclass(frozen=True, slots=True)
class RoleLine:
    """Plays in which a position was landlord, or which had one bid: how many of how many, won.

    `share` and `success` are percentages; `mean` and `mean_farmer` the mean points of the landlord
    and of a farmer there. None where there is nothing to count.
    """

    value: int
    plays: int
    share: Fraction | None
    won: int
    success: Fraction | None
    mean: Fraction | None
    mean_farmer: Fraction | None


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """Counts over `plays` finished plays, of which `passed_out` had no landlord."""

    edition: Edition
    plays: int
    passed_out: int
    by_position: tuple[RoleLine, ...]
    by_bid: tuple[RoleLine, ...]
    bombs: int
    rockets: int
    with_bombs: int
    springs: int
    anti_springs: int
    doubled: int
    redoubled: int


def statistics_page(edition: Edition) -> StatisticsPage:
    """The statistics of an edition; as many statements as a list of plays."""
    plays = play_list(edition, limit=MOST_PLAYS).plays
    played = [each for each in plays if each.facts.landlord is not None]
    positions = sorted({seat.position for each in played for seat in each.seats})
    bids = sorted({each.facts.bid for each in played})
    return StatisticsPage(
        edition=edition,
        plays=len(plays),
        passed_out=len(plays) - len(played),
        by_position=tuple(
            _line(
                position,
                [each for each in played if each.facts.landlord == position],
                played,
                [position],
            )
            for position in positions
        ),
        by_bid=tuple(
            _line(bid, [each for each in played if each.facts.bid == bid], played, positions)
            for bid in bids
        ),
        bombs=sum(each.facts.bombs for each in played),
        rockets=sum(each.facts.rockets for each in played),
        with_bombs=sum(each.facts.bombs + each.facts.rockets > 0 for each in played),
        springs=sum(each.facts.spring == "spring" for each in played),
        anti_springs=sum(each.facts.spring == "anti-spring" for each in played),
        doubled=sum(bool(each.facts.doubled) for each in played),
        redoubled=sum(each.facts.redoubled for each in played),
    )


def _line(
    value: int, mine: Sequence[PlayResult], played: Sequence[PlayResult], positions: Sequence[int]
) -> RoleLine:
    """Of the plays that are `mine`. A farmer's mean is that of `positions`: of a single one over
    all that were played, of all of them over `mine`.
    """
    won = sum(each.facts.winner == "landlord" for each in mine)
    landlord = [seat.points for each in mine for seat in each.seats if seat.role == "landlord"]
    of = played if len(positions) == 1 else mine
    farmer = [
        seat.points
        for each in of
        for seat in each.seats
        if seat.role == "farmer" and seat.position in positions
    ]
    return RoleLine(
        value=value,
        plays=len(mine),
        share=_share(len(mine), len(played)),
        won=won,
        success=_share(won, len(mine)),
        mean=_mean(landlord),
        mean_farmer=_mean(farmer),
    )


def _share(part: int, whole: int) -> Fraction | None:
    return Fraction(100 * part, whole) if whole else None


def _mean(points: Sequence[int]) -> Fraction | None:
    return Fraction(sum(points), len(points)) if points else None

"""Team matches: sums of a team's points on a board, margins between teams, and when it is over.

Owns the arithmetic of triangles and of four-a-side (duplicate.md 3); never who sits where.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from engine.comparison.rounding import to_integer
from engine.comparison.rulings import Award, AwardScale
from engine.comparison.scales import Cap, HalfOctave, Scale
from engine.payoff import side_points
from engine.result import Result
from engine.rulesets import Ruleset

Team = TypeVar("Team", bound=Hashable)


def board_sums(seats: Iterable[tuple[Team, int]]) -> dict[Team, int]:
    """Each team's points on one board, summed over all its seats at all tables."""
    sums: dict[Team, int] = {}
    for team, points in seats:
        sums[team] = sums.get(team, 0) + points
    return sums


def margins(
    sums: Mapping[Team, int],
    scale: Scale = HalfOctave(),  # noqa: B008  (frozen)
) -> dict[tuple[Team, Team], int]:
    """What each team wins of each other on one board, as (team, other) → scaled difference.

    Every pair stands in both orders, with opposite signs.
    """
    found: dict[tuple[Team, Team], int] = {}
    for one, other in combinations(sums, 2):
        found[one, other] = scale(sums[one] - sums[other])
        found[other, one] = -found[one, other]
    return found


def match_margins(
    boards: Iterable[Mapping[Team, int]],
    scale: Scale = HalfOctave(),  # noqa: B008  (frozen)
) -> dict[tuple[Team, Team], int]:
    """The margins of a whole match, from the sums of its boards."""
    total: dict[tuple[Team, Team], int] = {}
    for sums in boards:
        for pair, margin in margins(sums, scale).items():
            total[pair] = total.get(pair, 0) + margin
    return total


def four_a_side_board(red: int, blue: int, cap: int = 12) -> int:
    """What red wins of blue on one board, from the sums of both over the two tables, capped."""
    return Cap(cap)(red - blue)


def awarded_board(
    awards: Collection[Award],
    scale: AwardScale = AwardScale(),  # noqa: B008  (frozen)
) -> int:
    """What a board with artificial scores brings a team that has these: 2, 0 or −2 each.

    Several awards for different hands bring their mean, halves away from zero, as the hands of a
    team are one score; a team without any gets nothing.
    """
    if not awards:
        return 0
    worth = sum((scale.signed(award, None) for award in awards), Fraction(0))
    return to_integer(worth / len(awards))


def usual_cap(ruleset: Ruleset) -> int:
    """The cap of a board of four-a-side: 12 under `team-additive`, by the same measure elsewhere.

    It is twice what a team wins of a board by being landlord at 3, and winning, at both tables.
    """
    landlord, farmers = side_points(Result(landlord=1, bid=3, winner="landlord"), ruleset)
    return 2 * 2 * (landlord - farmers)


def is_decided(lead: int, boards_left: int, cap: int = 12) -> bool:
    """Whether a lead (of either side) is out of reach: more than the cap for each board left."""
    return abs(lead) > cap * boards_left

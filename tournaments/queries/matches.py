"""The matches of a team stage: who won what of whom, and victory points. Opened boards only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats import format_of
from tournaments.models import Bye, Scoring, Stage
from tournaments.team_matches import Match, all_matches

from .edition import Edition, NotPublicError
from .people import EntrantRef, entrants_of


@dataclass(frozen=True, slots=True)
class MatchTeam:
    """A team in a match: plain points, its margin over both others, its victory points.

    `margins` are what it won of each of the others, in the order of the match.
    """

    entrant: EntrantRef
    points: int
    margins: tuple[int | None, ...]
    margin: int
    victory_points: Fraction
    won: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match; `boards` count so far."""

    boards: int
    is_complete: bool
    teams: tuple[MatchTeam, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All matches by round; `has_victory_points` says whether they rank."""

    edition: Edition
    rounds: tuple[tuple[int, tuple[MatchLine, ...], tuple[EntrantRef, ...]], ...]
    has_victory_points: bool


def match_page(edition: Edition) -> MatchPage:
    """The matches of the edition's stage. Raises NotPublicError if it has no teams or no draw."""
    stage = Stage.objects.defer("movement", "certificate").filter(pk=edition.stage_id).first()
    if stage is None or not format_of(stage.kind).teams:
        raise NotPublicError
    numbers = Stage.objects.values_list("movement__entrants", flat=True).get(pk=stage.pk)
    if not numbers:
        raise NotPublicError
    people = {each.number: each for each in entrants_of(edition.event_id).values()}
    teams = [people[number] for number in dict.fromkeys(numbers)]
    byes: dict[int, list[EntrantRef]] = {}
    rows = Bye.objects.filter(round__stage=stage).order_by("entrant__number")
    for number, who in rows.values_list("round__number", "entrant__number"):
        byes.setdefault(number, []).append(people[who])
    lines: dict[int, list[MatchLine]] = {}
    for match in all_matches(stage, only=edition.boards):
        lines.setdefault(match.round, []).append(_line(match, teams))
    return MatchPage(
        edition=edition,
        rounds=tuple((n, tuple(found), tuple(byes.get(n, ()))) for n, found in lines.items()),
        has_victory_points=stage.scoring == Scoring.VICTORY_POINTS,
    )


def _line(match: Match, teams: list[EntrantRef]) -> MatchLine:
    return MatchLine(
        boards=match.boards,
        is_complete=match.is_complete,
        teams=tuple(
            MatchTeam(
                entrant=teams[team],
                points=match.sums[team],
                margins=tuple(
                    None if other == team else match.margins.get((team, other), 0)
                    for other in match.teams
                ),
                margin=match.margin(team),
                victory_points=match.victory_points(team),
                won=match.is_complete and match.winner == team,
            )
            for team in match.teams
        ),
    )

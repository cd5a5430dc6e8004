"""The matches of a team stage: who won what of whom, and victory points. Opened boards only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats import format_of
from tournaments.four_a_side import FourMatch, boards_of_round, cap_of, four_matches, worth_of
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
class FourBoardLine:
    """A board of a match of two: plain points of either team (None: an artificial score), and what
    it brought the first.
    """

    number: int
    points: tuple[int, int] | None
    won: int


@dataclass(frozen=True, slots=True)
class FourMatchLine:
    """A match of two teams: the boards that count, the numbers of those that were not played.

    `worth` is what it brings each in the standings, None until it is complete.
    """

    tables: tuple[int, int]
    teams: tuple[EntrantRef, EntrantRef]
    lead: int
    boards: tuple[FourBoardLine, ...]
    not_played: tuple[int, ...]
    is_complete: bool
    worth: tuple[Fraction, Fraction] | None

    @property
    def ahead(self) -> int:
        """How much the leader is ahead."""
        return abs(self.lead)


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All matches by round; `has_victory_points` says whether they rank.

    Of four-a-side they are matches of two teams; `cap` is then the most that a board brings.
    """

    edition: Edition
    rounds: tuple[
        tuple[int, tuple[MatchLine, ...] | tuple[FourMatchLine, ...], tuple[EntrantRef, ...]], ...
    ]
    has_victory_points: bool
    cap: int | None = None


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
    if format_of(stage.kind).partners:
        return _page_of_four(edition, stage, teams, byes)
    lines: dict[int, list[MatchLine]] = {}
    for match in all_matches(stage, only=edition.boards):
        lines.setdefault(match.round, []).append(_line(match, teams))
    return MatchPage(
        edition=edition,
        rounds=tuple((n, tuple(found), tuple(byes.get(n, ()))) for n, found in lines.items()),
        has_victory_points=stage.scoring == Scoring.VICTORY_POINTS,
    )


def _page_of_four(
    edition: Edition,
    stage: Stage,
    teams: list[EntrantRef],
    byes: dict[int, list[EntrantRef]],
) -> MatchPage:
    lines: dict[int, list[FourMatchLine]] = {}
    for match in four_matches(stage, only=edition.boards):
        lines.setdefault(match.round, []).append(_line_of_four(stage, match, teams))
    return MatchPage(
        edition=edition,
        rounds=tuple((n, tuple(found), tuple(byes.get(n, ()))) for n, found in lines.items()),
        has_victory_points=stage.scoring == Scoring.VICTORY_POINTS,
        cap=cap_of(stage),
    )


def _line_of_four(stage: Stage, match: FourMatch, teams: list[EntrantRef]) -> FourMatchLine:
    one, other = match.teams
    regular = (match.round - 1) * boards_of_round(stage) + stage.boards_per_round
    worth = None
    if match.is_complete:
        worth = worth_of(stage, match, one), worth_of(stage, match, other)
    return FourMatchLine(
        tables=match.tables,
        teams=(teams[one], teams[other]),
        lead=match.lead,
        boards=tuple(FourBoardLine(each.number, each.points, each.won[0]) for each in match.boards),
        # Extra boards that no tie asked for are not missed.
        not_played=tuple(number for number in match.not_played if number <= regular),
        is_complete=match.is_complete,
        worth=worth,
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

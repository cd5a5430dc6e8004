"""What team matches have come to: margins, victory points, who goes on. Pure reads of results.

Owns the sums of a match, and which of its boards are compared. The arithmetic of a margin and of
victory points is the engine's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.comparison.rounding import to_integer
from engine.comparison.rulings import Award, AwardScale
from engine.comparison.scales import HalfOctave
from engine.comparison.teams import awarded_board
from engine.comparison.victory_points import victory_point_scale
from games.models import Board, Play
from games.models.plays import UNFINISHED
from tournaments.awards import award_scale
from tournaments.models import Entrant, SeatResult, Stage

#: Victory points of a bye, against each of the two opponents that a team does not have.
BYE_VICTORY_POINTS = 12
#: And of a match without a board, against each opponent.
DRAWN = 10


@dataclass(frozen=True)
class Match:
    """A triangle: its teams (places in the movement), and what each won of each other.

    `margins` are in scaled points over the `boards` that count; `sums` are plain points. It is
    complete when none of its boards is to come. With more than three teams it is the round of a
    ring. A `neutral` team, of the house, fills the match: only what the others won of each other
    counts, as much as a whole match.
    """

    round: int
    teams: tuple[int, ...]
    margins: Mapping[tuple[int, int], int]
    sums: Mapping[int, int]
    boards: int
    is_complete: bool
    neutral: frozenset[int] = frozenset()

    def opponents(self, team: int) -> list[int]:
        """Against whom a team counts: the others that are ranked; of none, the neutral ones."""
        others = [other for other in self.teams if other != team]
        return [other for other in others if other not in self.neutral] or others

    def margin(self, team: int) -> int:
        """What a team won of its two opponents together."""
        return sum(self.margins.get((team, other), 0) for other in self.opponents(team))

    def victory_points(self, team: int) -> Fraction:
        """Up to 20 against each opponent; 0 until the match is complete, 10 if no board counts."""
        if not self.is_complete:
            return Fraction(0)
        others, whole = self.opponents(team), len(self.teams) - 1
        if not self.boards:
            return Fraction(DRAWN * whole)
        scale = victory_point_scale(self.boards)
        won = sum((scale.of(self.margins.get((team, o), 0)) for o in others), Fraction(0))
        return won * whole / len(others)

    def rank_of(self, team: int) -> tuple[int, int, int]:
        """What ranks a team, lowest first: the largest margin, the most points, the better seed."""
        return -self.margin(team), -self.sums[team], team

    @property
    def order(self) -> list[int]:
        """The teams that are ranked, best first."""
        return sorted((t for t in self.teams if t not in self.neutral), key=self.rank_of)

    @property
    def winner(self) -> int:
        """The best team that is ranked; of a match of the house alone, the first."""
        return next(iter(self.order), self.teams[0])


def matches_of_round(stage: Stage, number: int, *, live: bool = True) -> list[Match]:
    """The matches of one round; without `live` only its opened boards count."""
    return [match for match in all_matches(stage, live=live) if match.round == number]


@dataclass
class Held:
    """What a team has of a board: the points of its hands, by (play, position), and their awards.

    `mappings` tell how the hands lay at its tables.
    """

    hands: dict[tuple[str, int], Fraction] = field(default_factory=dict)
    mappings: set[str] = field(default_factory=set)
    awards: list[Award] = field(default_factory=list)

    @property
    def each_once(self) -> bool:
        """Whether the team held each hand of the board once."""
        return sorted(position for _play, position in self.hands) == [1, 2, 3]

    @property
    def points(self) -> int:
        """The sum over its hands."""
        return to_integer(sum(self.hands.values(), Fraction(0)))


#: (round, board) → team's number → what it has.
ByBoard = dict[tuple[int, int], dict[int, Held]]


def all_matches(
    stage: Stage,
    *,
    live: bool = False,
    only: Collection[int] | None = None,
    hidden: Collection[str] = (),
) -> list[Match]:
    """Every match of a drawn team stage, in order; six statements, whatever the size.

    The opened boards count, with `live` all, and with `only` those of these numbers; never
    those with ids in `hidden`.
    """
    data = Stage.objects.values_list("movement__matches", "movement__entrants").get(pk=stage.pk)
    matches, slots = data
    if not matches:
        return []
    place = {number: team for team, number in enumerate(dict.fromkeys(slots))}
    house = Entrant.objects.filter(event=stage.event_id, person__is_bot=True)
    numbers = house.values_list("number", flat=True)
    neutral = frozenset(place[number] for number in numbers if number in place)
    held = _held(stage, place)
    told = _told(stage, live, only, hidden)
    unfinished = _unfinished(stage, place)
    scale = award_scale(stage)
    rounds = {
        number: range(first, last + 1)
        for number, first, last in stage.rounds.values_list("number", "first_board", "last_board")
    }
    return [
        replace(
            _match(
                number, tuple(group), rounds.get(number, range(0)), held, told, unfinished, scale
            ),
            neutral=neutral & set(group),
        )
        for number, groups in enumerate(matches, start=1)
        for group in groups
    ]


def _match(
    number: int,
    teams: tuple[int, ...],
    boards: Iterable[int],
    held: ByBoard,
    told: Collection[int],
    unfinished: Collection[tuple[int, int]],
    scale: AwardScale,
) -> Match:
    """A match over the boards that all its tables have ended, and that may be told."""
    margins: defaultdict[tuple[int, int], int] = defaultdict(int)
    sums = dict.fromkeys(teams, 0)
    counted, to_come = 0, not boards
    for board in boards:
        if board not in told or any((team, board) in unfinished for team in teams):
            to_come = True
            continue
        found = held.get((number, board), {})
        mine = {team: found.get(team, Held()) for team in teams}
        if any(each.awards for each in mine.values()):
            counted += 1
            for team, each in mine.items():
                for other in teams:
                    won = awarded_board(each.awards, scale) if other != team else 0
                    margins[team, other] += won
        elif _is_comparable(mine.values()):
            counted += 1
            _compare({team: each.points for team, each in mine.items()}, margins, sums)
    return Match(number, teams, dict(margins), sums, counted, not to_come)


def _is_comparable(held: Collection[Held]) -> bool:
    """Whether all teams held each hand once, and the hands lay alike at all tables.

    Otherwise the luck of the deal does not cancel: a table has not played the board, or it is
    withdrawn there, or people of two teams sat in each other's seats, or hands were swapped.
    """
    mappings = {mapping for each in held for mapping in each.mappings}
    return len(mappings) == 1 and all(each.each_once for each in held)


def _compare(
    points: Mapping[int, int], margins: dict[tuple[int, int], int], sums: dict[int, int]
) -> None:
    scale = HalfOctave()
    for team, value in points.items():
        sums[team] += value
        for other, theirs in points.items():
            if other != team:
                margins[team, other] += scale(value - theirs)


def _told(
    stage: Stage, live: bool, only: Collection[int] | None, hidden: Collection[str]
) -> set[int]:
    """The numbers of the boards that count."""
    boards = Board.objects.filter(fields__stage=stage)
    if not live:
        boards = boards.filter(opened_at__isnull=False)
    if hidden:
        boards = boards.exclude(pk__in=hidden)
    if only is not None:
        boards = boards.filter(number__in=list(only))
    return set(boards.values_list("number", flat=True))


def _unfinished(stage: Stage, place: Mapping[int, int]) -> set[tuple[int, int]]:
    """The teams with the boards that a table of theirs is still to end."""
    plays = Play.objects.filter(table__round_table__round__stage=stage, state__in=UNFINISHED)
    rows = plays.values_list("table__seats__sitting__entrant__number", "board__number")
    return {(place[number], board) for number, board in rows}


def _held(stage: Stage, place: Mapping[int, int]) -> ByBoard:
    """What every team has of every board."""
    found: defaultdict[tuple[int, int], defaultdict[int, Held]] = defaultdict(
        lambda: defaultdict(Held)
    )
    rows = SeatResult.objects.filter(round__stage=stage)
    for number, board, team, play, position, mapping, value, top, bottom, award in rows.values_list(
        "round__number",
        "field__board__number",
        "entrant__number",
        "play_id",
        "position",
        "field__mapping",
        "value",
        "weight_numerator",
        "weight_denominator",
        "award",
    ):
        held = found[number, board][place[team]]
        held.mappings.add(mapping)
        if award:
            held.awards.append(Award(award))
        if value is not None:
            before = held.hands.get((play, position), Fraction(0))
            held.hands[play, position] = before + value * Fraction(top, bottom)
    return {key: dict(teams) for key, teams in found.items()}

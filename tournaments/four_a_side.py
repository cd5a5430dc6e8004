"""Four-a-side stages: how many boards a round has, and what its matches of two teams have come to.

Owns the settings that only these stages have and the sums of their matches; pure reads. The
arithmetic of a board and of the end of a match is the engine's. Match i of a round has the tables
2i + 1 and 2i + 2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from engine.comparison.rounding import to_integer
from engine.comparison.rulings import Award, AwardScale
from engine.comparison.teams import awarded_board, four_a_side_board, usual_cap
from engine.comparison.victory_points import victory_point_scale
from engine.rulesets import Ruleset
from engine.rulesets import Scoring as RulesetScoring
from games.models import Play
from games.models.plays import UNFINISHED
from tournaments.awards import award_scale
from tournaments.formats import format_of
from tournaments.models import Scoring, SeatResult, Stage, StageKind

#: What a match that was won brings, and one that stayed tied; the most in victory points.
WIN, TIE, MATCH_TOP = 2, 1, 20
EXTRA_BOARDS = 4
"""Boards that are dealt with each round for ties: one more turn of who is idle."""


def only_winners_count(stage: Stage) -> bool:
    """Whether a match ends when it is decided, and goes on when it is tied.

    Not where margins rank: there every board is played, and a tie stands.
    """
    if not format_of(stage.kind).partners:
        return False
    return stage.kind == StageKind.FOUR_KNOCKOUT or stage.scoring == Scoring.WINS


def boards_of_round(stage: Stage) -> int:
    """How many boards are dealt for a round: those of the stage, and the extra ones for ties."""
    return stage.boards_per_round + EXTRA_BOARDS * only_winners_count(stage)


def cap_of(stage: Stage) -> int:
    """The most that a board brings."""
    return stage.cap or usual_cap(Ruleset.from_data(stage.event.ruleset))


@dataclass(frozen=True, slots=True)
class FourBoardResult:
    """A board of a match: the plain points of either team at both tables, and what it brings each,
    capped. A board that was not compared has no points, only awards.
    """

    number: int
    points: tuple[int, int] | None
    won: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FourMatch:
    """A match of `teams` (places in the movement) so far, by the boards that count.

    `to_come` are the boards that are still to be played, or to be opened.
    """

    round: int
    tables: tuple[int, int]
    teams: tuple[int, int]
    boards: tuple[FourBoardResult, ...]
    not_played: tuple[int, ...]
    to_come: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing of it is to come, and it has begun."""
        return bool(self.boards or self.not_played) and not self.to_come

    @property
    def lead(self) -> int:
        """What the first team is ahead: half the difference of what both have won.

        Halves, which awards may leave, away from zero: so only equal teams are tied.
        """
        first, second = self._won()
        return to_integer(Fraction(first - second, 2))

    def margin(self, team: int) -> int:
        """What a team has won, less what it has lost."""
        first, second = self._won()
        return first if team == self.teams[0] else second

    def other(self, team: int) -> int:
        """The opponent of a team."""
        return self.teams[1 - self.teams.index(team)]

    def points(self, team: int) -> int:
        """The plain points of a team at both tables."""
        place = self.teams.index(team)
        return sum(board.points[place] for board in self.boards if board.points)

    @property
    def winner(self) -> int:
        """The larger margin, then the most points, then the better seed (lower place)."""
        return min(self.teams, key=lambda team: (-self.margin(team), -self.points(team), team))

    @property
    def is_tied(self) -> bool:
        """Whether neither team is ahead."""
        return self.lead == 0

    def _won(self) -> tuple[int, int]:
        return sum(each.won[0] for each in self.boards), sum(each.won[1] for each in self.boards)


class _SeatRow(NamedTuple):
    """A part of a seat result with where it was played."""

    round: int
    table: int
    board: int
    team: int
    position: int
    mapping: str
    value: int | None
    weight: Fraction
    award: str


@dataclass
class _Half:
    """What a team has at one table on one board; `mapping` is how the hands lay there."""

    sum: Fraction = Fraction(0)
    positions: set[int] = field(default_factory=set)
    mapping: str = ""
    awards: list[Award] = field(default_factory=list)


Halves = dict[tuple[int, int, int], dict[int, _Half]]
"""(round, table, board) → team → what it has there."""


def worth_of(stage: Stage, match: FourMatch, team: int) -> Fraction:
    """What a complete match brings a team in the standings of its stage."""
    if stage.kind == StageKind.FOUR_KNOCKOUT:
        return Fraction(match.winner == team)
    if stage.scoring == Scoring.VICTORY_POINTS:
        if not match.boards:
            return Fraction(MATCH_TOP, 2)
        return victory_point_scale(len(match.boards)).of(match.margin(team))
    if stage.scoring == Scoring.WINS:
        if match.is_tied:
            return Fraction(TIE)
        return Fraction(WIN if match.margin(team) > match.margin(match.other(team)) else 0)
    return Fraction(match.margin(team))


class Worth(NamedTuple):
    """The most that a board brings, and what artificial scores bring of one."""

    cap: int
    awards: AwardScale


def tables_of_match(table: int) -> tuple[int, int]:
    """The two tables of the match that is played at a table."""
    first = table - (table + 1) % 2
    return first, first + 1


def four_matches(
    stage: Stage,
    *,
    live: bool = False,
    only: Collection[int] | None = None,
    hidden: Collection[str] = (),
    at: tuple[int, int] | None = None,
) -> list[FourMatch]:
    """The matches of a drawn four-a-side stage, in order; four statements, whatever the size.

    The opened boards count, with `live` all, and with `only` those of these numbers; never
    those with ids in `hidden`. `at` is a round and a table: then only the match there is read.
    """
    matches, slots = Stage.objects.values_list("movement__matches", "movement__entrants").get(
        pk=stage.pk
    )
    if not matches:
        return []
    place = {number: team for team, number in enumerate(dict.fromkeys(slots))}
    rounds = {
        number: range(first, last + 1)
        for number, first, last in stage.rounds.values_list("number", "first_board", "last_board")
    }
    where = {} if at is None else {"number": at[0], "tables": tables_of_match(at[1])}
    halves = _halves(stage, place, where)
    states = _states(stage, live, only, hidden, where)
    worth = Worth(cap_of(stage), award_scale(stage))
    found = []
    for number, groups in enumerate(matches, start=1):
        for k, (one, other) in enumerate(groups):
            tables = (2 * k + 1, 2 * k + 2)
            if at is not None and (number, tables) != (at[0], tables_of_match(at[1])):
                continue
            found.append(
                _match(number, tables, (one, other), rounds.get(number, ()), halves, states, worth)
            )
    return found


def _match(
    number: int,
    tables: tuple[int, int],
    teams: tuple[int, int],
    boards: Sequence[int],
    halves: Halves,
    states: Mapping[tuple[int, int, int], str],
    worth: Worth,
) -> FourMatch:
    counted, missing, to_come = [], [], []
    for board in boards:
        both = [halves.get((number, table, board), {}) for table in tables]
        found = [states.get((number, table, board), "open") for table in tables]
        for place, half in enumerate(both):
            if found[place] == "not_played" and any(each.awards for each in half.values()):
                found[place] = "ruled"
        if "not_played" in found:
            missing.append(board)
        elif "open" in found:
            to_come.append(board)
        else:
            result = _board(board, both, teams, worth)
            if result is not None:
                counted.append(result)
    return FourMatch(number, tables, teams, tuple(counted), tuple(missing), tuple(to_come))


def _board(
    number: int, halves: Sequence[Mapping[int, _Half]], teams: tuple[int, int], worth: Worth
) -> FourBoardResult | None:
    """A board that both tables have ended; None when it was withdrawn from one of them, or when its
    hands lay differently there: then there is nothing to compare.
    """
    if not all(halves):
        return None
    awards = [
        [award for half in halves if team in half for award in half[team].awards] for team in teams
    ]
    if any(awards):
        first, second = (awarded_board(each, worth.awards) for each in awards)
        return FourBoardResult(number, None, (first, second))
    if len({each.mapping for half in halves for each in half.values()}) > 1:
        return None
    red, blue = (
        to_integer(sum((half[team].sum for half in halves if team in half), Fraction(0)))
        for team in teams
    )
    won = four_a_side_board(red, blue, worth.cap)
    return FourBoardResult(number, (red, blue), (won, -won))


def _states(
    stage: Stage,
    live: bool,
    only: Collection[int] | None,
    hidden: Collection[str],
    where: Mapping[str, Any],
) -> dict[tuple[int, int, int], str]:
    """How each board stands at each table: "open" (to be played, or not public), "not_played" or
    "counts".
    """
    rows = Play.objects.filter(table__round_table__round__stage=stage)
    if where:
        rows = rows.filter(
            table__round_table__round__number=where["number"],
            table__round_table__number__in=where["tables"],
        )
    found = {}
    for number, table, board, board_id, state, opened_at in rows.values_list(
        "table__round_table__round__number",
        "table__round_table__number",
        "board__number",
        "board_id",
        "state",
        "board__opened_at",
    ):
        public = opened_at is not None if only is None else board in only
        told = board_id not in hidden and (live or public)
        if state in UNFINISHED:
            stands = "open"
        elif state == "not_played":
            stands = "not_played"
        else:
            stands = "counts" if told else "open"
        found[number, table, board] = stands
    return found


def _halves(stage: Stage, place: Mapping[int, int], where: Mapping[str, Any]) -> Halves:
    """What every team has at every table on every board.

    With additive scoring both farmers have the score of their side, which counts once.
    """
    additive = Ruleset.from_data(stage.event.ruleset).scoring is RulesetScoring.ADD
    found: defaultdict[tuple[int, int, int], dict[int, _Half]] = defaultdict(dict)
    for row in _rows(stage, place, where):
        half = found[row.round, row.table, row.board].setdefault(row.team, _Half())
        half.positions.add(row.position)
        half.mapping = row.mapping
        if row.award:
            half.awards.append(Award(row.award))
        half.sum += (row.value or 0) * row.weight
    if additive:
        for teams in found.values():
            for half in teams.values():
                half.sum /= len(half.positions)
    return dict(found)


def _rows(stage: Stage, place: Mapping[int, int], where: Mapping[str, Any]) -> Iterator[_SeatRow]:
    rows = SeatResult.objects.filter(round__stage=stage)
    if where:
        rows = rows.filter(
            round__number=where["number"],
            play__table__round_table__number__in=where["tables"],
        )
    columns = (
        "round__number",
        "play__table__round_table__number",
        "field__board__number",
        "entrant__number",
        "position",
        "field__mapping",
        "value",
        "weight_numerator",
        "weight_denominator",
        "award",
    )
    for number, table, board, entrant, *rest in rows.values_list(*columns):
        position, mapping, value, top, bottom, award = rest
        weight = Fraction(top, bottom)
        team = place[entrant]
        yield _SeatRow(number, table, board, team, position, mapping, value, weight, award)

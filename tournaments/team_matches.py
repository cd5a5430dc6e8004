"""What team matches have come to: margins, victory points, who goes on. Pure reads of results.

Owns the sums of a match. The arithmetic of a margin and of victory points is the engine's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import F

from engine.comparison.rounding import to_integer
from engine.comparison.scales import HalfOctave
from engine.comparison.victory_points import victory_point_scale
from games.models import Board
from tournaments.models import SeatResult, Stage

#: Victory points of a bye, against each of the two opponents that a team does not have.
BYE_VICTORY_POINTS = 12


@dataclass(frozen=True)
class Match:
    """A triangle: its teams (places in the movement), and what each won of each other.

    `margins` are in scaled points over the `boards` that count; `sums` are plain points. It is
    complete when all its boards count. With more than three teams it is the round of a ring.
    """

    round: int
    teams: tuple[int, ...]
    margins: Mapping[tuple[int, int], int]
    sums: Mapping[int, int]
    boards: int
    is_complete: bool

    def margin(self, team: int) -> int:
        """What a team won of its two opponents together."""
        return sum(self.margins.get((team, other), 0) for other in self.teams if other != team)

    def victory_points(self, team: int) -> Fraction:
        """Up to 20 against each opponent; 0 until the match is complete."""
        if not self.is_complete:
            return Fraction(0)
        scale = victory_point_scale(self.boards)
        others = (other for other in self.teams if other != team)
        return sum((scale.of(self.margins.get((team, o), 0)) for o in others), Fraction(0))

    @property
    def winner(self) -> int:
        """The largest margin, then the most points, then the better seed (lower place)."""
        return min(self.teams, key=lambda team: (-self.margin(team), -self.sums[team], team))


def matches_of_round(stage: Stage, number: int, *, live: bool = True) -> list[Match]:
    """The matches of one round; without `live` only its opened boards count."""
    return [match for match in all_matches(stage, live=live) if match.round == number]


def all_matches(
    stage: Stage,
    *,
    live: bool = False,
    only: Collection[int] | None = None,
    hidden: Collection[str] = (),
) -> list[Match]:
    """Every match of a drawn team stage, in order; three statements, whatever the size.

    The opened boards count, with `live` all, and with `only` those of these numbers; never
    those with ids in `hidden`.
    """
    data = Stage.objects.values_list("movement__matches", "movement__entrants").get(pk=stage.pk)
    matches, slots = data
    if not matches:
        return []
    place = {number: team for team, number in enumerate(dict.fromkeys(slots))}
    points = _points(stage, live, only, hidden)
    boards = {
        number: last - first + 1
        for number, first, last in stage.rounds.values_list("number", "first_board", "last_board")
    }
    found = []
    for number, groups in enumerate(matches, start=1):
        by_board = points.get(number, {})
        for group in groups:
            found.append(_match(number, tuple(group), by_board, place, boards.get(number, 0)))
    return found


def _match(
    number: int,
    teams: tuple[int, ...],
    by_board: Mapping[int, Mapping[int, Fraction]],
    place: Mapping[int, int],
    boards: int,
) -> Match:
    scale = HalfOctave()
    margins: defaultdict[tuple[int, int], int] = defaultdict(int)
    sums = dict.fromkeys(teams, 0)
    counted = 0
    for scores in by_board.values():
        mine = {place[n]: to_integer(value) for n, value in scores.items() if place[n] in sums}
        if not mine:
            continue
        counted += 1
        for team, value in mine.items():
            sums[team] += value
            for other, theirs in mine.items():
                if other != team:
                    margins[team, other] += scale(value - theirs)
    return Match(number, teams, dict(margins), sums, counted, counted == boards > 0)


def _points(
    stage: Stage, live: bool, only: Collection[int] | None, hidden: Collection[str]
) -> dict[int, dict[int, dict[int, Fraction]]]:
    """Points by round, board and team's number, summed over the team's three seats."""
    rows = SeatResult.objects.filter(round__stage=stage, value__isnull=False)
    counting = Board.objects.filter(fields__stage=stage)
    if not live:
        counting = counting.filter(opened_at__isnull=False)
    if hidden:
        counting = counting.exclude(pk__in=hidden)
    if only is not None:
        counting = counting.filter(number__in=list(only))
    found: defaultdict[int, defaultdict[int, defaultdict[int, Fraction]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(Fraction))
    )
    for number, board, team, value, top, bottom in rows.filter(
        field__board__in=counting, field__generation__gte=0 if live else 1
    ).values_list(
        "round__number",
        "field__board__number",
        "entrant__number",
        F("value"),
        "weight_numerator",
        "weight_denominator",
    ):
        found[number][board][team] += value * Fraction(top, bottom)
    return {number: {b: dict(t) for b, t in boards.items()} for number, boards in found.items()}

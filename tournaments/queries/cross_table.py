"""Who met whom in an edition, and who did better: the cross-table.

Owns the pairs: the rounds in which two sat at one table, and on how many boards both held the same
hand, with who had the better score. Of teams it is their matches. Opened boards count, as the
edition counts them; an award is no result and is compared with nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from .edition import Edition, NotPublicError
from .frequency import frequency_tables
from .matches import FourMatchLine, MatchLine, match_page
from .people import EntrantRef
from .results import PlayResult, results_of
from .standings import standings

#: With more entrants there is no matrix, only one entrant against all.
MOST = 60

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match between two teams as the first sees it; of each pair the first is its own.

    `margin` is what it won of the other; `worth` is what the match of two brings each, else None.
    """

    round: int
    margin: int
    points: tuple[int, int]
    worth: tuple[Fraction, Fraction] | None
    is_complete: bool


@dataclass(slots=True)
class Meeting:
    """What an entrant had with another: rounds at one table, boards compared, matches."""

    opponent: EntrantRef
    rounds: set[int] = field(default_factory=set)
    wins: int = 0
    ties: int = 0
    losses: int = 0
    matches: list[MatchScore] = field(default_factory=list)

    @property
    def compared(self) -> int:
        """On how many boards both held the same hand."""
        return self.wins + self.ties + self.losses

    @property
    def met(self) -> tuple[int, ...]:
        """The rounds in which they sat at one table, ascending."""
        return tuple(sorted(self.rounds))

    @property
    def is_empty(self) -> bool:
        """Whether there was nothing between them."""
        return not (self.rounds or self.compared or self.matches)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One entrant against each: `cells` in the table's order, None for the entrant itself."""

    rank: int
    entrant: EntrantRef
    cells: tuple[Meeting | None, ...]

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Those with whom there was something."""
        return tuple(cell for cell in self.cells if cell is not None and not cell.is_empty)


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The rows that were asked for, over `entrants` in the order of the standings.

    It `is_too_large` when all were asked for and there are more than MOST.
    """

    edition: Edition
    entrants: tuple[EntrantRef, ...]
    rows: tuple[CrossRow, ...]
    is_too_large: bool


def cross_table(edition: Edition, entrant_id: str | None = None) -> CrossTable:
    """The cross-table of an edition, or with `entrant_id` one entrant against all.

    As many statements as a list of plays, of one entrant twice as many. Raises NotPublicError for
    an entrant who is not in the standings.
    """
    ranked = standings(edition).rows
    people = {row.entrant.id: row.entrant for row in ranked}
    if entrant_id is not None and entrant_id not in people:
        raise NotPublicError
    is_too_large = entrant_id is None and len(people) > MOST
    rows: tuple[CrossRow, ...] = ()
    if people and not is_too_large:
        found = _Pairs(people)
        if edition.has_teams:
            found.add_matches(edition)
        else:
            found.add_plays(edition, entrant_id)
        rows = tuple(
            found.row(row.rank, row.entrant)
            for row in ranked
            if entrant_id in (None, row.entrant.id)
        )
    return CrossTable(edition, tuple(people.values()), rows, is_too_large)


class _Pairs:
    """What is known of each ordered pair of the people of a table."""

    def __init__(self, people: dict[str, EntrantRef]) -> None:
        self._people = people
        self._found: dict[Pair, Meeting] = {}

    def row(self, rank: int, entrant: EntrantRef) -> CrossRow:
        """The row of one entrant, with an empty meeting where there was nothing."""
        cells = (
            None
            if other.id == entrant.id
            else self._found.get((entrant.id, other.id)) or Meeting(other)
            for other in self._people.values()
        )
        return CrossRow(rank, entrant, tuple(cells))

    def add_plays(self, edition: Edition, only: str | None) -> None:
        """The tables and the comparisons; with `only` those of one entrant."""
        tables = frequency_tables(edition, edition.fields)
        met = results_of(edition, edition.fields, tables=tables, entrant_id=only)
        compared = met
        if only is not None:
            held = {
                (each.board, each.mapping, seat.position)
                for each in met
                for seat in each.seats
                if seat.entrant.id == only
            }
            fields = [
                each
                for each in edition.fields
                if (each.board_number, each.mapping, each.position) in held
            ]
            compared = results_of(edition, fields, tables=tables)
        self._add_tables(met)
        for seats in _by_hand(compared):
            self._compare(seats, only)

    def add_matches(self, edition: Edition) -> None:
        """The matches, as they stand."""
        for number, matches, _byes in match_page(edition).rounds:
            for match in matches:
                for one, other, score in _scores(number, match):
                    if one in self._people and other in self._people:
                        self._meeting(one, other).matches.append(score)

    def _meeting(self, one: str, other: str) -> Meeting:
        found = self._found.get((one, other))
        if found is None:
            found = self._found[one, other] = Meeting(self._people[other])
        return found

    def _add_tables(self, plays: Iterable[PlayResult]) -> None:
        for play in plays:
            sat = {seat.entrant.id for seat in play.seats} & self._people.keys()
            for one in sat:
                for other in sat - {one}:
                    if play.round is not None:
                        self._meeting(one, other).rounds.add(play.round)

    def _compare(self, seats: Collection[tuple[str, Fraction]], only: str | None) -> None:
        known = [each for each in seats if each[0] in self._people]
        for one, mine in known if only is None else [each for each in known if each[0] == only]:
            for other, theirs in known:
                if other != one:
                    meeting = self._meeting(one, other)
                    meeting.wins += mine > theirs
                    meeting.ties += mine == theirs
                    meeting.losses += mine < theirs


def _by_hand(plays: Iterable[PlayResult]) -> Collection[list[tuple[str, Fraction]]]:
    """(entrant, score) of all who held one hand, hand by hand."""
    found: defaultdict[tuple[int, str, int], list[tuple[str, Fraction]]] = defaultdict(list)
    for play in plays:
        for seat in play.seats:
            if seat.score is not None:
                key = play.board, play.mapping, seat.position
                found[key].append((seat.entrant.id, seat.score))
    return found.values()


Scores = Iterator[tuple[str, str, MatchScore]]


def _scores(number: int, match: MatchLine | FourMatchLine) -> Scores:
    return _of_two(number, match) if isinstance(match, FourMatchLine) else _of_three(number, match)


def _of_two(number: int, match: FourMatchLine) -> Scores:
    sums = [sum(each.points[place] for each in match.boards if each.points) for place in (0, 1)]
    for place, margin in enumerate((match.lead, -match.lead)):
        one, other = match.teams[place], match.teams[1 - place]
        worth = None if match.worth is None else (match.worth[place], match.worth[1 - place])
        points = sums[place], sums[1 - place]
        yield one.id, other.id, MatchScore(number, margin, points, worth, match.is_complete)


def _of_three(number: int, match: MatchLine) -> Scores:
    for one in match.teams:
        for margin, other in zip(one.margins, match.teams, strict=True):
            if margin is not None:
                points = one.points, other.points
                score = MatchScore(number, margin, points, None, match.is_complete)
                yield one.entrant.id, other.entrant.id, score

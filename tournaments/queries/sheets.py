"""What printed sheets say besides cards: who sits where, who plays when, how many packs it takes.

For the console: a hidden event has sheets, too. Nothing here knows a hand or a result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Stage

from .edition import RoundRef, rounds_of
from .people import EntrantRef, entrants_of
from .rounds import Chair, TableSeating, seated


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table with its round, and the boards in the order in which they are passed on."""

    round: RoundRef
    seating: TableSeating
    shared_order: tuple[int, ...]

    @property
    def pockets(self) -> tuple[tuple[int, tuple[tuple[int, Chair], ...]], ...]:
        """For each board (by number) the chair that takes each pocket: (pocket, chair)."""
        chairs = {chair.letter: chair for chair in self.seating.chairs}
        return tuple(
            (
                board.number,
                tuple((pocket, chairs[x]) for pocket, x in enumerate(board.positions, 1)),
            )
            for board in self.seating.boards
        )


@dataclass(frozen=True, slots=True)
class SheetRound:
    """A round as sheets have it. `packs` are needed of each board when every table has its own,
    `shared_packs` when tables begin with different boards and pass them on."""

    round: RoundRef
    tables: tuple[SheetTable, ...]
    byes: tuple[EntrantRef, ...]

    @property
    def boards(self) -> int:
        """How many boards each table plays."""
        return len(self.round.boards)

    @property
    def packs(self) -> int:
        """Packs of each board, one for every table."""
        return len(self.tables)

    @property
    def shared_packs(self) -> int:
        """Packs of each board when they are passed on."""
        return -(-len(self.tables) // self.boards)

    @property
    def all_packs(self) -> int:
        """Packs of all boards, when every table has its own."""
        return self.packs * self.boards

    @property
    def all_shared_packs(self) -> int:
        """Packs of all boards, when they are passed on."""
        return self.shared_packs * self.boards

    @property
    def by_name(self) -> tuple[Place, ...]:
        """Everybody by name; who sits out has no table."""
        found = [
            Place(sitter(chair), chair.entrant, each.seating.number, chair.letter)
            for each in self.tables
            for chair in each.seating.chairs
        ]
        found += [Place(who.name, who, None, "") for who in self.byes]
        return tuple(sorted(found, key=lambda place: (place.name.casefold(), place.entrant.number)))


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits in a round. `name` is who sits, `entrant` for whom it counts."""

    name: str
    entrant: EntrantRef
    table: int | None
    seat: str


@dataclass(frozen=True, slots=True)
class Itinerary:
    """The way of one person through the rounds."""

    name: str
    entrant: EntrantRef
    stops: tuple[tuple[RoundRef, Place], ...]


def sheet_rounds(stage: Stage, number: int | None = None) -> tuple[SheetRound, ...]:
    """The drawn rounds of a stage, or round `number` alone; empty if there is none."""
    people = entrants_of(stage.event_id)
    found = []
    for ref in rounds_of(stage.pk):
        if number in (None, ref.number):
            tables, byes = seated(stage.pk, ref, people)
            sheets = tuple(SheetTable(ref, each, shared_order(each.number, ref)) for each in tables)
            found.append(SheetRound(ref, sheets, byes))
    return tuple(found)


def shared_order(table: int, ref: RoundRef) -> tuple[int, ...]:
    """The boards of a round from the one with which table `table` begins: i mod b."""
    boards = tuple(ref.boards)
    start = (table - 1) % len(boards)
    return boards[start:] + boards[:start]


def itineraries(rounds: Iterable[SheetRound]) -> tuple[Itinerary, ...]:
    """Everybody's way through these rounds, by name; each of a team sits out with the team."""
    ways: defaultdict[str, dict[str, list[tuple[RoundRef, Place]]]] = defaultdict(dict)
    resting: list[tuple[RoundRef, Place]] = []
    for each in rounds:
        for place in each.by_name:
            if place.table is None:
                resting.append((each.round, place))
            else:
                ways[place.entrant.id].setdefault(place.name, []).append((each.round, place))
    for ref, place in resting:
        mine = ways[place.entrant.id]
        own = [place.name] if place.name in mine or not mine else list(mine)
        for name in own:
            mine.setdefault(name, []).append((ref, place))
    found = [
        Itinerary(name, way[0][1].entrant, tuple(sorted(way, key=lambda stop: stop[0].number)))
        for mine in ways.values()
        for name, way in mine.items()
    ]
    return tuple(sorted(found, key=lambda way: (way.name.casefold(), way.entrant.number)))


def sitter(chair: Chair) -> str:
    """The name of who sits on a chair."""
    return chair.player or chair.entrant.name

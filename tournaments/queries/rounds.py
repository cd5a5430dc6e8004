"""Rounds and their seating. Of a table only its state is told, never how far it has come."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from games.models import Play, Seat
from tournaments.formats import format_of
from tournaments.models import Bye, Round, RoundState, RoundTable, Stage

from .edition import Edition, NotPublicError, RoundRef
from .line_ups import line_ups
from .people import EntrantRef, entrants_of, sitters_of, substitutes
from .schedule import scheduled_round


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round with its number of tables and how many of them have finished all its boards."""

    round: RoundRef
    tables: int
    tables_finished: int


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat (letter A, B, C …) and for whom it counts.

    `player` is the name of who sits there when it is somebody else: a substitute, a team's member.
    """

    letter: str
    entrant: EntrantRef
    player: str | None = None


@dataclass(frozen=True, slots=True)
class TableBoard:
    """A board at a table: `positions` "BCA" means that seat B holds position 1."""

    number: int
    positions: str


@dataclass(frozen=True, slots=True)
class TableSeating:
    """A table of a round. `state` is drawn, playing or finished."""

    number: int
    state: str
    chairs: tuple[Chair, ...]
    boards: tuple[TableBoard, ...]


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """Who sits where in a round, and who sits out; `opened` are its boards that count already."""

    edition: Edition
    round: RoundRef
    tables: tuple[TableSeating, ...]
    byes: tuple[EntrantRef, ...]
    opened: tuple[int, ...]

    @property
    def has_common_boards(self) -> bool:
        """Whether every table plays all boards of the round."""
        return all(len(table.boards) == len(self.round.boards) for table in self.tables)


def round_list(edition: Edition) -> tuple[RoundProgress, ...]:
    """All rounds with their progress, by number; one statement besides the edition's own."""
    counts = {
        number: (tables, finished)
        for number, tables, finished in Round.objects.filter(stage_id=edition.stage_id)
        .annotate(
            seated=Count("tables"),
            done=Count("tables", filter=Q(tables__table__finished_at__isnull=False)),
        )
        .values_list("number", "seated", "done")
    }
    return tuple(RoundProgress(each, *counts.get(each.number, (0, 0))) for each in edition.rounds)


def round_seating(edition: Edition, number: int) -> RoundSeating:
    """The seating of round `number`, drawn or released. Raises NotPublicError if there is none."""
    ref = next((each for each in edition.rounds if each.number == number), None)
    if ref is None:
        raise NotPublicError
    assert edition.stage_id is not None
    tables, byes = seated(edition.stage_id, ref, entrants_of(edition.event_id))
    counted = set(edition.boards)
    return RoundSeating(edition, ref, tables, byes, tuple(n for n in ref.boards if n in counted))


def seated(
    stage_id: str, ref: RoundRef, people: dict[str, EntrantRef], table: int | None = None
) -> tuple[tuple[TableSeating, ...], tuple[EntrantRef, ...]]:
    """The tables of a round with everybody's chair, and who sits out; `people` are the event's.

    `table` leaves the others out.
    """
    if ref.state == RoundState.DRAWN:
        tables, byes = _drawn(stage_id, ref, people)
        return tuple(each for each in tables if table in (None, each.number)), byes
    return _released(stage_id, ref, people, table)


def _drawn(
    stage_id: str, ref: RoundRef, people: dict[str, EntrantRef]
) -> tuple[tuple[TableSeating, ...], tuple[EntrantRef, ...]]:
    by_number = {entrant.number: entrant for entrant in people.values()}
    names = _sitters(stage_id, ref.number)
    planned = scheduled_round(stage_id, ref.number)
    tables = tuple(
        TableSeating(
            number=table.number,
            state="drawn",
            chairs=tuple(
                Chair(letter, by_number[who], names.get((who, member)))
                for (letter, who), member in zip(table.chairs, table.members, strict=True)
            ),
            boards=tuple(
                TableBoard(board, positions)
                for board, positions in zip(table.boards, table.positions, strict=True)
            ),
        )
        for table in planned.tables
    )
    return tables, tuple(by_number[who] for who in planned.byes)


def _sitters(stage_id: str, number: int) -> dict[tuple[int, int], str]:
    """Who will sit for an entrant that they are not, by (number, place in the line-up)."""
    stage = Stage.objects.defer("movement", "certificate").get(pk=stage_id)
    if format_of(stage.kind).teams:
        return {
            (team, place): member.person.name
            for team, members in line_ups(stage, number).items()
            for place, member in enumerate(members)
        }
    rows = substitutes(stage.pk, number).values_list("entrant__number", "player__person__name")
    return {(who, 0): name for who, name in rows}


def _released(
    stage_id: str, ref: RoundRef, people: dict[str, EntrantRef], table: int | None
) -> tuple[tuple[TableSeating, ...], tuple[EntrantRef, ...]]:
    at = {"round__stage_id": stage_id, "round__number": ref.number}
    tables = RoundTable.objects.filter(**at).order_by("number")
    if table is not None:
        tables = tables.filter(number=table)
    rows = list(tables.values_list("table_id", "number", "table__finished_at"))
    ours = tables.order_by().values("table_id")
    chairs: dict[str, list[Chair]] = {row[0]: [] for row in rows}
    seats = Seat.objects.filter(table_id__in=ours)
    sitters = sitters_of(seats)
    for table_id, letter, entrant_id in seats.order_by("table_id", "letter").values_list(
        "table_id", "letter", "sitting__entrant_id"
    ):
        sitter = sitters.get((table_id, letter))
        chairs[table_id].append(Chair(letter, people[entrant_id], sitter))
    boards: dict[str, list[TableBoard]] = {row[0]: [] for row in rows}
    for table_id, board, positions in (
        Play.objects.filter(table_id__in=ours)
        .order_by("table_id", "order")
        .values_list("table_id", "board__number", "positions")
    ):
        boards[table_id].append(TableBoard(board, positions))
    byes = Bye.objects.filter(**at).order_by("entrant__number")
    return (
        tuple(
            TableSeating(
                number=number,
                state="finished" if finished_at else "playing",
                chairs=tuple(chairs[table_id]),
                boards=tuple(boards[table_id]),
            )
            for table_id, number, finished_at in rows
        ),
        tuple(people[id_] for id_ in byes.values_list("entrant_id", flat=True)),
    )

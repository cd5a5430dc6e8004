"""One table of a round as spectators see it: who sits there, and what of its boards is open.

Of a board that is not opened only the state of its play is told, never a fact of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max

from games.models import Play
from tournaments.models import RoundState, RoundTable

from .edition import Edition, NotPublicError, RoundRef
from .frequency import frequency_tables
from .people import entrants_of
from .results import PlayResult, results_of
from .rounds import TableBoard, TableSeating, seated
from .schedule import scheduled_round


@dataclass(frozen=True, slots=True)
class BoardAtTable:
    """A board at the table. `state` is drawn, or that of its play (`games.models.PlayState`).

    `result` is there once the edition counts the board; `opened` says whether it does.
    """

    board: TableBoard
    state: str
    opened: bool
    result: PlayResult | None


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table of a round, of the `tables` that the round has."""

    edition: Edition
    round: RoundRef
    tables: int
    seating: TableSeating
    boards: tuple[BoardAtTable, ...]

    @property
    def previous(self) -> int | None:
        """The number of the table before it."""
        return self.seating.number - 1 or None

    @property
    def following(self) -> int | None:
        """The number of the table after it."""
        return self.seating.number + 1 if self.seating.number < self.tables else None


def table_page(edition: Edition, table: int, number: int | None = None) -> TablePage:
    """Table `table` of round `number`, or of the round that people look for.

    At most fifteen statements. Raises NotPublicError if there is none.
    """
    ref = edition.current_round or next(iter(edition.rounds), None)
    if number is not None:
        ref = next((each for each in edition.rounds if each.number == number), None)
    if ref is None or edition.stage_id is None:
        raise NotPublicError
    tables, _byes = seated(edition.stage_id, ref, entrants_of(edition.event_id), table)
    if not tables:
        raise NotPublicError
    (seating,) = tables
    states = _states(edition.stage_id, ref, table)
    results = _results(edition, ref, table)
    counted = set(edition.boards)
    boards = tuple(
        BoardAtTable(
            board,
            states.get(board.number, RoundState.DRAWN.value),
            board.number in counted,
            results.get(board.number),
        )
        for board in seating.boards
    )
    return TablePage(edition, ref, _count(edition.stage_id, ref), seating, boards)


def _states(stage_id: str, ref: RoundRef, table: int) -> dict[int, str]:
    """The state of each board's play at the table, by the board's number."""
    plays = Play.objects.filter(
        table__round_table__round__stage_id=stage_id,
        table__round_table__round__number=ref.number,
        table__round_table__number=table,
    )
    return dict(plays.values_list("board__number", "state"))


def _results(edition: Edition, ref: RoundRef, table: int) -> dict[int, PlayResult]:
    """The results of the round's opened boards at the table, by the board's number."""
    fields = [field for field in edition.fields if field.board_number in ref.boards]
    if not fields:
        return {}
    found = results_of(edition, fields, tables=frequency_tables(edition, fields), table=table)
    return {result.board: result for result in found}


def _count(stage_id: str, ref: RoundRef) -> int:
    if ref.state == RoundState.DRAWN:
        return len(scheduled_round(stage_id, ref.number).tables)
    tables = RoundTable.objects.filter(round__stage_id=stage_id, round__number=ref.number)
    return int(tables.aggregate(most=Max("number"))["most"])

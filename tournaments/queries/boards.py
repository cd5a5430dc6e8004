"""Opened boards: their hands, frequency tables and travellers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.cards import format_card
from games.deals import deal_of
from games.models import Board

from .edition import Edition
from .frequency import FrequencyTable, frequency_tables
from .results import PlayResult, results_of


@dataclass(frozen=True, slots=True)
class BoardLine:
    """An opened board in the list. `averages` holds the mean points of positions 1, 2, 3."""

    number: int
    round: int | None
    results: int
    averages: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class BoardList:
    """The opened boards of an edition; `scheduled` counts all boards of the drawn rounds."""

    edition: Edition
    boards: tuple[BoardLine, ...]
    scheduled: int


@dataclass(frozen=True, slots=True)
class Hands:
    """Cards as strings ("10h", "BJ"), high to low: `hands[0]` is that of position 1."""

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """An opened board.

    `frequency` has a table for each position (and hand mapping); `traveller` the results by
    table, from `offset` of `total`; `previous` and `following` are the neighbouring opened boards.
    """

    edition: Edition
    number: int
    round: int | None
    cards: Hands
    frequency: tuple[FrequencyTable, ...]
    traveller: tuple[PlayResult, ...]
    offset: int
    total: int
    previous: int | None
    following: int | None


def board_list(edition: Edition) -> BoardList:
    """The opened boards with what each position averaged; two statements."""
    tables = frequency_tables(edition, edition.fields)
    lines = []
    for number in edition.boards:
        mine = [tables[field.id] for field in edition.fields_of_board(number)]
        main = [table for table in mine if table.field.mapping == mine[0].field.mapping]
        lines.append(
            BoardLine(
                number=number,
                round=edition.round_of_board(number),
                results=max(table.results for table in main),
                averages=tuple(table.average for table in main),
            )
        )
    return BoardList(edition, tuple(lines), sum(len(each.boards) for each in edition.rounds))


def board_page(
    edition: Edition, number: int, *, offset: int = 0, limit: int | None = None
) -> BoardPage:
    """Board `number` with a stretch of its traveller.

    Raises NotPublicError, the same for a board that is not opened and one that does not exist.
    """
    fields = edition.fields_of_board(number)
    tables = frequency_tables(edition, fields)
    found = results_of(edition, fields, tables=tables)
    numbers = edition.boards
    place = numbers.index(number)
    stop = None if limit is None else offset + limit
    return BoardPage(
        edition=edition,
        number=number,
        round=edition.round_of_board(number),
        cards=cards_of(Board.objects.select_related("board_set").get(id=fields[0].board_id)),
        frequency=tuple(tables[field.id] for field in fields),
        traveller=found[offset:stop],
        offset=offset,
        total=len(found),
        previous=numbers[place - 1] if place else None,
        following=numbers[place + 1] if place + 1 < len(numbers) else None,
    )


def cards_of(board: Board) -> Hands:
    """The cards of a board that the caller knows to be opened."""
    deal = deal_of(board)
    return Hands(tuple(texts_of(hand) for hand in deal.hands), texts_of(deal.kitty))


def texts_of(cards: Iterable[int]) -> tuple[str, ...]:
    """Cards as pages print them, high to low."""
    return tuple(format_card(card) for card in cards)

"""One table, for spectators: its seats, the state of its boards, results of those opened."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from tournaments.queries import BoardAtTable, Edition, TableSeating, table_page

from .public import event_page, event_view, whole_number


@dataclass(frozen=True, slots=True)
class Line:
    """A board of the table: the landlord's name and the points by chair, where it has a result."""

    at: BoardAtTable
    landlord: str
    points: tuple[int | None, ...]


@event_view
def table(request: HttpRequest, edition: Edition, table: int) -> HttpResponse:
    """Table `table` of the round that people look for; `?round=` chooses another."""
    page = table_page(edition, table, whole_number(request.GET.get("round")))
    lines = [_line(board, page.seating) for board in page.boards]
    return event_page(request, "pages/table.html", edition, "rounds", page=page, lines=lines)


def _line(board: BoardAtTable, seating: TableSeating) -> Line:
    seats = {} if board.result is None else {seat.letter: seat for seat in board.result.seats}
    landlord = next((seat for seat in seats.values() if seat.role == "landlord"), None)
    name = "" if landlord is None else landlord.player or landlord.entrant.name
    points = tuple(
        seats[chair.letter].points if chair.letter in seats else None for chair in seating.chairs
    )
    return Line(board, name, points)

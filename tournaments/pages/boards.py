"""Opened boards and the replay of their plays. Everything else is the one 404."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.queries import Edition, board_list, board_page, parting_page, play_page
from tournaments.queries.practice import can_be_taken
from tournaments.queries.statistics import statistics_page

from .distribution import distributions, reader_of
from .public import event_page, event_view
from .replay import replay


@event_view
def boards(request: HttpRequest, edition: Edition) -> HttpResponse:
    """The opened boards, with what each position averaged."""
    return event_page(request, "pages/boards.html", edition, "boards", page=board_list(edition))


@event_view
def statistics(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Who became landlord, with what bid, and what came of it."""
    page = statistics_page(edition)
    return event_page(request, "pages/statistics.html", edition, "boards", page=page)


@event_view
def board(request: HttpRequest, edition: Edition, number: int) -> HttpResponse:
    """Hands, kitty, frequency tables and traveller; `?entrant=` marks what was theirs."""
    page = board_page(edition, number)
    reader = reader_of(page.traveller, page.frequency, request.GET.get("entrant", ""))
    return event_page(
        request,
        "pages/board.html",
        edition,
        "boards",
        page=page,
        seats=can_be_taken(edition, number) if settings.PRACTICE_TABLES else False,
        reader=reader,
        distributions=distributions(page.frequency, reader),
    )


@event_view
def partings(request: HttpRequest, edition: Edition, number: int) -> HttpResponse:
    """Where the tables of one opened board parted, and what came of it."""
    page = parting_page(edition, number)
    return event_page(request, "pages/partings.html", edition, "boards", page=page)


@event_view
def play(request: HttpRequest, edition: Edition, play_id: str) -> HttpResponse:
    """One play of an opened board, step by step."""
    page = play_page(edition, play_id)
    return event_page(request, "pages/play.html", edition, "boards", page=page, replay=replay(page))

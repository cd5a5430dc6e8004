"""The matches of a team event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.queries import Edition
from tournaments.queries.matches import match_page

from .public import event_page, event_view


@event_view
def matches(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Every match with its margins; the one 404 where there are no teams."""
    return event_page(request, "pages/matches.html", edition, "matches", page=match_page(edition))

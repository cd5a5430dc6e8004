"""An event's own page and its standings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.queries import (
    Edition,
    NotPublicError,
    Unit,
    changes_page,
    event_overview,
    narrowed,
    standings,
    unit_page,
    versions,
)
from tournaments.queries.cross_table import MOST as MOST_ENTRANTS
from tournaments.queries.cross_table import cross_table
from tournaments.queries.edition import ranges
from tournaments.queries.registration import takes_entries
from tournaments.queries.units import MOST

from .public import event_page, event_view, whole_number

TOP = 10
#: Lines of the standings on one page, and versions in the list.
PAGE = 300
MOST_VERSIONS = 30


@event_view
def event(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Title, dates, place, state; the leaders; the current and the next round; commitments."""
    overview = event_overview(edition, top=TOP)
    return event_page(
        request,
        "pages/event.html",
        edition,
        "event",
        overview=overview,
        round_numbers=range(1, overview.standings.round_count + 1),
        takes_entries=edition.people_enter and takes_entries(edition.event_id),
    )


@event_view
def event_standings(request: HttpRequest, edition: Edition) -> HttpResponse:
    """All lines of one version; `?page=` is a stretch of a long table.

    `?club=` and `?category=` keep a club's or a category's, these with their ranks in it.
    """
    everything = standings(edition)
    club, category = request.GET.get("club", ""), request.GET.get("category", "")
    rows = narrowed(everything.rows, club or None, category or None)
    listed = versions(edition)
    page = max(1, whole_number(request.GET.get("page")) or 1)
    return event_page(
        request,
        "pages/standings.html",
        edition,
        "standings",
        standings=everything,
        rows=rows[(page - 1) * PAGE : page * PAGE],
        round_numbers=range(1, everything.round_count + 1),
        clubs=sorted({row.entrant.club for row in everything.rows} - {""}),
        club=club,
        categories=sorted({name for row in everything.rows for name in row.entrant.categories}),
        category=category,
        versions=listed[:MOST_VERSIONS],
        note=next((each.note for each in listed if each.number == edition.version), ""),
        has_ties=len({row.rank for row in everything.rows}) < len(everything.rows),
        **_pages(request, edition.slug, page, len(rows)),
    )


@event_view
def changes(request: HttpRequest, edition: Edition) -> HttpResponse:
    """What this version says otherwise than version `?since=`, or than the one before it."""
    since = whole_number(request.GET.get("since"))
    if since is None:
        since = next((v.number for v in versions(edition) if v.number < edition.version), 0)
    page = changes_page(edition, since)
    return event_page(
        request, "pages/changes.html", edition, "standings", page=page, boards=ranges(page.boards)
    )


@event_view
def clubs(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Clubs (`?by=country`: countries) ranked by their `?best=` entrants."""
    by, best = request.GET.get("by", Unit.CLUB), whole_number(request.GET.get("best"))
    if by not in list(Unit) or not 1 <= (1 if best is None else best) <= MOST:
        raise NotPublicError
    page = unit_page(edition, Unit(by), best)
    return event_page(request, "pages/clubs.html", edition, "standings", page=page, most=MOST)


@event_view
def crosses(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Who met whom and who did better; `?entrant=` is one against all."""
    found = cross_table(edition, request.GET.get("entrant") or None)
    chosen = found.rows[0] if request.GET.get("entrant") else None
    return event_page(
        request,
        "pages/cross_table.html",
        edition,
        "standings",
        table=found,
        chosen=chosen,
        most=MOST_ENTRANTS,
    )


def _pages(request: HttpRequest, slug: str, page: int, count: int) -> dict[str, Any]:
    query = request.GET.copy()
    links = []
    for number in range(1, (count + PAGE - 1) // PAGE + 1):
        query["page"] = str(number)
        links.append((number, f"{reverse('standings', args=[slug])}?{query.urlencode()}"))
    return {"page": page, "page_links": links if len(links) > 1 else []}

"""The hall: what needs somebody, and every table; one table's drawer."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from tournaments.queries.desk import desk
from tournaments.queries.hall import TABLES_A_PAGE, hall, present_round

from .base import Directing, console, show, whole


@console
def hall_page(request: Directing) -> HttpResponse:
    """The round under way; `?part=hall` is only what changes by itself."""
    round_ = present_round(request.event)
    if round_ is None or round_.state == "drawn":
        return show(request, "console/waiting.html", "hall", round=round_)
    search = request.GET.get("q", "")[:80]
    offset = whole(request.GET.get("from")) or 0
    found = hall(round_, search=search, offset=offset)
    following = offset + TABLES_A_PAGE
    context = {
        "hall": found,
        "search": search,
        "following": following if following < found.found else None,
        "preceding": max(0, offset - TABLES_A_PAGE) if offset else None,
    }
    part = request.GET.get("part") == "hall"
    return show(
        request, "console/hall_part.html" if part else "console/hall.html", "hall", **context
    )


@console
def table_page(request: Directing, number: int, table: int) -> HttpResponse:
    """A table's drawer: alone for htmx, within the console otherwise."""
    found = desk(request.event, number, table)
    if found is None:
        raise Http404
    alone = bool(request.headers.get("HX-Request"))
    template = "console/drawer.html" if alone else "console/table.html"
    return show(request, template, "hall", desk=found)

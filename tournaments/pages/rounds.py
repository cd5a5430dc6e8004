"""Rounds: who sits where."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from tournaments.queries import Edition, RoundSeating, round_list, round_seating

from .public import event_page, event_view


@event_view
def rounds(request: HttpRequest, edition: Edition) -> HttpResponse:
    """To the round that people look for: the current one, else the first drawn."""
    if not edition.rounds:
        return event_page(request, "pages/no_rounds.html", edition, "rounds")
    current = edition.current_round or edition.rounds[0]
    return HttpResponseRedirect(reverse("round", args=[edition.slug, current.number]))


@event_view
def round_page(request: HttpRequest, edition: Edition, number: int) -> HttpResponse:
    """Tables, seats, boards, the state of each table; `?name=` finds a name."""
    seating = round_seating(edition, number)
    name = request.GET.get("name", "").strip()
    wanted = name.casefold()
    found = [
        (table, chair)
        for table in seating.tables
        for chair in table.chairs
        if name and wanted in chair.entrant.name.casefold()
    ]
    return event_page(
        request,
        "pages/round.html",
        edition,
        "rounds",
        seating=seating,
        progress=next(each for each in round_list(edition) if each.round.number == number),
        letters=_letters(seating),
        name=name,
        found=found,
        found_tables={table.number for table, _chair in found},
        resting=[each for each in seating.byes if name and wanted in each.name.casefold()],
    )


def _letters(seating: RoundSeating) -> list[str]:
    """The letters of the chairs, as many as the largest table has."""
    return sorted({chair.letter for table in seating.tables for chair in table.chairs})

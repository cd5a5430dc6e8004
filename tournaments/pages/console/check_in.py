"""The check-in desk: scan or type a code, a number or a name; who is missing stands below."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.utils.translation import gettext as _

from tournaments.models import Entrant
from tournaments.queries.check_in import expected, meant, missing
from tournaments.services.check_in import check_in

from .base import Directing, console, show, whole

#: Names on the page; the others are found by the field.
MOST_SHOWN = 200


@console
def check_in_page(request: Directing) -> HttpResponseBase:
    """One field for everything; several matches are chosen from."""
    found: list[Entrant] = []
    text = ""
    if request.method == "POST":
        text = request.POST.get("who", "")[:200]
        found = _found(request, text)
        if len(found) == 1:
            is_here = request.POST.get("do") == "check-in"
            entrant = check_in(found[0], request.actor, is_here=is_here)
            words = {"number": entrant.number, "name": entrant.person.name}
            here = _("%(number)d %(name)s is here.") % words
            messages.success(request, here if is_here else _("%(name)s is not here.") % words)
            return HttpResponseRedirect(request.path)
        if not found:
            messages.error(request, _("Nobody who plays has this code, number or name."))
            return HttpResponseRedirect(request.path)
    away = missing(request.event)
    missed = away.count()
    present = expected(request.event).filter(checked_in_at__isnull=False)
    return show(
        request,
        "console/check_in.html",
        "entrants",
        found=found,
        missing=_named(away),
        more=max(0, missed - MOST_SHOWN),
        away=missed,
        total=expected(request.event).count(),
        here=_named(present),
    )


def _named(rows: QuerySet[Entrant]) -> list[Entrant]:
    """The first of them, with their names and without the event that they all share."""
    return list(rows.select_related(None).select_related("person")[:MOST_SHOWN])


def _found(request: Directing, text: str) -> list[Entrant]:
    if "number" not in request.POST:
        return meant(request.event, text)
    number = whole(request.POST["number"]) or 0
    rows = list(expected(request.event).filter(number=number))
    if not rows:
        raise Http404
    return rows

"""Entering an event by its own page, and what became of it. No account, no code, no cookie.

Who entered gets an address of their own, which tells whoever holds it the name and the answer.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Problem
from games.ids import is_id
from tournaments.errors import EventRefused, ImportFaults
from tournaments.models import Event, Registration
from tournaments.origins import site_of
from tournaments.queries import Edition, NotPublicError, edition
from tournaments.queries.registration import closed_because, free_places, place_of
from tournaments.services.register import register

from .public import event_page, from_another_site

FIELDS = ("name", "club", "country", "email")


# Public pages, which have no token of a form, post to it; a foreign page is told by its Origin.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; who posts it is led to the page that says what became of it."""
    edition, event = _found(slug)
    if not event.registration:
        raise Http404
    errors: dict[str, str] = {}
    refusal, status = "", 200
    headers: Mapping[str, str] = {}
    typed = {name: request.POST.get(name, "") for name in FIELDS}
    if request.method == "POST":
        if from_another_site(request):
            raise Http404
        try:
            letters = site_of(request) if request.POST.get("letters") else ""
            row = register(event, request.META.get("REMOTE_ADDR", ""), letters=letters, **typed)
            return redirect("entered", edition.slug, row.pk)
        except ImportFaults as fault:
            refusal, status = fault.detail, 422
            errors = {each["field"]: each["detail"] for each in fault.errors}
        except EventRefused as fault:
            refusal, status = fault.detail, 409
        except Problem as problem:
            refusal, status, headers = str(problem.detail), problem.status, problem.headers
    free = free_places(event)
    response = event_page(
        request,
        "pages/enter.html",
        edition,
        "enter",
        event=event,
        closed=closed_because(event, timezone.now()),
        free=free,
        is_full=free == 0,
        refusal=refusal,
        errors=errors,
        typed=typed,
        sends_mail=settings.SENDS_MAIL,
        letters=bool(request.POST.get("letters")),
    )
    response.status_code = status
    for name, value in headers.items():
        response.headers[name] = value
    return response


@never_cache
@require_safe
def entered(request: HttpRequest, slug: str, registration_id: str) -> HttpResponse:
    """Entered, waits for approval, on the waiting list, or refused and why."""
    edition, event = _found(slug)
    mine = Q(event=event, pk=registration_id)
    rows = Registration.objects.filter(mine).select_related("person", "entrant")
    row = rows.first() if is_id(registration_id) else None
    if row is None:
        raise Http404
    context = {"event": event, "row": row, "place": place_of(row)}
    return event_page(request, "pages/entered.html", edition, "enter", **context)


def _found(slug: str) -> tuple[Edition, Event]:
    """The public event at an address. Raises Http404."""
    try:
        found = edition(slug)
    except NotPublicError:
        raise Http404 from None
    return found, Event.objects.get(pk=found.event_id)

"""One person's name and other data, as they should be."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Player
from games.models.people import RemovedName
from tournaments.errors import EventRefused, ImportFaults
from tournaments.queries.people import entrant_of_player
from tournaments.queries.registration import is_drawn
from tournaments.services.correct_person import correct_person, data_of
from tournaments.words import COLUMNS

from .base import Directing, console, show, told


@console
def person_page(request: Directing, player: str) -> HttpResponseBase:
    """The form; a refused one keeps what was typed."""
    rows = Player.objects.filter(realm=request.event.pk, pk=player).select_related("person")
    found = rows.first()
    entrant = None if found is None else entrant_of_player(found)
    if found is None or entrant is None or isinstance(found.person.name, RemovedName):
        raise Http404
    data = data_of(found)
    typed, seen, errors, refusal, doubt = data, data, {}, "", False
    if request.method == "POST":
        typed = {name: request.POST.get(name, value) for name, value in data.items()}
        seen = {name: request.POST.get(f"seen-{name}", value) for name, value in data.items()}
        reason, sure = request.POST.get("reason", ""), bool(request.POST.get("sure"))
        try:
            wanted = {name: value for name, value in typed.items() if value != seen[name]}
            correct_person(
                request.event, found, request.actor, wanted, reason, seen=seen, sure=sure
            )
            messages.success(request, _("The data are corrected."))
            back = reverse("direct-entrants", args=[request.event.slug])
            return HttpResponseRedirect(f"{back}?q={data_of(entrant.player).get('number', '')}")
        except ImportFaults as fault:
            refusal, doubt = fault.detail, fault.are_doubts
            errors = {each["field"]: each["detail"] for each in fault.errors}
        except EventRefused as fault:
            refusal = told(request.event, fault, fault.about)
            seen = data  # what is shown now is what somebody else has made of it
    fixed = {"number"} if is_drawn(request.event) else set()
    fields = [
        (name, COLUMNS[name], value, seen[name], errors.get(name, ""), name in fixed)
        for name, value in typed.items()
    ]
    context = {"person": found.person, "entrant": entrant, "now": data, "fields": fields}
    return show(
        request,
        "console/person.html",
        "entrants",
        refusal=refusal,
        doubt=doubt,
        reason=request.POST.get("reason", ""),
        **context,
    )

"""The first page: what duplicate Dou Dizhu is, and the events."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.caching import conditional, entity_tag
from tournaments.models import EventState
from tournaments.queries import event_list

from .public import LANGUAGE_HEADERS

#: The events shown of each state; the API has all of them.
MOST_EVENTS = 50
STATES = (
    (EventState.RUNNING, _("Running")),
    (EventState.DRAFT, _("Coming")),
    (EventState.FINISHED, _("Finished")),
)

#: One hand at five tables: points and matchpoints (top 8) of a worked example.
EXAMPLE_HAND = "RJ 2s 2h As Kd Kc Qh Js Jd 10c 9h 9d 9c 7s 6h 5d 3c"
EXAMPLE = (
    {"table": 1, "story": _("landlord at 2, wins"), "points": 4, "score": 7, "width": 88},
    {"table": 2, "story": _("landlord at 2, wins"), "points": 4, "score": 7, "width": 88},
    {"table": 3, "story": _("farmer, loses"), "points": -2, "score": 2, "width": 25},
    {"table": 4, "story": _("everybody passes"), "points": 0, "score": 4, "width": 50},
    {"table": 5, "story": _("landlord at 2, meets a bomb"), "points": -8, "score": 0, "width": 0},
)


@require_safe
def start(request: HttpRequest) -> HttpResponseBase:
    """What this is, in a picture and three sentences; running, coming and finished events."""
    practice = bool(settings.PRACTICE_TABLES)
    groups = [(title, event_list(state, limit=MOST_EVENTS)) for state, title in STATES]

    def build() -> HttpResponse:
        context = {
            "groups": groups,
            "any_events": any(events for _title, events in groups),
            "hand": EXAMPLE_HAND.split(" "),
            "example": EXAMPLE,
            "practice": practice,
        }
        return render(request, "pages/start.html", context)

    tag = entity_tag(request, "html", practice, [events for _title, events in groups])
    response = conditional(request, tag, build)
    patch_vary_headers(response, LANGUAGE_HEADERS)
    return response

"""Entrants: looking them up, giving new codes, withdrawing before the draw."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entrant, EntrantState
from tournaments.services.issue_entrant_codes import issue_entrant_codes
from tournaments.services.withdraw_entrant import readmit_entrant, withdraw_entrant

from .roles import own
from .verbs import Link, Verb, VerbAdmin, actor_of, refusals_told

WITHDRAW = Verb("withdraw", _("Withdraw"), withdraw_entrant, asks_reason=True)
READMIT = Verb("readmit", _("Let in again"), readmit_entrant, asks_reason=True)


@admin.register(Entrant)
class EntrantAdmin(VerbAdmin):
    """Entrants come in by the import of an event; here they are found and get new codes."""

    list_display = ("number", "person", "club", "country", "rating", "state", "event")
    edits = False
    list_filter = (own("event"), "state")
    search_fields = ("=number", "person__name", "club")
    list_select_related = ("person", "event")
    actions = ("new_codes",)
    fields = readonly_fields = (
        "event",
        "number",
        "person",
        "club",
        "country",
        "rating",
        "state",
    )

    def verbs(self, row: Entrant) -> Sequence[Verb]:
        """Return withdrawal or return, until the event is drawn."""
        if row.event.stages.filter(movement__isnull=False).exists():
            return ()
        return (WITHDRAW,) if row.state == EntrantState.ACTIVE else (READMIT,)

    def links(self, row: Entrant) -> Sequence[Link]:
        """Return the ways to the person's name and to the event."""
        return (
            Link(
                _("Correct the name"),
                reverse("admin:games_person_change", args=[row.person_id]),
                runs=True,
            ),
            Link(_("Event"), reverse("admin:tournaments_event_change", args=[row.event_id])),
        )

    @admin.action(description=_("Give new codes (the old ones end)"), permissions=["run"])
    def new_codes(self, request: HttpRequest, entrants: QuerySet[Entrant]) -> HttpResponse | None:
        """Show new codes of the chosen entrants of one event, this once, to be printed."""
        chosen = list(entrants.select_related("event", "player", "person").order_by("number"))
        event = chosen[0].event
        with refusals_told(request):
            codes = issue_entrant_codes(event, chosen, actor_of(request))
            context: dict[str, Any] = {
                **self.admin_site.each_context(request),
                "event": event,
                "codes": codes,
                "opts": self.opts,
            }
            response = render(request, "admin/tournaments/codes.html", context)
            response["Cache-Control"] = "private, no-store"
            return response
        messages.info(request, _("Nobody's code has changed."))
        return None

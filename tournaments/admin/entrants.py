"""Entrants: looking them up, new codes, withdrawal and return, substitutes."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entrant, EntrantState, EventState, Substitution
from tournaments.services.actors import Actor
from tournaments.services.issue_entrant_codes import issue_entrant_codes
from tournaments.services.set_line_up import set_line_up
from tournaments.services.substitute import end_substitution, substitute
from tournaments.services.withdraw_entrant import (
    disqualify_entrant,
    readmit_entrant,
    withdraw_entrant,
)
from tournaments.stage_ends import stage_to_direct

from .roles import own
from .verbs import Link, Verb, VerbAdmin, actor_of, refusals_told


class FromRoundForm(forms.Form):
    """From which round on a change holds."""

    from_round = forms.IntegerField(
        label=_("From round"),
        required=False,
        min_value=1,
        help_text=_("Empty: from the next round that is not released."),
    )


class SubstituteForm(FromRoundForm):
    """Who sits in the entrant's stead."""

    name = forms.CharField(label=_("Name of the substitute"), max_length=120)


class LineUpForm(FromRoundForm):
    """Which members play, in order."""

    places = forms.CharField(
        label=_("Line-up"),
        help_text=_("Three places of the team's list, in the order A, B, C: for example 1 2 4."),
    )

    def clean_places(self) -> list[int]:
        """The places as numbers."""
        words = str(self.cleaned_data["places"]).replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
            raise forms.ValidationError(_("Write three numbers."))
        return [int(word) for word in words]


def line_up(
    entrant: Entrant, actor: Actor, reason: str, places: list[int], from_round: int | None
) -> None:
    """Set the line-up in the stage that is directed now."""
    stage = stage_to_direct(entrant.event)
    if stage is not None:
        set_line_up(stage, entrant, places, actor, reason, from_round=from_round)


def code_told(request: HttpRequest, made: tuple[Substitution, str | None]) -> HttpResponse | None:
    """The page with the code of a new substitute, shown this once."""
    substitution, code = made
    if code is None:
        return None
    entrant = substitution.entrant
    row = {"number": entrant.number, "person": substitution.player.person}
    context = {
        **admin.site.each_context(request),
        "event": entrant.event,
        "codes": [(row, code)],
        "opts": Entrant._meta,
    }
    response = render(request, "admin/tournaments/codes.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


LINE_UP = Verb("line-up", _("Set the line-up"), line_up, asks_reason=True, form=LineUpForm)
WITHDRAW = Verb("withdraw", _("Withdraw"), withdraw_entrant, asks_reason=True, form=FromRoundForm)
DISQUALIFY = Verb(
    "disqualify",
    _("Disqualify"),
    disqualify_entrant,
    asks_reason=True,
    needs_reason=True,
    form=FromRoundForm,
)
READMIT = Verb("readmit", _("Let in again"), readmit_entrant, asks_reason=True, form=FromRoundForm)
SUBSTITUTE = Verb(
    "substitute",
    _("Let a substitute play"),
    substitute,
    asks_reason=True,
    form=SubstituteForm,
    told=code_told,
)
END_SUBSTITUTION = Verb(
    "end-substitution",
    _("Let the entrant play again"),
    end_substitution,
    asks_reason=True,
    form=FromRoundForm,
)


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
        "categories",
        "state",
        "team",
    )

    @admin.display(description=_("members"))
    def team(self, entrant: Entrant) -> str:
        """Return the members of a team by place; empty for a player."""
        members = entrant.members.select_related("player__person")
        return ", ".join(f"{each.place} {each.person.name}" for each in members)

    def verbs(self, row: Entrant) -> Sequence[Verb]:
        """Return withdrawal or return, and a substitute while there is something to play."""
        if row.state != EntrantState.ACTIVE:
            gone = row.state == EntrantState.DISQUALIFIED
            return (READMIT,) if gone else (READMIT, DISQUALIFY)
        if row.event.state == EventState.FINISHED or not row.event.stages.exists():
            return (WITHDRAW, DISQUALIFY)
        if row.members.exists():
            return (WITHDRAW, DISQUALIFY, LINE_UP)
        relieved = row.substitutions.filter(last_round=None).exists()
        return (WITHDRAW, DISQUALIFY, SUBSTITUTE, *((END_SUBSTITUTION,) if relieved else ()))

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

"""Events, who may do what in them, and the import of their entrants."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from engine import rulesets
from tournaments.errors import ImportFaults, TournamentError
from tournaments.models import Event, EventState, Role, RoleAssignment
from tournaments.queries.people import plays_as
from tournaments.services.actors import RUNNING, may_create_events
from tournaments.services.announce import announce
from tournaments.services.assign_role import assign_role
from tournaments.services.change_event import change_event
from tournaments.services.create_event import create_event
from tournaments.services.enter_late import enter_late
from tournaments.services.import_entrants import import_entrants
from tournaments.services.link_player import link_player, player_named
from tournaments.services.pause_event import pause_event, resume_event
from tournaments.services.rehearse import ask_rehearsal
from tournaments.services.revising import open_stage
from tournaments.services.table_policy import TABLE_SETTINGS

from .roles import own
from .verbs import Link, ModelForm, Verb, VerbAdmin, actor_of, become, refusals_told

#: The published rulesets in words.
RULESET_NAMES = {
    "competition": _("competition rules"),
    "official-2016": _("official competition rules of 2016"),
    "classic": _("classic rules"),
    "practice": _("practice rules"),
    "operator": _("rules of an online operator"),
    "four-player": _("four players, two packs"),
    "team-additive": _("additive scoring of a four-a-side program"),
}

#: What both forms ask for besides the name, in this order.
SETTINGS = (
    "place",
    "starts_on",
    "timezone",
    "all_pass",
    *TABLE_SETTINGS,
    "spectator_delay",
    "withheld_rounds",
    "disqualified_ranks",
    "club_best",
    "law_text",
    "is_public",
)

PAUSE = Verb(
    "pause",
    _("Pause all tables"),
    lambda row, actor, reason: pause_event(row, actor, reason=reason),
    asks_reason=True,
)
RESUME = Verb(
    "resume",
    _("Let all tables go on"),
    lambda row, actor, reason: resume_event(row, actor, reason=reason),
    asks_reason=True,
)
ANNOUNCE = Verb(
    "announce",
    _("Announce this to all players"),
    lambda row, actor, text: announce(row, text, actor),
    asks_reason=True,
    needs_reason=True,
)


REHEARSE = Verb(
    "rehearse",
    _("Rehearse with bots, on a hidden copy"),
    lambda event, actor, _reason: ask_rehearsal(event, actor),
    told=lambda _request, made: redirect("direct-rehearsals", made.event.slug),
)


class NewEventForm(ModelForm):
    """What is fixed when an event is created; its ruleset is copied and frozen."""

    ruleset_name = forms.ChoiceField(label=_("Ruleset"))
    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        max_length=60,
        help_text=_("The last part of the public address. Left empty, it is made of the name."),
    )

    class Meta:
        model = Event
        fields = ("name", *SETTINGS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["ruleset_name"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, RULESET_NAMES.get(name, name)) for name in rulesets.RULESETS]


class EntrantListForm(forms.Form):
    """A list of entrants, as a file or as pasted text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("CSV in UTF-8 or GB18030, or XLSX: name, club, country, number, rating."),
    )
    text = forms.CharField(
        label=_("or pasted text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "cols": 80}),
    )

    sure = forms.BooleanField(
        label=_("People of the same name and club are different people"), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Refuse two lists at once: which of them is meant cannot be known."""
        values = super().clean() or {}
        if values.get("file") and str(values.get("text") or "").strip():
            raise forms.ValidationError(
                _("There are a file and pasted text: give one of them, and empty the other.")
            )
        return values

    def source(self) -> bytes | str:
        """Return the file's bytes if there is one, else the text."""
        file = self.cleaned_data["file"]
        return file.read() if file else str(self.cleaned_data["text"])


@admin.register(Event)
class EventAdmin(VerbAdmin):
    """Create an event, change its settings, import its entrants."""

    event_path = "pk"
    list_display = ("name", "slug", "state", "starts_on", "ruleset_name", "entrant_count")
    list_filter = ("state",)
    search_fields = ("name", "slug")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Count the entrants along."""
        return super().get_queryset(request).annotate(entrant_total=Count("entrants"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Organisers create events, as the service says."""
        return isinstance(request.user, User) and may_create_events(request.user)

    @admin.display(description=_("ruleset"))
    def ruleset_name(self, event: Event) -> str:
        """Return the name of the frozen ruleset."""
        name = str(event.ruleset.get("name", ""))
        return str(RULESET_NAMES.get(name, name))

    @admin.display(description=_("entrants"), ordering="entrant_total")
    def entrant_count(self, event: Event) -> int:
        """Return how many entrants there are."""
        return int(getattr(event, "entrant_total", 0))

    def get_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """Choose the ruleset of a new event; show it of an old one."""
        if obj is None:
            return ("name", "slug", "ruleset_name", *SETTINGS)
        return ("name", *SETTINGS, "slug", "ruleset_name", "ruleset_hash", "state")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Event | None = None
    ) -> tuple[str, ...]:
        """Freeze what defines the event."""
        return () if obj is None else ("slug", "ruleset_name", "ruleset_hash", "state")

    def get_form(
        self, request: HttpRequest, obj: Event | None = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm]:
        """Use the form with the ruleset for a new event."""
        if obj is None:
            kwargs["form"] = NewEventForm
            kwargs["fields"] = NewEventForm.Meta.fields
        return super().get_form(request, obj, change, **kwargs)

    def save_model(self, request: HttpRequest, obj: Event, form: ModelForm, change: bool) -> None:
        """Create or change through the service."""
        values = {name: form.cleaned_data[name] for name in form.cleaned_data}
        if change:
            become(obj, change_event(Event.objects.get(pk=obj.pk), actor_of(request), values))
            return
        ruleset = values.pop("ruleset_name")
        become(obj, create_event(actor=actor_of(request), ruleset=ruleset, **values))

    def verbs(self, row: Event) -> Sequence[Verb]:
        """Return what an event under way allows; before that, the rehearsal."""
        if row.state != EventState.RUNNING:
            return (REHEARSE,) if row.stages.exists() and row.entrants.exists() else ()
        return (PAUSE if row.paused_at is None else RESUME, ANNOUNCE)

    def links(self, row: Event) -> Sequence[Link]:
        """Return the ways to what belongs to the event."""
        of_event = f"?event__id__exact={row.pk}"
        return (
            Link(
                _("Import entrants"),
                reverse("admin:tournaments_event_import", args=[row.pk]),
                runs=True,
            ),
            Link(_("Entrants"), reverse("admin:tournaments_entrant_changelist") + of_event),
            Link(
                _("New stage"),
                reverse("admin:tournaments_stage_add") + f"?event={row.pk}",
                runs=True,
            ),
            Link(_("Stages"), reverse("admin:tournaments_stage_changelist") + of_event),
            Link(
                _("Rounds"),
                reverse("admin:tournaments_round_changelist")
                + f"?stage__event__id__exact={row.pk}",
            ),
            Link(
                _("Tables"),
                reverse("admin:tournaments_roundtable_changelist")
                + f"?round__stage__event__id__exact={row.pk}",
            ),
            Link(
                _("Roles"), reverse("admin:tournaments_roleassignment_changelist") + of_event, True
            ),
            Link(_("Public page"), reverse("event", args=[row.slug])),
        )

    def get_urls(self) -> list[URLPattern]:
        """Add the page of the import."""
        view = self.admin_site.admin_view(never_cache(self.import_view))
        return [
            path("<str:object_id>/import/", view, name="tournaments_event_import"),
            *super().get_urls(),
        ]

    def import_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Read a list of entrants; show every fault by line, or everybody's code, this once."""
        event = self.get_object(request, object_id)
        if event is None or not self.has_run_permission(request, event):
            raise Http404
        form = EntrantListForm(request.POST or None, request.FILES or None)
        context = {**self.admin_site.each_context(request), "event": event, "opts": self.opts}
        context["late"] = open_stage(event) is not None
        if request.method == "POST" and form.is_valid():
            try:
                enter = enter_late if open_stage(event) else import_entrants
                sure = form.cleaned_data["sure"]
                entered = enter(event, form.source(), actor_of(request), sure=sure)
                return render(
                    request, "admin/tournaments/codes.html", {**context, "codes": entered}
                )
            except ImportFaults as faults:
                context["faults"] = faults
            except TournamentError as refusal:
                context["refusal"] = refusal
        refused = form.errors or "faults" in context or "refusal" in context
        status = 422 if refused else 200
        context["form"] = form
        return render(request, "admin/tournaments/import.html", context, status=status)


class RoleForm(ModelForm):
    """Who may do what in which event, and as whom they play in it."""

    plays_as = forms.CharField(
        label=_("Plays as"),
        required=False,
        max_length=16,
        help_text=_("The number of a player, or 3/2 for a member of a team; empty: does not play."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.person_id is not None:
            self.initial["plays_as"] = plays_as(self.instance)

    class Meta:
        model = RoleAssignment
        fields = ("event", "user", "role")


@admin.register(RoleAssignment)
class RoleAssignmentAdmin(VerbAdmin):
    """Roles, given, changed and taken away through the service, by the owners of an event."""

    form = RoleForm
    viewed_by = RUNNING
    run_by = (Role.OWNER,)
    list_display = ("user", "event", "role")
    list_filter = (own("event"), "role")
    list_select_related = ("event", "user")
    actions = ("take_away",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Owners give roles."""
        return self.has_run_permission(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep whose role in which event it is; the role itself may change."""
        return () if obj is None else ("event", "user")

    def save_model(
        self, request: HttpRequest, obj: RoleAssignment, form: forms.Form, change: bool
    ) -> None:
        """Give the role through the service."""
        user = obj.user
        assert isinstance(user, User)
        assign_role(obj.event, user, Role(obj.role), actor_of(request))
        player = player_named(obj.event, form.cleaned_data["plays_as"])
        link_player(obj.event, user, player, actor_of(request))
        become(obj, RoleAssignment.objects.get(event=obj.event, user=user))

    @admin.action(description=_("Take these roles away"), permissions=["run"])
    def take_away(self, request: HttpRequest, roles: QuerySet[RoleAssignment]) -> None:
        """Take roles away through the service."""
        for each in roles.select_related("event", "user"):
            assert isinstance(each.user, User)
            with refusals_told(request):
                assign_role(each.event, each.user, None, actor_of(request))

"""A new event, from a preset or a copy: full sentences say what will happen before it is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.movements.four_a_side import LINE_UP
from games.db import write_transaction
from tournaments.errors import TournamentError
from tournaments.formats import format_of
from tournaments.models import Event, RoleAssignment, Stage, StageKind
from tournaments.services.actors import Actor, may_create_events
from tournaments.services.create_event import create_event, create_stage

#: Minutes that a board takes, on phones and with cards.
MINUTES = {"phones": 5, "cards": 7}


@dataclass(frozen=True, slots=True)
class Preset:
    """What a kind of event usually is."""

    label: Any
    kind: str
    method: str
    boards: int
    plays_with: str
    ruleset: str = "competition"


PRESETS = {
    "club": Preset(
        gettext_lazy("club evening"), "individual-barometer", "matchpoints", 4, "phones"
    ),
    "school": Preset(
        gettext_lazy("school day"), "individual-barometer", "matchpoints", 3, "phones"
    ),
    "swiss": Preset(
        gettext_lazy("large field, Swiss"), "individual-swiss", "matchpoints", 6, "phones"
    ),
    "teams": Preset(
        gettext_lazy("team league, four-a-side"),
        StageKind.FOUR_LEAGUE,
        "cross",
        8,
        "phones",
        "team-additive",
    ),
    "cards": Preset(
        gettext_lazy("physical cards"), "individual-barometer", "matchpoints", 4, "cards"
    ),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """An event before it is made."""

    name: str
    people: int
    rounds: int
    boards: int
    kind: str
    method: str
    plays_with: str
    ruleset: str

    def sentences(self) -> list[str]:
        """What will happen."""
        if format_of(self.kind).partners:
            return self._sentences_of_four()
        tables, out = divmod(self.people, 3)
        boards = self.rounds * self.boards
        minutes = boards * MINUTES[self.plays_with]
        words = {"tables": tables, "rounds": self.rounds, "boards": self.boards, "all": boards}
        byes = ngettext(
            "%(n)d person sits out each round.", "%(n)d people sit out each round.", out
        )
        size = _("%(rounds)d rounds of %(boards)d boards, %(tables)d tables: %(all)d boards each.")
        return [
            size % words,
            byes % {"n": out} if out else _("Nobody sits out."),
            _("It takes about %(hours)d hours and %(minutes)d minutes, breaks not counted.")
            % {"hours": minutes // 60, "minutes": minutes % 60},
            _("The boards are dealt from a secret that is committed to when you draw."),
        ]

    def _sentences_of_four(self) -> list[str]:
        """What will happen in matches of two teams."""
        teams, over = divmod(self.people, LINE_UP)
        boards = self.rounds * self.boards
        minutes = boards * MINUTES[self.plays_with]
        size = _(
            "%(teams)d teams of four; in each of %(rounds)d rounds a match of %(boards)d boards "
            "at two tables, %(tables)d tables in all."
        )
        words = {"teams": teams, "rounds": self.rounds, "boards": self.boards}
        found = [size % {**words, "tables": teams // 2 * 2}]
        if over:
            reserves = ngettext(
                "%(n)d person more is a reserve.", "%(n)d people more are reserves.", over
            )
            found.append(reserves % {"n": over})
        if teams % 2:
            found.append(_("One team sits out each round."))
        return [
            *found,
            _("A match ends when its lead is out of reach; a tie is played off on extra boards."),
            _("It takes about %(hours)d hours and %(minutes)d minutes, breaks not counted.")
            % {"hours": minutes // 60, "minutes": minutes % 60},
            _("The boards are dealt from a secret that is committed to when you draw."),
        ]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required(login_url="sign-in")
def new_event(request: HttpRequest) -> HttpResponse:
    """Ask, show what will happen, and make it."""
    assert isinstance(request.user, User)
    if not may_create_events(request.user):
        raise PermissionDenied
    own = Event.objects.filter(
        pk__in=RoleAssignment.objects.filter(user=request.user).values("event")
    ).order_by("-created_at")[:20]
    context: dict[str, Any] = {"presets": PRESETS, "own": own, "form": request.POST}
    if request.method == "POST":
        plan = _plan(request, list(own))
        context |= {"plan": plan, "sentences": plan.sentences()}
        if request.POST.get("sure"):
            try:
                event = _make(plan, Actor.of(request.user))
            except TournamentError as fault:
                messages.error(request, fault.detail)
                return HttpResponseRedirect(request.path)
            return HttpResponseRedirect(reverse("direct", args=[event.slug]))
    return render(request, "pages/new_event.html", context)


def _plan(request: HttpRequest, own: list[Event]) -> Plan:
    form = request.POST
    copied = next((event for event in own if event.slug == form.get("copy")), None)
    stage = None if copied is None else copied.stages.order_by("number").first()
    preset = PRESETS.get(form.get("preset", ""), PRESETS["club"])
    return Plan(
        name=form.get("name", "").strip()[:120],
        people=_between(form.get("people"), 6, 9999, 12),
        rounds=_between(form.get("rounds"), 1, 1500, stage.rounds_planned if stage else 5),
        boards=_between(
            form.get("boards"), 1, 100, stage.boards_per_round if stage else preset.boards
        ),
        kind=stage.kind if stage else preset.kind,
        method=stage.method if stage else preset.method,
        plays_with=preset.plays_with,
        ruleset=copied.ruleset["name"] if copied else preset.ruleset,
    )


def _between(text: str | None, least: int, most: int, default: int) -> int:
    if not (text and text.isascii() and text.isdigit()):
        return default
    return max(least, min(most, int(text[:6])))


def _make(plan: Plan, actor: Actor) -> Event:
    with write_transaction():
        event = create_event(
            name=plan.name,
            actor=actor,
            ruleset=plan.ruleset,
            physical=plan.plays_with == "cards",
        )
        create_stage(
            event,
            rounds=plan.rounds,
            boards_per_round=plan.boards,
            kind=plan.kind,
            method=plan.method,
            actor=actor,
        )
    return event


def readiness(event: Event, stage: Stage | None) -> list[tuple[bool, str, str]]:
    """What has to be done before the first round: (done, sentence, address)."""
    slug = event.slug
    people = event.entrants.filter(state="active").count()
    least = 6 if stage is None else format_of(stage.kind).fewest
    drawn = stage is not None and stage.movement is not None
    return [
        (stage is not None, _("The stage is set up."), reverse("direct-settings", args=[slug])),
        (
            people >= least,
            _("At least %(least)d are entered (%(n)d so far).") % {"least": least, "n": people},
            reverse("direct-entrants", args=[slug]),
        ),
        (drawn, _("The rounds are drawn."), reverse("direct-rounds", args=[slug])),
        (False, _("Round 1 is released."), reverse("direct-rounds", args=[slug])),
    ]

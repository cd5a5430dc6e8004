"""A new event, from a preset or a copy: full sentences say what will happen before it is made."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.errors import EventRefused, TournamentError
from tournaments.models import Event, RoleAssignment
from tournaments.origins import Way, origin
from tournaments.plans import Plan
from tournaments.presets import PRESETS
from tournaments.services.actors import Actor, may_create_events
from tournaments.services.copy_event import copy_event
from tournaments.services.create_planned_event import create_planned_event
from tournaments.simulation import free_slug


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
    form = request.POST
    context: dict[str, Any] = {"presets": PRESETS, "own": own, "form": form}
    if request.method == "POST":
        copied = next((event for event in own if event.slug == form.get("copy")), None)
        plan = _plan(request)
        if form.get("sure"):
            try:
                event = _make(request, plan, copied)
            except TournamentError as fault:
                messages.error(request, fault.detail)
                return render(request, "pages/new_event.html", context)
            return HttpResponseRedirect(reverse("direct", args=[event.slug]))
        sentences = plan.sentences() if copied is None else _sentences_of_copy(copied)
        context |= {"plan": plan, "sentences": sentences}
    return render(request, "pages/new_event.html", context)


def _plan(request: HttpRequest) -> Plan:
    form = request.POST
    preset = PRESETS.get(form.get("preset", ""), PRESETS["club"])
    plays_with = form.get("plays_with", "")
    hours = form.get("hours", "").replace(",", ".")
    try:
        minutes = int(60 * min(48.0, max(0.25, float(hours))))
    except ValueError:
        minutes = 150
    return Plan.fitting(
        form.get("name", "").strip()[:120],
        _between(form.get("people"), 6, 9999) or 12,
        minutes,
        plays_with if plays_with in ("phones", "cards") else preset.plays_with,
        preset,
        rounds=_between(form.get("rounds"), 1, 1500),
        boards=_between(form.get("boards"), 1, 100),
    )


def _between(text: str | None, least: int, most: int) -> int | None:
    if not (text and text.isascii() and text.isdigit()):
        return None
    return max(least, min(most, int(text[:6])))


def _sentences_of_copy(event: Event) -> list[str]:
    found = [
        _("All settings and stages of %(name)s, nothing drawn.") % {"name": event.name},
    ]
    size = _("%(kind)s: %(rounds)d rounds of %(boards)d boards.")
    for stage in event.stages.order_by("number"):
        words = {"rounds": stage.rounds_planned, "boards": stage.boards_per_round}
        found.append(size % {"kind": stage.get_kind_display(), **words})
    people = _("%(n)d entrants can come along; everybody gets a new code.")
    return [*found, people % {"n": event.entrants.filter(state="active").count()}]


def _make(request: HttpRequest, plan: Plan, copied: Event | None) -> Event:
    actor = Actor.of(request.user, origin(Way.CONSOLE, request.META))
    if copied is not None:
        if not plan.name:
            raise EventRefused("name_missing", _("The event needs a name."))
        return copy_event(
            copied,
            actor,
            name=plan.name,
            slug=free_slug(slugify(plan.name)[:50].strip("-") or "event"),
            with_entrants=bool(request.POST.get("with_entrants")),
            is_public=True,
        )
    return create_planned_event(plan, actor)

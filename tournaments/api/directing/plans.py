"""Events made from a preset by three answers, or as a copy: what `/new/` does, by calls."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.text import slugify
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer, idempotency_key
from tournaments.models import Event
from tournaments.plans import Plan
from tournaments.presets import PRESETS
from tournaments.services.copy_event import copy_event
from tournaments.services.create_planned_event import create_planned_event
from tournaments.simulation import free_slug

from . import documents, shapes
from .base import DirectingView, EventDirectingView, body_of
from .describe import changes, reads
from .requests import CopiedEvent, PlannedEvent


class PresetsView(DirectingView):
    """What an event may be like."""

    @reads("presets", "The presets of events", shapes.PresetList)
    def get(self, request: Request) -> HttpResponse:
        """By name; `then` is the stage that the best go on to, if there is one."""
        return answer({"results": [documents.preset(name, each) for name, each in PRESETS.items()]})


class PresetView(DirectingView):
    """One of them."""

    @changes(
        "plan_event",
        "Make an event like a preset",
        PlannedEvent,
        shapes.EventPlanned,
        201,
        tried=True,
    )
    def post(self, request: Request, preset: str) -> HttpResponse:
        """Who creates it owns it. With `dry_run` only the sentences say what it would be."""
        if preset not in PRESETS:
            raise not_found()
        wanted = body_of(request, PlannedEvent)
        plan = Plan.fitting(
            wanted["name"].strip(),
            wanted["people"],
            wanted["minutes"],
            wanted.get("plays_with", PRESETS[preset].plays_with),
            PRESETS[preset],
            rounds=wanted.get("rounds"),
            boards=wanted.get("boards"),
        )
        self.actor.require_organiser()
        if wanted["dry_run"]:
            idempotency_key(request)
            return answer({"sentences": plan.sentences(), "made": None, "stages": []})

        def make() -> dict[str, object]:
            event = create_planned_event(plan, self.actor)
            rows = event.stages.select_related("source").order_by("number")
            return {
                "sentences": plan.sentences(),
                "made": documents.event(event),
                "stages": [documents.stage(row) for row in rows],
            }

        return self.once(request, make, 201)


class CopyView(EventDirectingView):
    """A copy of an event."""

    @changes("copy_event", "Copy an event", CopiedEvent, shapes.EventSettings, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Settings and stages, nothing drawn. A key belongs to an event and cannot make another."""
        wanted = body_of(request, CopiedEvent)
        name = wanted["name"].strip()

        def make() -> dict[str, object]:
            made: Event = copy_event(
                self.event,
                self.actor,
                name=name,
                slug=free_slug(slugify(name)[:50].strip("-") or "event"),
                with_entrants=wanted["with_entrants"],
                is_public=wanted["is_public"],
            )
            return documents.event(made)

        return self.once(request, make, 201)

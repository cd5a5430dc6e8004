"""Irregularities at the tables: what happened, what was decided, and the way back."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.serializers import StrictCharField
from games.api.views import answer
from tournaments.api.parameters import whole_number
from tournaments.models import Incident, IncidentDecision, IncidentKind
from tournaments.services.enter_slip import SCORING
from tournaments.services.record_incident import (
    LONGEST_LAW,
    LONGEST_TEXT,
    Report,
    record_incident,
    reverse_incident,
)
from tournaments.services.ruling_effects import round_of_play

from . import documents, shapes
from .base import EventDirectingView, body_of, named
from .describe import BEFORE, changes, reads
from .requests import Scored
from .rulings import play_of

LINES = 100


class NewIncident(Scored):
    """An irregularity on a play. `adjusted` takes `positions` as a ruling `scores` does, `penalty`
    the `percentage` of a top for the entrant on `seat`; `law` is what of the event's was applied.
    """

    play = StrictCharField(max_length=16)
    kind = serializers.ChoiceField(IncidentKind.values)
    decision = serializers.ChoiceField(IncidentDecision.values)
    seat = StrictCharField(max_length=1, default="", allow_blank=True)
    text = StrictCharField(max_length=LONGEST_TEXT, default="", allow_blank=True)
    law = StrictCharField(max_length=LONGEST_LAW, default="", allow_blank=True)
    positions = serializers.DictField(child=serializers.DictField(), default=dict)
    percentage = StrictCharField(max_length=8, default="", allow_blank=True)


def report_of(wanted: dict[str, Any]) -> Report:
    """What a body or a form says."""
    names = ("kind", "decision", "seat", "text", "law", "positions", "percentage")
    return Report(**{name: wanted[name] for name in names})


class IncidentsView(EventDirectingView):
    """All incidents."""

    roles = SCORING

    @reads(
        "event_incidents", "The incidents, newest first", shapes.IncidentPage, parameters=[BEFORE]
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """100 lines; `before` an id goes on. None of a board that the caller is still to play."""
        rows = Incident.objects.filter(stage__event=self.event)
        rows = rows.exclude(play__board__in=self.hidden)
        before = whole_number(request._request, "before")
        if before is not None:
            rows = rows.filter(pk__lt=before)
        rows = rows.select_related("play__board", "play__table", "reversed_by")
        found = list(rows.order_by("-pk")[: LINES + 1])
        following = str(found[LINES - 1].pk) if len(found) > LINES else None
        lines = [documents.incident(row) for row in found[:LINES]]
        return answer({"results": lines, "next": following})

    @changes(
        "record_incident",
        "Record an irregularity and its decision",
        NewIncident,
        shapes.IncidentMade,
        201,
        tried=True,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Scorers record what stands or is taken back; what changes scores is a director's, and is
        shown first with `dry_run`.
        """
        wanted = body_of(request, NewIncident)
        play = named("play", lambda: play_of(self, wanted["play"]))
        return self.scored(
            request,
            round_of_play(play).stage,
            lambda: record_incident(play, report_of(wanted), self.actor, wanted["reason"]),
            documents.incident,
            f"play:{play.pk}",
        )


class ReverseIncidentView(EventDirectingView):
    """The way back from an incident."""

    @changes(
        "reverse_incident", "Reverse an incident", Scored, shapes.IncidentMade, 201, tried=True
    )
    def post(self, request: Request, slug: str, incident_id: int) -> HttpResponse:
        """By another row; the ruling made with it is reversed, too."""
        wanted = body_of(request, Scored)
        rows = Incident.objects.filter(pk=incident_id, stage__event=self.event)
        found = rows.select_related("stage__event", "ruling__stage__event").first()
        if found is None:
            raise not_found()
        return self.scored(
            request,
            found.stage,
            lambda: reverse_incident(found, self.actor, wanted["reason"]),
            documents.incident,
            f"play:{found.play_id}",
        )

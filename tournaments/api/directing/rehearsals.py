"""Rehearsals with bots: asked for, followed, stopped."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.serializers import StrictCharField, StrictIntegerField, StrictSerializer
from games.api.views import answer
from tournaments.models import Rehearsal
from tournaments.services.rehearse import ask_rehearsal, cancel_rehearsal

from . import shapes
from .base import EventDirectingView, body_of
from .describe import changes, reads
from .requests import Reasoned

LINES = 20


class NewRehearsal(StrictSerializer):
    """Which bots play, and the seed of what they decide by chance."""

    bots = StrictCharField(max_length=10, default="chance")
    seed = StrictIntegerField(min_value=0, max_value=2**31 - 1, default=1)


class RehearsalsView(EventDirectingView):
    """The event played by bots, on hidden copies."""

    @reads("event_rehearsals", "The rehearsals, newest first", shapes.RehearsalList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """`done` of `total` plays; `copy` is the address of the copy, once it is made."""
        rows = Rehearsal.objects.filter(event=self.event).select_related("copy")[:LINES]
        return answer({"results": [_line(row) for row in rows]})

    @changes(
        "ask_rehearsal",
        "Have the event played by bots, on a hidden copy",
        NewRehearsal,
        shapes.RehearsalLine,
        201,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """A worker begins at once. One rehearsal of an event at a time."""
        wanted = body_of(request, NewRehearsal)
        return self.once(
            request, lambda: _line(ask_rehearsal(self.event, self.actor, **wanted)), 201
        )


class CancelRehearsalView(EventDirectingView):
    """The end of one before its end."""

    @changes("cancel_rehearsal", "Stop a rehearsal", Reasoned, shapes.RehearsalLine)
    def post(self, request: Request, slug: str, rehearsal_id: int) -> HttpResponse:
        """The copy stays as far as it was played."""
        body_of(request, Reasoned)
        rows = Rehearsal.objects.filter(event=self.event, pk=rehearsal_id)
        found = rows.select_related("event", "copy").first()
        if found is None:
            raise not_found()
        return self.once(request, lambda: _line(cancel_rehearsal(found, self.actor)))


def _line(row: Rehearsal) -> dict[str, Any]:
    return {
        "id": row.pk,
        "state": row.state,
        "bots": row.bots,
        "seed": row.seed,
        "done": row.done,
        "total": row.total,
        "trouble": row.trouble,
        "copy": None if row.copy is None else row.copy.slug,
        "asked_at": row.asked_at.isoformat(),
        "ended_at": None if row.ended_at is None else row.ended_at.isoformat(),
    }

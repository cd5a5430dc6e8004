"""Make an event, its stages and keys; change their settings; read the audit."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer
from tournaments.api.parameters import LIMIT, MOST, whole_number
from tournaments.api.views import EventListView
from tournaments.models import ApiKey, Role
from tournaments.queries.audit import audit_lines
from tournaments.queries.desk import actor_names
from tournaments.services.change_event import change_event, change_stage
from tournaments.services.create_event import create_event, create_stage
from tournaments.services.issue_api_key import issue_api_key, revoke_api_key
from tournaments.stored import in_order

from . import documents, shapes
from .base import DirectingView, EventDirectingView, ShownOnce, body_of, named, tag_of
from .describe import BEFORE, changes, query, reads
from .requests import EventChanges, NewEvent, NewKey, NewStage, StageChanges


class EventsView(DirectingView):
    """`POST /events/`; the list itself is everybody's, and asks nobody who they are."""

    @changes("create_event", "Create an event", NewEvent, shapes.EventSettings, 201)
    def post(self, request: Request) -> HttpResponse:
        """Who creates an event owns it. A key belongs to an event and cannot create another."""
        wanted = body_of(request, NewEvent)
        return self.once(
            request, lambda: documents.event(create_event(actor=self.actor, **wanted)), 201
        )


class AllEventsView(EventListView):
    """The address `/events/`: reading is public, creating is not."""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Send a POST to the director's view."""
        if request.method == "POST":
            return EventsView.as_view()(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)

    @changes("create_event", "Create an event", NewEvent, shapes.EventSettings, 201)
    def post(self, request: Request) -> HttpResponseBase:
        """Described here, answered by `EventsView`."""
        raise NotImplementedError


class SettingsView(EventDirectingView):
    """The settings of an event."""

    @reads("event_settings", "The settings of the event", shapes.EventSettings)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Its ETag is what a change has to name."""
        document = documents.event(self.event)
        return answer(document, headers={"ETag": tag_of(document)})

    @changes(
        "change_event",
        "Change settings of the event",
        EventChanges,
        shapes.EventSettings,
        guarded=True,
    )
    def patch(self, request: Request, slug: str) -> HttpResponse:
        """What is not named stays."""
        wanted = body_of(request, EventChanges)

        def document() -> dict[str, Any]:
            self.event.refresh_from_db()
            return documents.event(self.event)

        return self.guarded(
            request,
            f"event:{self.event.pk}",
            document,
            lambda: change_event(self.event, self.actor, wanted),
        )


class StagesView(EventDirectingView):
    """The stages of an event."""

    @reads("event_stages", "The stages of the event", shapes.StageList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """In their order."""
        rows = self.event.stages.select_related("source").order_by("number")
        return answer({"results": [documents.stage(row) for row in rows]})

    @changes("create_stage", "Add a stage", NewStage, shapes.StageSettings, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Nothing is drawn yet."""
        wanted = body_of(request, NewStage)
        if "source" in wanted:
            number = wanted["source"]
            wanted["source"] = named("source", lambda: self.numbered_stage(number))
        return self.once(
            request,
            lambda: documents.stage(create_stage(self.event, actor=self.actor, **wanted)),
            201,
        )


class StageView(EventDirectingView):
    """One stage."""

    @reads("event_stage", "A stage", shapes.StageSettings)
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Its ETag is what a change has to name."""
        document = documents.stage(self.numbered_stage(number))
        return answer(document, headers={"ETag": tag_of(document)})

    @changes(
        "change_stage",
        "Change settings of a stage",
        StageChanges,
        shapes.StageSettings,
        guarded=True,
    )
    def patch(self, request: Request, slug: str, number: int) -> HttpResponse:
        """What is not named stays; a drawn stage has to be undrawn first."""
        wanted = body_of(request, StageChanges)
        stage = self.numbered_stage(number)
        return self.guarded(
            request,
            f"stage:{stage.pk}",
            lambda: documents.stage(self.numbered_stage(number)),
            lambda: change_stage(stage, self.actor, wanted),
        )


class KeysView(EventDirectingView):
    """The event's API keys; owners only."""

    roles = (Role.OWNER,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reading the list needs the same role."""
        super().initial(request, *args, **kwargs)
        self.actor.require(self.event, Role.OWNER)

    @reads("api_keys", "The event's API keys", shapes.ApiKeyList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Without the keys themselves."""
        return answer(
            {"results": [documents.key(row) for row in ApiKey.objects.filter(event=self.event)]}
        )

    @changes("issue_api_key", "Make an API key", NewKey, shapes.ApiKeyMade, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """The key is in this answer, and nowhere else. A repetition of the request has it not."""
        wanted = body_of(request, NewKey)

        def make() -> ShownOnce:
            row, key = issue_api_key(self.event, actor=self.actor, **wanted)
            return ShownOnce(documents.key(row), {"key": key})

        return self.once(request, make, 201)


class KeyView(KeysView):
    """One key."""

    http_method_names = ["delete", "options"]

    @changes("revoke_api_key", "Revoke an API key", None, None, 204)
    def delete(self, request: Request, slug: str, key_id: int) -> HttpResponse:
        """It ends at once."""
        row = ApiKey.objects.filter(event=self.event, pk=key_id).select_related("event").first()
        if row is None:
            raise not_found()
        revoke_api_key(row, self.actor)
        return HttpResponse(status=204)


class AuditView(EventDirectingView):
    """Who changed what, when, from where and why."""

    @reads(
        "event_audit",
        "The audit, newest first",
        shapes.AuditPage,
        parameters=[
            query("q", "A text in the verb, the target, the reason, the origin or the actor."),
            query("verb", "The verb, as `release_round`."),
            query("target", "What it was about, as `play:xa56fvc40c091gqd`."),
            query("actor", "Who, as `user:7` or `key:3`."),
            query("origin", "From where: how that begins."),
            query("limit", "How many at most: 100, or up to 1000.", int),
            BEFORE,
        ],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Nothing is ever left out or deleted, but for boards that the caller is still to play."""
        narrowed = {
            name: request.GET[name]
            for name in ("verb", "target", "actor", "origin")
            if name in request.GET
        }
        limit = whole_number(request._request, "limit", default=LIMIT, most=MOST)
        assert limit is not None
        found = audit_lines(
            self.event,
            request.GET.get("q", ""),
            narrowed=narrowed,
            before=whole_number(request._request, "before"),
            limit=limit + 1,
            hidden=self.hidden,
        )
        names = actor_names({row.actor for row in found})
        return answer(
            {
                "results": [
                    {
                        "id": str(row.pk),
                        "at": row.at.isoformat(),
                        "actor": row.actor,
                        "name": names.get(row.actor, ""),
                        "origin": row.origin,
                        "verb": row.verb,
                        "target": row.target,
                        "reason": row.reason,
                        "before": in_order(row.before),
                        "after": in_order(row.after),
                    }
                    for row in found[:limit]
                ],
                "next": str(found[limit - 1].pk) if len(found) > limit else None,
            }
        )

"""The hall as the console shows it: what is still to do, what needs somebody, every table."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.views import answer
from games.sse import time_text
from tournaments.api.parameters import LIMIT, MOST, whole_number
from tournaments.backups import newest
from tournaments.models import Failure, RoundState
from tournaments.queries.hall import Hall, HallTable, Need, hall, present_round
from tournaments.queries.pending import Pending, pending
from tournaments.queries.readiness import readiness
from tournaments.queries.registration import asking
from tournaments.services.failures import failures_of, try_again
from tournaments.stage_ends import stage_to_direct

from . import documents, shapes
from .base import EventDirectingView, body_of
from .describe import changes, query, reads
from .requests import Reasoned


class ReadinessView(EventDirectingView):
    """What has to be done before the first round."""

    @reads("event_readiness", "What is still to do before the first round", shapes.Readiness)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """In its order; `code` is the same in every language."""
        stage = stage_to_direct(self.event)
        points = [
            {"code": each.code, "is_done": each.is_done, "text": each.sentence, "why": each.why}
            for each in readiness(self.event, stage)
        ]
        return answer({"points": points})


class HallView(EventDirectingView):
    """The round under way."""

    @reads(
        "hall",
        "What needs somebody, and every table of the round under way",
        shapes.HallOfRound,
        parameters=[
            query("q", "A table's number, or a name at it."),
            query("offset", "How many tables are left out: the `next` of the part before.", int),
            query("limit", "How many tables at most: 100, or up to 1000.", int),
        ],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Without a released round the newest state is told, and no tables."""
        limit = whole_number(request._request, "limit", default=LIMIT, most=MOST)
        offset = whole_number(request._request, "offset", default=0)
        assert limit is not None
        assert offset is not None
        round_ = present_round(self.event)
        found = None
        if round_ is not None and round_.state != RoundState.DRAWN:
            search = request.GET.get("q", "")[:80]
            found = hall(round_, search=search, offset=offset, limit=limit, hidden=self.hidden)
        backup, paused = newest(), self.event.paused_at
        return answer(
            {
                "stage": None if round_ is None else round_.stage.number,
                "round": None if round_ is None else documents.round_(round_),
                "paused_at": None if paused is None else time_text(paused),
                "backup_at": None if backup is None else time_text(backup),
                "asking": asking(self.event),
                "pending": _pending(pending(self.event)),
                "failures": [_failure(row) for row in failures_of(self.event)],
                **_tables(found, offset + limit),
            }
        )


class TryAgainView(EventDirectingView):
    """Counts, publications and messages that failed."""

    @changes("try_again", "Have what failed tried again", Reasoned, shapes.TriedAgain)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """From the beginning; `failures` is how much that is."""
        body_of(request, Reasoned)
        return self.once(request, lambda: {"failures": try_again(self.event, self.actor)})


def _tables(found: Hall | None, end: int) -> dict[str, Any]:
    if found is None:
        return {"needs": [], "count": 0, "finished": 0, "found": 0, "results": [], "next": None}
    return {
        "needs": [_need(each) for each in found.needs],
        "count": found.count,
        "finished": found.finished,
        "found": found.found,
        "results": [_table(each) for each in found.tables],
        "next": end if end < found.found else None,
    }


def _need(need: Need) -> dict[str, Any]:
    since = None if need.since is None else time_text(need.since)
    return {"kind": need.kind, "table": need.table, "text": str(need.text), "since": since}


def _table(table: HallTable) -> dict[str, Any]:
    return {
        "table": table.number,
        "table_id": table.id,
        "state": table.state,
        "done": table.done,
        "total": table.total,
        "playing": table.playing,
        "lag": table.lag,
        "calls": table.calls,
        "names": list(table.names),
    }


def _pending(waits: Pending | None) -> dict[str, Any] | None:
    if waits is None:
        return None
    return {"waiting": waits.waiting, "whole": waits.whole, "since": time_text(waits.since)}


def _failure(row: Failure) -> dict[str, Any]:
    return {
        "stage": None if row.stage is None else row.stage.number,
        "board": None if row.field is None else row.field.board.number,
        "position": None if row.field is None else row.field.position,
        "message": None if row.message is None else row.message.kind,
        "tries": row.tries,
        "since": time_text(row.since),
        "is_parked": row.parked_at is not None,
        "error": row.error,
    }

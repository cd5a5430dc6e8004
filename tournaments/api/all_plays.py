"""All records of an event as one stream of lines: `plays.ndjson`.

Owns how the lines are sent: part by part, so that no process ever holds all of them.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request

from games.sse import in_database_thread
from tournaments import queries
from tournaments.caching import entity_tag

from . import documents, schemas, shapes
from .parameters import stretch
from .public import OpenView

CONTENT_TYPE = "application/x-ndjson"


@schemas.describe(
    "events_plays_stream",
    {
        **schemas.answers(shapes.PlayRecord),
        (200, CONTENT_TYPE): OpenApiResponse(shapes.PlayRecord, description="One on each line."),
    },
    [schemas.VERSION],
)
class AllPlaysView(OpenView):
    """The records of all plays of the opened boards, one on each line, by board and table.

    The header `Fushi-Version` names the published version, by which all of it is told even if
    there are newer ones before its end.
    """

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Answer 304 for a known tag, else the lines of exactly that version."""
        plain = request._request
        fresh = queries.freshness(slug, stretch(plain).version)
        tag = entity_tag(plain, "ndjson", fresh.tag)
        response: HttpResponseBase | None = get_conditional_response(plain, etag=tag)
        if response is None:
            lines = _lines(queries.edition(slug, fresh.version))
            streamed: Any = _asked_for(lines) if isinstance(plain, ASGIRequest) else lines
            response = StreamingHttpResponse(streamed, content_type=CONTENT_TYPE)
        response["ETag"] = tag
        response["Cache-Control"] = "public, no-cache"
        response["Fushi-Version"] = str(fresh.version)
        return response


def _lines(edition: queries.Edition) -> Iterator[bytes]:
    for part in queries.all_plays(edition):
        texts = [
            json.dumps(documents.play(each), ensure_ascii=False, separators=(",", ":"))
            for each in part
        ]
        yield "".join(f"{text}\n" for text in texts).encode()


async def _asked_for(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The same, each part read in a thread for the database when the last one has been sent."""
    while (part := await in_database_thread(next, lines, None)) is not None:
        yield part

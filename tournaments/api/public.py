"""What all public resources have in common: nobody is asked who they are, and everything is tagged.

Owns the order of an answer: parameters, freshness, 304 or the document; and the headers for
scripts of other sites. It reads no cookie, session or token.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import throttle
from games.api.problems import not_found
from tournaments import queries
from tournaments.caching import conditional, entity_tag

from .parameters import Stretch, stretch

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match, Accept-Language",
    "Access-Control-Max-Age": "86400",
}


def json_response(document: Mapping[str, Any]) -> HttpResponse:
    """A document as compact JSON in UTF-8; equal documents have equal bytes."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return HttpResponse(text, content_type="application/json")


class OpenView(APIView):
    """Anybody may call it, from any site; what is not public is the one 404."""

    authentication_classes = []
    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the address. Raises `Problem` (429)."""
        throttle.addresses.take(str(request.META.get("REMOTE_ADDR", "")))
        super().initial(request, *args, **kwargs)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Answer a browser that asks before a conditional request from another site."""
        return Response(status=204, headers=PREFLIGHT)

    def handle_exception(self, exc: Exception) -> Response:
        """Turn "not public" into the 404 that tells nothing."""
        return super().handle_exception(
            not_found() if isinstance(exc, queries.NotPublicError) else exc
        )

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        """Let scripts of any site read the answer; cookies have no part in it."""
        for name, value in CORS.items():
            response.headers[name] = value
        return super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]


class EventView(OpenView):
    """A resource of one event, at its newest version or at the one asked for.

    A subclass has `document`, which gets the edition, the stretch asked for, and what the address
    names; and says by `tells_progress` whether the document shows rounds going on.
    """

    tells_progress: ClassVar[bool] = False

    def get(self, request: Request, slug: str, **named: Any) -> HttpResponseBase:
        """Answer 304 for a known tag, else the document of exactly that version."""
        part = stretch(request._request)
        fresh = queries.freshness(
            slug,
            part.version,
            rounds=self.tells_progress,
            table=named.get("table"),
            entrant=named.get("entrant_id"),
        )
        tag = entity_tag(request._request, "json", fresh.tag)

        def build() -> HttpResponse:
            edition = queries.edition(slug, fresh.version)
            document = self.document(edition, part, **named)
            return json_response({**document, "version": edition.version})

        return conditional(request._request, tag, build)

    def document(self, edition: queries.Edition, part: Stretch, **named: Any) -> Mapping[str, Any]:
        """The document without its version. May raise NotPublicError."""
        raise NotImplementedError

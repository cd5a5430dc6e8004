"""An event as a file: handed over to another installation, and brought in from one."""

from __future__ import annotations

from hashlib import sha256
from typing import IO, Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from games.api.problems import CONTENT_TYPE as PROBLEM
from games.api.schema_serializers import ProblemDocument
from games.api.views import answer, idempotency_key
from tournaments.pages.console.handing_over import CONTENT_TYPE, file_answer
from tournaments.services.bring_in import bring_in, look_into

from . import documents, shapes
from .base import DirectingView, EventDirectingView, body_of
from .describe import changes
from .requests import EventFile

PIECE = 2**20


class HandOverView(EventDirectingView):
    """The event's file; owners only."""

    @extend_schema(
        operation_id="hand_over",
        summary="The event as a file for another installation",
        tags=["director"],
        responses={
            (200, CONTENT_TYPE): OpenApiResponse(
                OpenApiTypes.BINARY, description="`fushi-event-1`."
            ),
            **{(status, PROBLEM): ProblemDocument for status in (401, 403, 404, 409)},
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Of an event that is over: see docs/formats.md. The audit keeps that it was handed over,
        with the SHA-256 of the file. 409 with `refusal` `not_finished`, `not_revealed`,
        `not_official` or `not_counted`.
        """
        return file_answer(self.event, self.actor)


class BringInView(DirectingView):
    """An event from another installation's file; for the installation's administrators."""

    parser_classes = [MultiPartParser]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Look at no file of who may not bring one in."""
        super().initial(request, *args, **kwargs)
        self.actor.require_administrator()

    @changes(
        "bring_in",
        "Bring an event in from another installation's file",
        EventFile,
        shapes.EventBroughtIn,
        201,
        tried=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """`multipart/form-data`, by the session of an administrator. With `dry_run` it only says
        what the file holds and who of its people is here already. `slug` is the address here, where
        the event's own is taken. All or nothing is made; the refusals are `bad_file`,
        `brought_in_already`, `slug_taken` and `slug_invalid`.
        """
        wanted = body_of(request, EventFile)
        file, slug = wanted["file"].file, wanted["slug"]
        contents = documents.contents(look_into(file, self.actor))
        if wanted["dry_run"]:
            idempotency_key(request)
            return answer({"made": None, "contents": contents})
        same = {"sha256": _hash_of(file), "slug": slug}
        return self.once(
            request,
            lambda: {
                "made": documents.event(bring_in(file, self.actor, slug)),
                "contents": contents,
            },
            201,
            sent=same,
        )


def _hash_of(file: IO[bytes]) -> str:
    digest = sha256()
    file.seek(0)
    while piece := file.read(PIECE):
        digest.update(piece)
    return digest.hexdigest()

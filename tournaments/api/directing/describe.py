"""How the director's calls are described in OpenAPI."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from games.api.problems import CONTENT_TYPE as PROBLEM
from games.api.schema_serializers import ProblemDocument

Function = TypeVar("Function", bound=Callable[..., Any])
Shape = type[serializers.Serializer[Any]]
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="A new text (at most 80 characters) for each decision, the same for retries.",
)
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description="The ETag that was read."
)


def query(name: str, description: str, kind: type = str) -> OpenApiParameter:
    """A parameter of an address, by which a list is narrowed."""
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=description)


BEFORE = query("before", "The `next` of the part before: what is older.", int)


def _problems(*statuses: int) -> dict[Any, Any]:
    return {(status, PROBLEM): ProblemDocument for status in statuses}


def reads(
    operation_id: str,
    summary: str,
    shape: Shape,
    *,
    refused: bool = False,
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[Function], Function]:
    """Decorate a GET that answers with `shape`; it may be `refused`, as what it foretells.

    With `parameters` a malformed one is 400.
    """
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=["director"],
        parameters=list(parameters),
        responses={
            200: OpenApiResponse(shape),
            **_problems(*((400,) if parameters else ()), 401, 403, 404),
            **_problems(*((409,) if refused else ())),
        },
    )


def changes(
    operation_id: str,
    summary: str,
    body: Shape | None,
    shape: Shape | None,
    status: int = 200,
    *,
    guarded: bool = False,
    tried: bool = False,
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[Function], Function]:
    """Decorate a POST, which needs a key of repetition, or a PATCH, which needs If-Match.

    It answers with `shape`; with 200 for what is only `tried` with `dry_run`, too.
    """
    dry = {200: OpenApiResponse(shape, description="What it would do: with `dry_run`.")}
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=["director"],
        parameters=[IF_MATCH if guarded else KEY],
        request=body,
        responses={
            **(dry if tried else {}),
            status: OpenApiResponse(shape),
            **_problems(400, 401, 403, 404, 409, 422, *((412, 428) if guarded else ())),
        },
        examples=list(examples),
    )

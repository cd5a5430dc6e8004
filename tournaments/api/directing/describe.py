"""How the director's calls are described in OpenAPI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from games.api.problems import CONTENT_TYPE as PROBLEM
from games.api.schema_serializers import ProblemDocument

Function = TypeVar("Function", bound=Callable[..., Any])
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


def _problems(*statuses: int) -> dict[Any, Any]:
    return {(status, PROBLEM): ProblemDocument for status in statuses}


def reads(operation_id: str, summary: str) -> Callable[[Function], Function]:
    """Decorate a GET."""
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=["director"],
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT), **_problems(401, 403, 404)},
    )


def changes(
    operation_id: str,
    summary: str,
    body: type[serializers.Serializer[Any]] | None,
    status: int = 200,
    *,
    guarded: bool = False,
) -> Callable[[Function], Function]:
    """Decorate a POST, which needs a key of repetition, or a PATCH, which needs If-Match."""
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=["director"],
        parameters=[IF_MATCH if guarded else KEY],
        request=body,
        responses={
            status: OpenApiResponse(OpenApiTypes.OBJECT),
            **_problems(400, 401, 403, 404, 409, 422, *((412, 428) if guarded else ())),
        },
    )

"""How the public resources are described in OpenAPI: parameters, answers, lists, operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_view,
    inline_serializer,
)
from rest_framework import serializers
from rest_framework.views import APIView

from games.api.problems import CONTENT_TYPE as PROBLEM
from games.api.schema_serializers import ProblemDocument
from tournaments.models import EventState
from tournaments.queries.units import MOST as MOST_MEMBERS
from tournaments.queries.units import Unit

from .parameters import LIMIT as USUAL_LIMIT
from .parameters import MOST

View = TypeVar("View", bound=type[APIView])


def _integer(name: str, text: str, **schema: Any) -> OpenApiParameter:
    return OpenApiParameter(name, {"type": "integer", "minimum": 1, **schema}, description=text)


def _text(name: str, text: str, **options: Any) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, **options)


VERSION = _integer(
    "version",
    "The published version to read; the newest if it is left out. One that was never published, or"
    " is kept no longer, is `not_found`.",
)
LIMIT = _integer("limit", "How many lines.", maximum=MOST, default=USUAL_LIMIT)
CURSOR = _text("cursor", "`next` of the answer before; it pins that answer's version.")
LIST = (LIMIT, CURSOR, VERSION)
STATE = _text("state", "Only events in this state.", enum=EventState.values)
AROUND = _text("around", "An entrant's id: the lines around this one.")
BEST = _integer(
    "best",
    "How many entrants count for a unit; as many as the event says if it is left out.",
    maximum=MOST_MEMBERS,
)
OF_CLUB = _text("club", "Only entrants of this club.")
OF_CATEGORY = _text("category", "Only entrants of this category, with their ranks in it.")
BY = _text("by", "What is ranked.", enum=[each.value for each in Unit], default=Unit.CLUB.value)
OF_BOARD = _integer("board", "Only plays of this board.")
OF_ENTRANT = _text("entrant", "Only plays of the entrant with this id.")

AGAINST_ALL = _text("entrant", "Only this entrant's row; needed with more than 60 entrants.")

Responses = dict[int | tuple[int, str], OpenApiResponse]


def answers(shape: type[serializers.Serializer[Any]]) -> Responses:
    """A document with its version, 304, and the errors that any public resource has."""
    return {
        200: OpenApiResponse(shape),
        304: OpenApiResponse(description="The answer with this ETag is still the newest."),
        (400, PROBLEM): OpenApiResponse(ProblemDocument, description="A parameter is malformed."),
        (404, PROBLEM): OpenApiResponse(ProblemDocument, description="Nothing public is here."),
    }


def lists(shape: type[serializers.Serializer[Any]]) -> Responses:
    """A list of `shape` with the cursor of what follows."""
    fields = {
        "results": shape(many=True),
        "next": serializers.CharField(allow_null=True),
        "version": serializers.IntegerField(allow_null=True),
    }
    wrapper = inline_serializer(f"{shape.__name__}List", fields)
    return {**answers(shape), 200: OpenApiResponse(wrapper)}


def describe(
    operation_id: str, responses: Responses, parameters: Sequence[OpenApiParameter] = ()
) -> Callable[[View], View]:
    """Class decorator: the OpenAPI description of a view's GET; the text is the class's."""

    def decorate(view: View) -> View:
        get = extend_schema(
            operation_id=operation_id,
            tags=["events"],
            parameters=list(parameters),
            responses=responses,
            description=view.__doc__,
            auth=[],
        )
        options = extend_schema(exclude=True)
        return extend_schema_view(get=get, options=options)(view)

    return decorate

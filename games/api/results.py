"""The API of results: report facts, confirm, dispute; the boards of my table.

Views read the request, call one service or query, and print.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.models import PlayerToken, TableToken
from games.result_documents import table_of_device, table_with_boards
from games.services import RequestKey
from games.services.confirm_result import confirm_result
from games.services.dispute_result import dispute_result
from games.services.report_result import report_result
from games.services.speak_by_pin import speak_by_pin
from games.speakers import Speaker, player_speaker

from . import result_examples as examples
from .authentication import IsPlayerOrTable, TableAuthentication
from .problems import CONTENT_TYPE as PROBLEM
from .result_requests import (
    BoardOfTable,
    ConfirmRequest,
    DisputeRequest,
    MyTableAnswer,
    ResultRequest,
    slip_of,
)
from .schema_serializers import ProblemDocument
from .serializers import read_body
from .views import (
    MISSING,
    UNAUTHORISED,
    PlayerView,
    answer,
    given,
    idempotency_key,
    request_key,
)

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description=str(
        _("A new text (at most 80 characters) for each request, the same for retries.")
    ),
)
REFUSED = {(status, PROBLEM): ProblemDocument for status in (400, 409, 422)}


class SpeakingView(PlayerView):
    """A view in which somebody speaks about a result, perhaps at a table's device."""

    authentication_classes = [TableAuthentication]
    permission_classes = [IsPlayerOrTable]

    def speaker(self, request: Request, play_id: str, wanted: dict[str, Any]) -> Speaker:
        """Who speaks: a player, or at a table's device the seat with its PIN.

        Raises `Problem`, ValidationError.
        """
        named = [name for name in ("seat", "pin") if name in wanted]
        if not isinstance(request.auth, TableToken):
            if named:
                text = _("Only a table's device names the seat and its PIN.")
                raise ValidationError({named[0]: [text]}, "not_a_device")
            return player_speaker(self.credential(request)[1])
        if len(named) < 2:
            text = _("A table's device says which seat speaks, with its PIN.")
            raise ValidationError({"pin" if "seat" in named else "seat": [text]}, "required")
        return speak_by_pin(request.auth.device, play_id, wanted["seat"], wanted["pin"])

    def request_key(self, request: Request) -> RequestKey:
        """What recognises a repetition of this request. Raises `Problem` (400)."""
        token = request.auth
        assert isinstance(token, PlayerToken | TableToken)
        kind = "device" if isinstance(token, TableToken) else "token"
        idempotency_key(request)  # what is missing in the head is told before the body is read
        said = request.data if isinstance(request.data, dict) else {}
        body = {name: value for name, value in said.items() if name != "pin"}
        return request_key(request, f"{kind}:{token.pk}", body)


class MyTableView(SpeakingView):
    """The boards of my table."""

    @extend_schema(
        operation_id="my_table",
        summary="My table with its boards and what was reported of them",
        tags=["player"],
        responses={200: MyTableAnswer, **UNAUTHORISED},
        examples=[examples.MY_TABLE],
    )
    def get(self, request: Request) -> HttpResponse:
        """The newest table that was released for me, also after it has finished. Of its boards only
        what happened at this table.
        """
        if isinstance(request.auth, TableToken):
            return answer({"table": table_of_device(request.auth.device)})
        return answer({"table": table_with_boards(self.credential(request)[1])})


class ResultView(SpeakingView):
    """Reporting."""

    @extend_schema(
        operation_id="report_result",
        summary="Report the facts of a board that was played with cards",
        tags=["table"],
        parameters=[KEY],
        request=ResultRequest,
        responses={201: BoardOfTable, **REFUSED, **UNAUTHORISED, **MISSING},
        examples=[*examples.REPORTS, examples.REPORTED, *examples.REFUSALS],
    )
    def post(self, request: Request, play_id: str) -> HttpResponse:
        """Facts in, score out. The report counts when the other seats have confirmed it; a new one
        replaces it until then. The boards of a round may be reported in any order.
        """
        key = self.request_key(request)
        wanted = read_body(request, ResultRequest)
        speaker = self.speaker(request, play_id, wanted)
        return given(report_result(speaker, play_id, slip_of(wanted), key, sure=wanted["sure"]))


class ConfirmView(SpeakingView):
    """Agreeing."""

    @extend_schema(
        operation_id="confirm_result",
        summary="Confirm a reported result",
        tags=["table"],
        parameters=[KEY],
        request=ConfirmRequest,
        responses={200: BoardOfTable, **REFUSED, **UNAUTHORISED, **MISSING},
        examples=[examples.CONFIRM, examples.COUNTED],
    )
    def post(self, request: Request, play_id: str) -> HttpResponse:
        """Name what you have seen: the number of the open report, or the revision of the result.
        It also takes back an own dispute.
        """
        key = self.request_key(request)
        wanted = read_body(request, ConfirmRequest)
        speaker = self.speaker(request, play_id, wanted)
        matter = {name: wanted.get(name) for name in ("report", "revision")}
        return given(confirm_result(speaker, play_id, key, **matter))


class DisputeView(SpeakingView):
    """Not agreeing."""

    @extend_schema(
        operation_id="dispute_result",
        summary="Dispute a report or a result",
        tags=["table"],
        parameters=[KEY],
        request=DisputeRequest,
        responses={200: BoardOfTable, **REFUSED, **UNAUTHORISED, **MISSING},
        examples=[examples.DISPUTE],
    )
    def post(self, request: Request, play_id: str) -> HttpResponse:
        """A disputed report does not count; a disputed result counts until a director decides. It
        is possible until the correction period after the opening of the board is over.
        """
        key = self.request_key(request)
        wanted = read_body(request, DisputeRequest)
        speaker = self.speaker(request, play_id, wanted)
        matter = {name: wanted.get(name) for name in ("report", "revision")}
        reason = wanted.get("reason", "")
        return given(dispute_result(speaker, play_id, key, reason=reason, **matter))

"""Calling the director from the table: silent, with a reason; only the caller hears of it, unless
it is the wrong board, which stops the table.
"""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.services.call_director import call_data, call_director, live_call, withdraw_call

from .problems import CONTENT_TYPE as PROBLEM
from .results import KEY
from .schema_serializers import MyCall, ProblemDocument
from .serializers import CallRequest, read_body
from .views import UNAUTHORISED, PlayerView, answer, given, request_key


class CallsView(PlayerView):
    """My call for the director."""

    @extend_schema(
        operation_id="my_call",
        summary="My call for the director, while it is open or taken",
        tags=["player"],
        responses={200: MyCall, **UNAUTHORISED},
    )
    def get(self, request: Request) -> HttpResponse:
        """`call` is null without one; the clock may have called for me (`reason` is `time`)."""
        _token, player = self.credential(request)
        call = live_call(player.pk)
        return answer({"call": None if call is None else call_data(call)})

    @extend_schema(
        operation_id="call_director",
        summary="Call the director to my table",
        tags=["player"],
        parameters=[KEY],
        request=CallRequest,
        responses={
            201: MyCall,
            (400, PROBLEM): ProblemDocument,
            **UNAUTHORISED,
            (409, PROBLEM): ProblemDocument,
            (422, PROBLEM): ProblemDocument,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Nobody else at the table is told. The play goes on unless the director freezes it; the
        reason `wrong_board` freezes the table at once. At a board for practice: 409 `no_director`.
        """
        token, _player = self.credential(request)
        same = request_key(request, f"token:{token.pk}")
        wanted = read_body(request, CallRequest)
        return given(call_director(token, wanted["reason"], wanted["text"], same))

    @extend_schema(
        operation_id="withdraw_call",
        summary="Take my call back",
        tags=["player"],
        request=None,
        responses={204: None, **UNAUTHORISED, (409, PROBLEM): ProblemDocument},
    )
    def delete(self, request: Request) -> HttpResponse:
        """Without a live call nothing happens. A wrong board that has frozen the table stays with
        the director (409 `table_frozen`).
        """
        token, _player = self.credential(request)
        withdraw_call(token)
        return HttpResponse(status=204)

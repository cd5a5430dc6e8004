"""Claiming the rest of a board, where the event allows it, and answering a claim."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from games.services.claim_rest import ClaimWish, claim_rest
from games.services.end_claim import answer_claim

from .problems import CONTENT_TYPE as PROBLEM
from .results import KEY
from .schema_serializers import ActionAnswer, IllegalActionProblem, ProblemDocument, StaleProblem
from .serializers import ClaimAnswer, NewClaim, read_body
from .views import MISSING, UNAUTHORISED, PlayerView, given, request_key

View = TypeVar("View", bound=Callable[..., HttpResponse])
CLAIM = OpenApiExample(
    "two plays", value={"seq": 31, "plays": [{"ranks": "2"}, {"ranks": "888 4"}]}, request_only=True
)
ANSWER = OpenApiExample("the open claim", value={"claim": "3"}, request_only=True)
REFUSED = {
    (400, PROBLEM): ProblemDocument,
    **UNAUTHORISED,
    **MISSING,
}


def answering(operation_id: str, summary: str) -> Callable[[View], View]:
    """Describe an answer to the open claim."""
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        tags=["player"],
        parameters=[KEY],
        request=ClaimAnswer,
        responses={
            201: ActionAnswer,
            **REFUSED,
            (409, PROBLEM): ProblemDocument,
            (422, PROBLEM): ProblemDocument,
        },
        examples=[ANSWER],
    )


class ClaimView(PlayerView):
    """Claiming."""

    @extend_schema(
        operation_id="claim",
        summary="Show my hand and claim that it goes out by these plays",
        tags=["player"],
        parameters=[KEY],
        request=NewClaim,
        responses={
            201: ActionAnswer,
            **REFUSED,
            (403, PROBLEM): ProblemDocument,
            (409, PROBLEM): StaleProblem,
            (422, PROBLEM): IllegalActionProblem,
        },
        examples=[CLAIM],
    )
    def post(self, request: Request, play_id: str) -> HttpResponse:
        """On lead, where `claims` of the view is true, once a board. Clocks stop; everybody sees
        the hand and the plays, and is asked. When all accept, the plays are entered as actions,
        the others passing; when one refuses, or a director withdraws the claim, play goes on.
        """
        token, _player = self.credential(request)
        same = request_key(request, f"token:{token.pk}")
        wanted = read_body(request, NewClaim)
        return given(claim_rest(token, play_id, ClaimWish(wanted["seq"], wanted["plays"]), same))


class AcceptClaimView(PlayerView):
    """Agreeing."""

    accepts = True

    @answering("accept_claim", "Accept the open claim")
    def post(self, request: Request, play_id: str) -> HttpResponse:
        """With the last answer that is missing the claimed plays are made, and the board ends."""
        return self.answer(request, play_id)

    def answer(self, request: Request, play_id: str) -> HttpResponse:
        """Accept or refuse, as this address says."""
        token, _player = self.credential(request)
        same = request_key(request, f"token:{token.pk}")
        claim = read_body(request, ClaimAnswer)["claim"]
        return given(answer_claim(token, play_id, claim, self.accepts, same))


class RefuseClaimView(AcceptClaimView):
    """Not agreeing."""

    accepts = False

    @answering("refuse_claim", "Refuse the open claim")
    def post(self, request: Request, play_id: str) -> HttpResponse:
        """The claim is void: play goes on from where it was, with its clock."""
        return self.answer(request, play_id)

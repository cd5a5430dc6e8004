"""Hints, where the event allows them: what my hand may play, and what some cards are and may do.

Whoever asks for moves is noted in the log of hints: an event that allows them may look at it.
"""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from engine.cards import parse_cards
from engine.errors import EngineError
from engine.explain import Explanation
from games.api.problems import CONTENT_TYPE as PROBLEM
from games.errors import told
from games.services.use_hint import explain_cards, hinted_moves

from .schema_serializers import ExplanationOfCards, HintedMoves, ProblemDocument
from .views import MISSING, UNAUTHORISED, PlayerView, answer

REFUSED = {(403, PROBLEM): ProblemDocument, (409, PROBLEM): ProblemDocument}


class MovesView(PlayerView):
    """What I may play."""

    @extend_schema(
        operation_id="moves",
        summary="What my hand may play now",
        tags=["player"],
        responses={200: HintedMoves, **UNAUTHORISED, **MISSING, **REFUSED},
    )
    def get(self, request: Request, play_id: str) -> HttpResponse:
        """Texts of ranks. Only while I am asked for a play, and only where the event allows hints
        (403 `no_hints`). The use is logged.
        """
        _token, player = self.credential(request)
        return answer(hinted_moves(player, play_id))


class ExplainView(PlayerView):
    """What cards are."""

    @extend_schema(
        operation_id="explain",
        summary="Which combination these cards are, and whether I may play them now",
        tags=["player"],
        parameters=[
            OpenApiParameter(
                "cards", str, required=True, description="Cards of my hand: `8c 8d 8h 4s`."
            )
        ],
        responses={
            200: ExplanationOfCards,
            (400, PROBLEM): ProblemDocument,
            **UNAUTHORISED,
            **MISSING,
            **REFUSED,
        },
    )
    def get(self, request: Request, play_id: str) -> HttpResponse:
        """`code` is stable and for machines, `detail` a sentence in the caller's language."""
        _token, player = self.credential(request)
        for name in request.query_params:
            if name != "cards":
                raise ValidationError({name: [_("This field is not known.")]}, code="unknown_field")
        try:
            cards = parse_cards(request.query_params.get("cards", ""))
        except EngineError as error:
            raise ValidationError({"cards": [told(error)]}, code=error.code) from None
        return answer(_document(explain_cards(player, play_id, cards)))


def _document(found: Explanation) -> dict[str, object]:
    language = "zh" if (get_language() or "en").startswith("zh") else "en"
    return {
        "ok": found.ok,
        "code": found.code,
        "detail": found.sentence(language),
        "combination": None if found.combination is None else str(found.combination.kind),
    }

"""Score-out: who is out after a round, and the ways back."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer
from tournaments.models import Elimination
from tournaments.score_out import threshold_of
from tournaments.services.cut_round import cut_round, preview_cut, reinstate, undo_cut

from . import documents, shapes
from .base import EventDirectingView, body_of
from .describe import changes, reads
from .requests import (
    Reasoned,
)


class CutView(EventDirectingView):
    """Who is out of a score-out stage."""

    @reads("eliminations", "Who is out, and why", shapes.EliminationList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Rows that were taken back are among them."""
        rows = self.stage().eliminations.all()
        return answer({"results": [documents.elimination(row) for row in rows]})

    @changes(
        "cut_round",
        "Put down who is out after the newest round",
        Reasoned,
        shapes.EliminationList,
        201,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Whoever does not reach the threshold; it rises after each round."""
        reason = body_of(request, Reasoned)["reason"]
        stage = self.stage()

        def make() -> dict[str, object]:
            rows = cut_round(stage, self.actor, reason)
            return {"results": [documents.elimination(row) for row in rows]}

        return self.once(request, make, 201)


class CutPreviewView(EventDirectingView):
    """Who would be out."""

    @reads(
        "cut_preview",
        "Who would be out after the newest round",
        shapes.EliminationsToCome,
        refused=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """As `eliminations/` would put it down now; refused where that would be."""
        stage = self.stage()
        found = preview_cut(stage)
        number = stage.rounds.count()
        lines = [
            {"entrant": each.entrant, "number": each.number, "value": each.had, "why": each.why}
            for each in found
        ]
        threshold = threshold_of(stage, number)
        return answer({"round": number, "threshold": threshold, "results": lines})


class UndoCutView(EventDirectingView):
    """The way back from it."""

    @changes(
        "undo_cut", "Take back who is out after the newest round", Reasoned, shapes.StageSettings
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Until the next round is drawn."""
        reason = body_of(request, Reasoned)["reason"]
        stage = self.stage()
        return self.once(request, lambda: documents.stage(undo_cut(stage, self.actor, reason)))


class ReinstateView(EventDirectingView):
    """One of them let in again."""

    @changes("reinstate", "Let somebody in again who is out", Reasoned, shapes.EliminationOfEntrant)
    def post(self, request: Request, slug: str, elimination_id: int) -> HttpResponse:
        """Until the next round is drawn; the row stays."""
        reason = body_of(request, Reasoned)["reason"]
        rows = Elimination.objects.filter(stage__event=self.event, pk=elimination_id)
        found = rows.select_related("stage__event").first()
        if found is None:
            raise not_found()
        return self.once(
            request, lambda: documents.elimination(reinstate(found, self.actor, reason))
        )

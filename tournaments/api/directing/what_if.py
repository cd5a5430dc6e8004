"""The standings as they would be under another comparison method."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from games.api.views import answer
from tournaments.api.documents import entrant
from tournaments.api.parameters import fault
from tournaments.queries.what_if import methods_for, what_if

from . import shapes
from .base import EventDirectingView
from .describe import query, reads


class WhatIfView(EventDirectingView):
    """What the standings would be; nothing is stored or published."""

    @reads(
        "event_what_if",
        "The standings under another comparison method",
        shapes.WhatIf,
        parameters=[query("method", "By its name; without it only `methods` are told.")],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """`method` names it; `methods` are those that would rank this stage."""
        stage = self.stage()
        methods = methods_for(stage)
        method = request.GET.get("method")
        if method is None:
            return answer({"method": None, "methods": methods, "version": None, "results": []})
        if method not in methods:
            text = _("No such method would rank this stage.")
            raise fault("method", "unknown_method", text)
        found = what_if(stage, method)
        lines = [
            {
                "rank": line.rank,
                "published_rank": line.published_rank,
                "entrant": entrant(line.entrant),
                "score": str(line.score),
                "percentage": line.percentage,
                "boards": line.boards,
            }
            for line in found.lines
        ]
        return answer(
            {"method": method, "methods": methods, "version": found.version, "results": lines}
        )

"""The report of boards that farmers lost by passing with a winning play."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.problems import not_found
from games.api.views import answer
from games.sse import time_text
from tournaments.api.documents import entrant
from tournaments.api.parameters import whole_number
from tournaments.queries.missed_wins import (
    MissedWinLine,
    Placed,
    missed_wins_of,
    released_rounds,
)
from tournaments.services.actors import RUNNING

from . import shapes
from .base import EventDirectingView
from .describe import query, reads


def _placed(who: Placed) -> dict[str, Any]:
    return {**entrant(who.entrant), "rank": who.rank, "percentage": who.percentage}


def missed_win(line: MissedWinLine) -> dict[str, Any]:
    """A line of the report."""
    return {
        "board": line.board,
        "table": line.table,
        "play": line.play_id,
        "position": line.position,
        "who": _placed(line.who),
        "partners": [_placed(each) for each in line.partners],
        "cards": list(line.cards),
        "to_beat": list(line.to_beat),
        "at": time_text(line.at),
        "version": line.version,
    }


class MissedWinsView(EventDirectingView):
    """Boards of a round that farmers lost although one of them passed with a winning play."""

    @reads(
        "event_missed_wins",
        "Boards lost by passing with a winning play",
        shapes.MissedWins,
        parameters=[query("round", "By its number; without it the newest that is released.", int)],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The newest released round, or `round`; who does not direct sees opened boards only."""
        number = whole_number(request._request, "round")
        rounds = released_rounds(self.stage())
        chosen = next((each for each in reversed(rounds) if number in (None, each.number)), None)
        if chosen is None:
            if number is not None:
                raise not_found()
            return answer({"round": None, "results": []})
        opened_only = self.actor.role_in(self.event) not in RUNNING
        lines = missed_wins_of(chosen, hidden=self.hidden, opened_only=opened_only)
        return answer({"round": chosen.number, "results": [missed_win(line) for line in lines]})

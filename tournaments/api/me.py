"""`GET /me/`: who am I, where do I sit, what is expected of me, what comes next, what time is it.

The one answer of this application that depends on who asks; it is private and never stored.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games import queries as table_queries
from games.api.problems import CONTENT_TYPE as PROBLEM
from games.api.problems import not_found
from games.api.schema_serializers import ProblemDocument
from games.api.views import PlayerView, answer
from games.models import Player
from games.sse import now_text
from tournaments.queries.my_event import MyEvent, MyTable, my_event

from . import documents, shapes


class MeView(PlayerView):
    """My place in the event."""

    @extend_schema(
        operation_id="me",
        summary="Who I am, what is expected of me now, and where I go next",
        tags=["player"],
        responses={
            200: shapes.Me,
            (401, PROBLEM): ProblemDocument,
            (404, PROBLEM): ProblemDocument,
        },
    )
    def get(self, request: Request) -> HttpResponse:
        """`expected` is what my present play asks of me, as in `/me/play/`; null while others
        are asked. `next` names my table and seat of the next round; a bye has neither.
        """
        _token, player = self.credential(request)
        mine = my_event(player)
        if mine is None:
            raise not_found()
        return answer(document(player, mine))


def document(player: Player, mine: MyEvent) -> dict[str, Any]:
    """The JSON of a player's place."""
    play = mine.play
    view = None if play is None else table_queries.play_view(play, player)
    following = mine.following
    return {
        "player": {"id": player.pk, "name": mine.entrant.name},
        "event": {
            "slug": mine.event.slug,
            "name": mine.event.name,
            "state": mine.event.state,
            "timezone": mine.event.timezone,
            "physical": mine.event.physical,
            "confirm_results": mine.event.confirm_results,
        },
        "entrant": documents.entrant_line(mine.entrant),
        "status": mine.status,
        "table": None if mine.table is None else _table(mine.table),
        "play": None
        if view is None
        else {"id": view["id"], "board": view["board"]["number"], "seq": view["seq"]},
        "expected": None if view is None else view["expected"],
        "next": None
        if following is None
        else {
            "round": following.round,
            "table": following.table,
            "seat": following.seat,
            "bye": following.table is None,
        },
        "clock": {"now": now_text(), "deadline": None if view is None else view["deadline"]},
    }


def _table(table: MyTable) -> dict[str, Any]:
    return {
        "round": table.round,
        "number": table.number,
        "seat": table.seat,
        "seats": [
            {
                "seat": chair.letter,
                "entrant": documents.entrant(chair.entrant),
                "player": chair.player,
            }
            for chair in table.chairs
        ],
        "boards": [
            {"number": board.number, "positions": board.positions} for board in table.boards
        ],
    }

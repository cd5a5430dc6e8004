"""The report of boards that farmers lost by passing with a winning play."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase

from tournaments.queries.missed_wins import missed_wins_of, released_rounds
from tournaments.services.actors import RUNNING
from tournaments.stage_ends import stage_to_direct

from .base import Directing, console, show, whole


@console
def missed_wins_page(request: Directing) -> HttpResponseBase:
    """One round of the stage that is directed now: the newest, or `?round=`."""
    stage = stage_to_direct(request.event)
    rounds = [] if stage is None else released_rounds(stage)
    chosen = rounds[-1] if rounds else None
    if "round" in request.GET:
        number = whole(request.GET["round"])
        chosen = next((each for each in rounds if each.number == number), None)
        if chosen is None:
            raise Http404
    opened_only = request.role not in RUNNING
    return show(
        request,
        "console/missed_wins.html",
        "rulings",
        rounds=[each.number for each in rounds],
        number=None if chosen is None else chosen.number,
        lines=chosen and missed_wins_of(chosen, hidden=request.hidden, opened_only=opened_only),
        opened_only=opened_only,
    )

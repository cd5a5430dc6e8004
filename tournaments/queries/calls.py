"""The calls for a director of an event that are open or taken, for those who run it only."""

from __future__ import annotations

from typing import Any

from games.models import LIVE_CALLS, Call
from games.sse import time_text
from tournaments.models import Event


def live_calls(event: Event, hidden: frozenset[str]) -> list[dict[str, Any]]:
    """Oldest first, as the director's API prints them; one statement."""
    rows = Call.objects.filter(
        table__round_table__round__stage__event=event, state__in=LIVE_CALLS
    ).select_related("table", "play__board", "player__person")
    return [call_line(told_call(row, hidden)) for row in rows.order_by("at", "pk")]


def told_call(call: Call, hidden: frozenset[str]) -> Call:
    """The call without what was written, if it may tell about one of the `hidden` boards."""
    if hidden and (call.play is None or call.play.board_id in hidden):
        call.text = ""
    return call


def call_line(call: Call) -> dict[str, Any]:
    """One call: where, who, why, since when, and who deals with it."""
    return {
        "id": str(call.pk),
        "table": {"id": call.table_id, "number": call.table.number},
        "board": None if call.play is None else call.play.board.number,
        "player": call.player.person.name,
        "reason": call.reason,
        "text": call.text,
        "automatic": call.is_automatic,
        "state": call.state,
        "at": time_text(call.at),
        "taken_by": call.taken_by or None,
    }

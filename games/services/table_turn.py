"""The turn under way at a table, locked, for a director's verbs at it."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from engine.hand import HandState
from games.clocks import clock_of, next_due
from games.errors import Problem
from games.models import Play, PlayState
from games.queries import bots_of, chairs_of


def locked_turn(table_id: str) -> Play:
    """The play in progress with its table, both locked, and its board.

    Raises `Problem` (409 `nothing_in_play`). Inside the caller's transaction.
    """
    play = (
        Play.objects.select_related("table", "board__board_set")
        .select_for_update(no_key=True, of=("table", "self"))
        .filter(table=table_id, state=PlayState.PLAYING, snapshot__isnull=False)
        .first()
    )
    if play is None:
        raise Problem(409, "nothing_in_play", _("No board is being played at this table."))
    return play


def set_due(play: Play, state: HandState, at: datetime) -> None:
    """Set anew when the sweep has to act; `at` is now, or when the table was halted."""
    bots = bots_of(play, state, chairs_of(play.table_id))
    play.due_at = next_due(play, clock_of(play.table.policy), state.to_act, bots, at)


def clock_time(play: Play, now: datetime) -> datetime:
    """The moment at which the clocks of the table stand: now, or since when it is halted."""
    return play.table.halted_at or now

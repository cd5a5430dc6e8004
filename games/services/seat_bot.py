"""Let a bot act for a player, or the player again. A director's; permission, audit the caller's."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from engine.bots import STRENGTHS
from games.db import write_transaction
from games.errors import Problem
from games.models import LogEntry, Seat
from games.queries import state_of

from .announce import announce
from .notices import next_notice
from .table_turn import clock_time, locked_turn, set_due


def seat_bot(table_id: str, letter: str, strength: str, now: datetime) -> LogEntry:
    """Seat a bot (`engine.bots.STRENGTHS`) for the player on a chair; "" ends it.

    The player sees his cards all the same and may act before the bot does. Raises `Problem`: 409
    `nothing_in_play`, 422 `no_such_seat`, 422 `no_such_bot`.
    """
    if strength and strength not in STRENGTHS:
        raise Problem(422, "no_such_bot", _("There is no such bot."))
    with write_transaction():
        play = locked_turn(table_id)
        if not Seat.objects.filter(table=table_id, letter=letter).update(bot=strength):
            raise Problem(422, "no_such_seat", _("This table has no such seat."))
        set_due(play, state_of(play), clock_time(play, now))
        play.save(update_fields=["due_at"])
        kind = "bot_seated" if strength else "bot_left"
        row = next_notice(play.table, play, kind, {"seat": letter}, now)
        row.save()
        announce(row)
        return row

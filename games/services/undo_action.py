"""Undo the last action of a play: a new row in the log, and the state before it. A director's."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from engine.hand import Phase
from games.clocks import clock_of, last_deadline
from games.db import write_transaction
from games.entries import undone_content
from games.errors import Problem
from games.models import LogEntry, SealedDouble

from .act import halted
from .announce import announce
from .replay import derive
from .table_turn import clock_time, locked_turn, set_due


def undo_action(table_id: str, now: datetime, seen: int | None = None) -> LogEntry:
    """Take back the last action at a table, with whatever was sealed after it; its time is new.

    `seen` is the seq that whoever undoes has seen: if there is more, nothing is taken back. Raises
    `Problem`: 409 `nothing_in_play`, 409 `table_claimed`, 409 `stale` (its `seq` is the present
    one), 409 `nothing_to_undo` before the first action. (A board that is finished is not undone:
    its result is corrected.) Permission and audit are the caller's.
    """
    with write_transaction():
        play = locked_turn(table_id)
        if play.table.is_claimed:
            raise halted("claimed")
        if seen not in (None, play.seq):
            detail = _("Something was done since you looked: look at the log again.")
            raise Problem(409, "stale", detail, extra={"seq": play.seq})
        standing = derive(play).standing
        if not standing:
            raise Problem(409, "nothing_to_undo", _("Nothing was done on this board yet."))
        entry, state = standing[-1]
        if state.phase in (Phase.AUCTION, Phase.DOUBLING):
            SealedDouble.objects.filter(play=play, is_void=False).update(is_void=True)
        play.seq += 1
        play.snapshot = state.to_data()
        at = clock_time(play, now)
        play.turn_at = at
        set_due(play, state, at)
        play.save(update_fields=["seq", "snapshot", "turn_at", "due_at"])
        newest = LogEntry.objects.filter(table=table_id).order_by("-number")[0]
        content = undone_content(state, entry)
        row = content.row(table_id, play.pk, newest.number + 1, play.seq, now)
        if play.table.halted_at is None:
            row.deadline = last_deadline(play, clock_of(play.table.policy), state.to_act)
        row.save()
        announce(row)
        return row

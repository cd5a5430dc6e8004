"""Deal a board again that everybody has passed, at a table whose boards nobody else plays.

The next attempt of the same committed deal: the reveal tells how many there were. A part of an
action; the play goes on under its number, and the auction begins anew.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from engine.dealing import fingerprint
from engine.hand import HandState
from games.clocks import clock_of, last_deadline, start_clocks
from games.deals import deal_of
from games.entries import redealt_content
from games.models import Board, LogEntry, Play
from games.queries import held_by

from .start_play import CLOCK_COLUMNS, first_state


def next_attempt(board: Board) -> dict[str, Any]:
    """Move a board on to its next deal that no other board has; what the log says of it."""
    before = board.attempt
    while True:
        board.attempt += 1
        board.fingerprint = fingerprint(deal_of(board))
        if not Board.objects.filter(fingerprint=board.fingerprint).exists():
            break
    board.save(update_fields=["attempt", "fingerprint"])
    return {"before": before, "attempt": board.attempt}


def redeal(
    play: Play, number: int, at: datetime, bots: frozenset[str]
) -> tuple[HandState, LogEntry]:
    """The first state of the play's next deal, and the entry of it, not yet saved.

    Called with play and table locked; `number` is the next entry's, `bots` are the seats that bots
    act for.
    """
    data = next_attempt(play.board)
    state = first_state(play.board, play.table.policy)
    play.seq += 1
    play.snapshot = state.to_data()
    held = held_by(play, state, dict.fromkeys(bots, ""))
    start_clocks(play, play.table.policy, state.to_act, held, at)
    play.save(update_fields=["seq", "snapshot", *CLOCK_COLUMNS])
    row = redealt_content(state, data).row(play.table_id, play.pk, number, play.seq, at)
    row.deadline = last_deadline(play, clock_of(play.table.policy), state.to_act)
    return state, row

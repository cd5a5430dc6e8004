"""Begin a play: its first state, and the notice of it. Part of a release or of a play's end."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from engine.hand import AllPass, HandState
from games.deals import deal_of
from games.entries import start_content
from games.models import Board, LogEntry, Play, PlayState, Table
from games.policy import ruleset_from_data


def first_state(board: Board, policy: dict[str, Any]) -> HandState:
    """The state of a board before anybody has bid, under a stored table policy."""
    return HandState.new(
        deal_of(board),
        ruleset_from_data(policy["ruleset"]),
        all_pass=AllPass(policy["all_pass"]),
        bet=policy["bet"],
    )


def start_notice(
    play: Play, state: HandState, board_number: int, number: int, at: datetime
) -> LogEntry:
    """The entry `play_started`, not yet saved. It is no action and has no seq."""
    content = start_content(state, board_number, play.positions)
    row = content.row(play.table_id, play.pk, number, 0, at)
    row.seq = None
    return row


def start_next_play(table: Table, number: int, at: datetime) -> LogEntry | None:
    """Start the table's next scheduled play; without one, finish the table.

    Called with the table locked; `number` is the next entry's. Returns the notice to be saved,
    None when the table has finished.
    """
    play = (
        Play.objects.select_related("board__board_set")
        .filter(table=table, state=PlayState.SCHEDULED)
        .order_by("order")
        .first()
    )
    if play is None:
        table.finished_at = at
        table.save(update_fields=["finished_at"])
        return None
    state = first_state(play.board, table.policy)
    play.snapshot = state.to_data()
    play.state = PlayState.PLAYING
    play.started_at = at
    play.save(update_fields=["snapshot", "state", "started_at"])
    return start_notice(play, state, play.board.number, number, at)

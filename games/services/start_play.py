"""Begin a play: its first state, and the notice of it. Part of a release or of a play's end."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from engine.hand import AllPass, HandState
from games.clocks import clock_of, last_deadline, start_clocks
from games.deals import deal_of
from games.entries import start_content
from games.models import Board, LogEntry, Play, PlayState, Table
from games.policy import ruleset_from_data
from games.queries import held_by

CLOCK_COLUMNS = ("turn_at", "due_at", "pools", "time_used")


def first_state(board: Board, policy: dict[str, Any]) -> HandState:
    """The state of a board before anybody has bid, under a stored table policy."""
    return HandState.new(
        deal_of(board),
        ruleset_from_data(policy["ruleset"]),
        all_pass=AllPass(policy["all_pass"]),
        bet=policy["bet"],
    )


def start_notice(
    play: Play,
    state: HandState,
    board_number: int,
    number: int,
    at: datetime,
    policy: dict[str, Any],
) -> LogEntry:
    """The entry `play_started`, not yet saved. It is no action and has no seq."""
    content = start_content(state, board_number, play.positions)
    row = content.row(play.table_id, play.pk, number, 0, at)
    row.seq = None
    row.deadline = last_deadline(play, clock_of(policy), state.to_act)
    return row


def start_next_play(
    table: Table, number: int, at: datetime, bots: Collection[str]
) -> LogEntry | None:
    """Start the table's next scheduled play; without one, finish the table.

    Called with the table locked; `number` is the next entry's, `bots` are the seats that bots act
    for. While the table is halted its clock stands at the beginning of the board. Returns the
    notice to be saved, None when the table has finished.
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
    held = held_by(play, state, dict.fromkeys(bots, ""))
    start_clocks(play, table.policy, state.to_act, held, table.halted_at or at)
    play.save(update_fields=["snapshot", "state", "started_at", *CLOCK_COLUMNS])
    notice = start_notice(play, state, play.board.number, number, at, table.policy)
    if table.halted_at is not None:
        notice.deadline = None
    return notice

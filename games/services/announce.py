"""Tell the streams of a table what was logged, and those who are asked next what they see."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hand import HandState
from games import hub
from games.entries import entry_data_of, message_data
from games.models import LogEntry, Play
from games.queries import Chair, view_data


def announce(row: LogEntry) -> None:
    """Send an entry to the streams of its table, after the commit."""
    data = message_data(row.table_id, row.play_id, entry_data_of(row))
    hub.publish(f"table:{row.table_id}", "entry", data, f"{row.table_id}-{row.number}")
    if row.seq is None or "result" in row.data:  # an action that ends nothing changes no hall
        tell_hall(row.table.realm)


def desk(realm: str) -> str:
    """The hub's channel of those who direct `realm`."""
    return f"desk:{realm}"


def tell_hall(realm: str) -> None:
    """Tell the pages of who directs `realm` that something of the hall has changed."""
    if hub.reaches(desk(realm)):
        hub.publish(desk(realm), "hall", {})


def call_on(
    play: Play,
    state: HandState,
    to_act: str,
    chairs: Sequence[Chair],
    number: int,
    actor: int | None,
) -> None:
    """Send those who may act now their views, after the commit: they need not ask for them.

    `to_act` holds the positions that everybody sees to be waited for, `number` the table's last
    entry. `actor`, if a person acted, gets his view with the answer to his action.
    """
    holders = play.holders(state.landlord)
    for chair in chairs:
        position = holders.find(chair.letter) + 1
        channel = f"player:{chair.player_id}"
        if str(position) in to_act and position != actor and hub.reaches(channel):
            data = view_data(play, state, chair.letter, chairs, number)
            hub.publish(channel, "turn", {"play": data})

"""What an event's public stream is told after a commit: that something changed, never what.

Owns the names of the messages on the channel `event:<id>`. Whoever hears one reads the public
pages or the API, which decide what may be seen.
"""

from games import hub


def channel(event_id: str) -> str:
    """Return the hub's channel of an event."""
    return f"event:{event_id}"


def version_published(event_id: str, stage_id: str, version: int) -> None:
    """Standings of a stage were published: `{"stage", "version"}`."""
    hub.publish(channel(event_id), "standings", {"stage": stage_id, "version": version})


def board_opened(event_id: str, stage_id: str, number: int) -> None:
    """A board was opened: `{"stage", "board"}` with its number."""
    hub.publish(channel(event_id), "board", {"stage": stage_id, "board": number})


def round_changed(event_id: str, stage_id: str, number: int, state: str) -> None:
    """A round was drawn, released, begun or finished: `{"stage", "round", "state"}`."""
    hub.publish(
        channel(event_id), "round", {"stage": stage_id, "round": number, "state": str(state)}
    )


def table_finished(event_id: str, stage_id: str, number: int) -> None:
    """A table, not told which, has finished all boards of a round: `{"stage", "round"}`."""
    hub.publish(channel(event_id), "table", {"stage": stage_id, "round": number})


def event_changed(event_id: str, change: str) -> None:
    """Something of the whole event changed: `{"change"}`.

    It is `drawn`, `draw_undone`, `public_value`, `revealed` or `finished`.
    """
    hub.publish(channel(event_id), "event", {"change": change})

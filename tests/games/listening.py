"""A player's open stream."""

from __future__ import annotations

from games.stream import person_stream
from tests.open_stream import OpenStream


class Listener(OpenStream):
    """Reads a person's stream until closed."""

    def __init__(self, token: str, last_event_id: str = "", **headers: str) -> None:
        given = {"authorization": f"Bearer {token}"} | headers
        if last_event_id:
            given["last-event-id"] = last_event_id
        super().__init__(person_stream, "/api/v1/me/stream/", headers=given)

    def wait_for_number(self, number: int) -> None:
        """Wait until the entry with this number has come."""
        self.wait_for(lambda: any(e["id"].endswith(f"-{number}") for e in self.named("entry")))

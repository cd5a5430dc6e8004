"""A spectator's open stream."""

from __future__ import annotations

import json
from typing import Any

from tests.open_stream import OpenStream
from tournaments.stream import event_stream

Heard = tuple[str, Any]


class Spectator(OpenStream):
    """Reads an event's public stream until closed; `heard` are (event, data) without heartbeats."""

    def __init__(self, slug: str, method: str = "GET", **headers: str) -> None:
        super().__init__(
            event_stream,
            f"/api/v1/events/{slug}/stream/",
            method=method,
            path_params={"slug": slug},
            headers=headers,
        )

    @property
    def heard(self) -> list[Heard]:
        """The messages so far, without heartbeats."""
        return [
            (each["event"], json.loads(each["data"]))
            for each in self.events
            if each["event"] != "heartbeat"
        ]

    @property
    def known(self) -> dict[str, Any]:
        """What the messages add up to, in the form of `Progress.to_data`."""
        (_, first), *later = self.heard
        rounds = {each["round"]: each for each in first["rounds"]}
        known = {**first, "boards": list(first["boards"])}
        for event, data in later:
            if event == "version":
                known["version"] = data["version"]
            elif event == "board":
                known["boards"].append(data["board"])
            else:
                rounds[data["round"]] = data
        return {**known, "rounds": [rounds[number] for number in sorted(rounds)]}

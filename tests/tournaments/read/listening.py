"""A spectator's open stream: the ASGI application in a thread with an event loop of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable
from typing import Any

from games.sse import Message
from tournaments.stream import event_stream

PATIENCE = 20.0
Heard = tuple[str, Any]


class Spectator:
    """Reads an event's public stream until closed; `heard` are (event, data) without heartbeats."""

    def __init__(self, slug: str, method: str = "GET", **headers: str) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.failure: BaseException | None = None
        given = {"host": "testserver", **headers}
        self._scope = {
            "type": "http",
            "method": method,
            "path": f"/api/v1/events/{slug}/stream/",
            "path_params": {"slug": slug},
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        }
        self._changed = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaving = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Spectator:
        """Wait until the stream has told where things stand, or was refused."""
        self._thread.start()
        self.wait_for(lambda: bool(self.heard) or not self._thread.is_alive())
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the stream has ended by itself
                self._loop.call_soon_threadsafe(self._leaving.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        if self.failure is not None:
            raise self.failure

    @property
    def heard(self) -> list[Heard]:
        """The messages so far, without heartbeats."""
        found = []
        for text in self.body.decode().split("\n\n")[:-1]:
            lines = dict(line.split(": ", 1) for line in text.split("\n"))
            if lines["event"] != "heartbeat":
                found.append((lines["event"], json.loads(lines["data"])))
        return found

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

    def wait_for(self, wanted: Callable[[], bool]) -> None:
        """Wait until something is so; fails after PATIENCE seconds."""
        deadline = time.monotonic() + PATIENCE
        with self._changed:
            while not wanted():
                left = deadline - time.monotonic()
                assert left > 0, f"not heard of in {PATIENCE} s; heard {self.heard}"
                self._changed.wait(min(left, 0.05))

    def _run(self) -> None:
        try:
            asyncio.run(self._read())
        except BaseException as failure:
            self.failure = failure

    async def _read(self) -> None:
        self._loop = asyncio.get_running_loop()
        await event_stream(self._scope, self._receive, self._send)

    async def _receive(self) -> Message:
        await self._leaving.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        with self._changed:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
            else:
                self.body += message["body"]
            self._changed.notify_all()

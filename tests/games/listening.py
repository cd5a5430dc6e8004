"""An open stream for tests: the ASGI application in a thread with an event loop of its own."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

from games.sse import Message
from games.stream import person_stream

PATIENCE = 20.0
Event = dict[str, str]


class Listener:
    """Reads a person's stream until closed; `events` are {"id", "event", "data"}."""

    def __init__(self, token: str, last_event_id: str = "", **headers: str) -> None:
        self.events: list[Event] = []
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.failure: BaseException | None = None
        given = {"host": "testserver", "authorization": f"Bearer {token}"} | headers
        if last_event_id:
            given["last-event-id"] = last_event_id
        self._scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/v1/me/stream/",
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        }
        self._changed = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leave: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> Listener:
        """Wait until the stream has begun: subscribed, caught up, first heartbeat sent."""
        self.wait_for(lambda: bool(self.events) or not self.is_open)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_open(self) -> bool:
        """Whether the server has neither refused nor ended the stream."""
        return self._thread.is_alive()

    def named(self, *names: str) -> list[Event]:
        """The events of these names, in order."""
        return [event for event in self.events if event["event"] in names]

    def wait_for(self, wanted: Callable[[], bool]) -> None:
        """Wait until something is so; fails after PATIENCE seconds."""
        deadline = time.monotonic() + PATIENCE
        with self._changed:
            while not wanted():
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"not heard of in {PATIENCE} s; heard {self.events}")
                self._changed.wait(min(left, 0.05))
        if self.failure is not None:
            raise self.failure

    def wait_for_number(self, number: int) -> None:
        """Wait until the entry with this number has come."""
        self.wait_for(lambda: any(e["id"].endswith(f"-{number}") for e in self.named("entry")))

    def wait_for_end(self) -> None:
        """Wait until the server ends the stream."""
        self.wait_for(lambda: not self.is_open)

    def close(self) -> None:
        """Leave, as a browser does that is closed."""
        if self._loop is not None and self._leave is not None and self.is_open:
            with contextlib.suppress(RuntimeError):  # its loop has just ended
                self._loop.call_soon_threadsafe(self._leave.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        if self.failure is not None:
            raise self.failure

    def _run(self) -> None:
        try:
            asyncio.run(self._listen())
        except BaseException as failure:
            self.failure = failure

    async def _listen(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._leave = asyncio.Event()
        asked = False

        async def receive() -> Message:
            nonlocal asked
            assert self._leave is not None
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await self._leave.wait()
            return {"type": "http.disconnect"}

        await person_stream(self._scope, receive, self._heard)

    async def _heard(self, message: Message) -> None:
        with self._changed:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
            else:
                self.body += message["body"]
                self.events = [_parsed(text) for text in self.body.decode().split("\n\n")[:-1]]
            self._changed.notify_all()


def _parsed(text: str) -> Event:
    lines: dict[str, Any] = {"id": "", "event": "message", "data": ""}
    for line in text.split("\n"):
        name, _, value = line.partition(": ")
        lines[name] = value
    return lines

"""An open stream for tests: the ASGI application in a thread with an event loop of its own."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, Self

from games.sse import Message

PATIENCE = 20.0
Event = dict[str, str]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


class OpenStream:
    """Reads a stream from its making until closed; `events` are {"id", "event", "data"}."""

    def __init__(self, application: Application, path: str, **scope: Any) -> None:
        self.events: list[Event] = []
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.failure: BaseException | None = None
        headers = {"host": "testserver"} | scope.pop("headers", {})
        self._application = application
        self._scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            **scope,
        }
        self._changed = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leave: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """Wait until the first message has come, or the stream was refused."""
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
                assert left > 0, f"not heard of in {PATIENCE} s; heard {self.events}"
                self._changed.wait(min(left, 0.05))
        if self.failure is not None:
            raise self.failure

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
            asyncio.run(self._read())
        except BaseException as failure:
            self.failure = failure

    async def _read(self) -> None:
        self._leave = leave = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        to_read: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if to_read:
                return to_read.pop()
            await leave.wait()
            return {"type": "http.disconnect"}

        await self._application(self._scope, receive, self._hear)

    async def _hear(self, message: Message) -> None:
        with self._changed:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
            else:
                self.body += message["body"]
                self.events = [_parsed(text) for text in self.body.decode().split("\n\n")[:-1]]
            self._changed.notify_all()


def _parsed(text: str) -> Event:
    lines = {"id": "", "event": "message", "data": ""}
    for line in text.split("\n"):
        name, _, value = line.partition(": ")
        lines[name] = value
    return lines

"""Server-sent events over plain ASGI: headers, framing, heartbeats, the end of a connection.

Owns the wire. What is sent, to whom, and how it is caught up is the caller's: `games.stream`,
`tournaments.stream`. No thread is held by an open stream.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from http.cookies import CookieError, SimpleCookie
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections
from django.http.request import split_domain_port, validate_host

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
P = ParamSpec("P")
T = TypeVar("T")

#: Seconds of silence after which a heartbeat tells the server's time.
HEARTBEAT_SECONDS = 15.0

#: What each open stream waits for beside its own end: its client leaving.
_clients_leaving: set[asyncio.Future[None]] = set()

#: Database work of all streams of this process: authenticating and catching up.
_database = ThreadPoolExecutor(max_workers=4, thread_name_prefix="stream-db")


async def in_database_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function that reads or writes the database outside the event loop."""

    def call() -> T:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_database, call)


def now_text() -> str:
    """The server's time as the API prints it: ISO 8601, UTC, milliseconds."""
    return time_text(datetime.now(UTC))


def time_text(at: datetime) -> str:
    """A moment as the API prints it: ISO 8601, UTC, milliseconds."""
    text = at.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def compact_json(value: Any) -> str:
    """JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def frame(event: str, data: str, event_id: str = "") -> bytes:
    """One message as it goes over the wire; `data` is a single line."""
    head = f"id: {event_id}\n" if event_id else ""
    return f"{head}event: {event}\ndata: {data}\n\n".encode()


class EventStream:
    """An open stream. `send` and `heartbeat` write; every message carries the last id."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.last_id = ""

    async def send(self, event: str, data: Any, event_id: str | None = None) -> None:
        """Write one message; `data` is JSON text or a value to be printed as such."""
        if event_id is not None:
            self.last_id = event_id
        text = data if isinstance(data, str) else compact_json(data)
        body = frame(event, text, self.last_id)
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def heartbeat(self) -> None:
        """Tell the server's time: clients draw clocks from it and notice silence."""
        await self.send("heartbeat", {"now": now_text()})


def header(scope: Scope, name: str) -> str:
    """The value of a request header, empty if it was not sent."""
    wanted = name.lower().encode()
    for key, value in scope["headers"]:
        if key == wanted:
            return bytes(value).decode("latin-1")
    return ""


def cookie(scope: Scope, name: str) -> str:
    """The value of a cookie, empty if it was not sent."""
    try:
        morsel = SimpleCookie(header(scope, "cookie")).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def host_is_allowed(scope: Scope) -> bool:
    """Django's check of the Host header, which a plain ASGI application has to make itself."""
    domain, _ = split_domain_port(header(scope, "host"))
    allowed = settings.ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
    return bool(domain) and validate_host(domain, allowed)


def origin_is_own(scope: Scope) -> bool:
    """Whether the request names no origin, or the host that it was sent to."""
    origin = header(scope, "origin")
    return not origin or origin.partition("://")[2] == header(scope, "host")


async def answer(
    send: Send, status: int, body: bytes, content_type: str, headers: dict[str, str] | None = None
) -> None:
    """Send a whole ordinary response instead of a stream."""
    lines = {
        "content-type": content_type,
        "content-length": str(len(body)),
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        **(headers or {}),
    }
    start = [(key.encode(), value.encode()) for key, value in lines.items()]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


async def serve(
    receive: Receive,
    send: Send,
    run: Callable[[EventStream], Awaitable[None]],
    headers: dict[str, str] | None = None,
) -> None:
    """Open the stream and let `run` write to it until it returns or the client leaves.

    `run` is cancelled when the client disconnects or the server stops: release in `finally`.
    """
    lines = {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "private, no-store",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff",
        **(headers or {}),
    }
    start = [(key.encode(), value.encode()) for key, value in lines.items()]
    await send({"type": "http.response.start", "status": 200, "headers": start})
    writing = asyncio.ensure_future(run(EventStream(send)))
    leaving = asyncio.ensure_future(_disconnected(receive))
    _clients_leaving.add(leaving)
    try:
        await asyncio.wait({writing, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        _clients_leaving.discard(leaving)
        ended_by_itself = writing.done()
        server_stops = leaving.cancelled()
        for task in (writing, leaving):
            task.cancel()
        results = await asyncio.gather(writing, leaving, return_exceptions=True)
    fault = results[0] if ended_by_itself else None
    if isinstance(fault, Exception) and not isinstance(fault, OSError):
        raise fault
    if ended_by_itself or server_stops:
        await send({"type": "http.response.body", "body": b""})


def end_streams() -> None:
    """End every open stream in good order; the server calls it in its event loop when it stops."""
    for leaving in tuple(_clients_leaving):
        leaving.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

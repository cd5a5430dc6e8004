"""The one ASGI application: streams are served here, everything else by Django's WSGI side.

A stream is plain ASGI and holds no thread; a page or an API call runs in one of a few threads.
Starting and stopping of the embedded worker belong to the lifespan. No rules, no data.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

import a2wsgi
from django.core.wsgi import get_wsgi_application
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApplication = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = logging.getLogger(__name__)

#: Address → dotted name of the ASGI callable. Named groups arrive as `scope["path_params"]`.
STREAMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"/api/v1/me/stream/"), "games.stream.person_stream"),
    (
        re.compile(r"/api/v1/events/(?P<slug>[-a-zA-Z0-9_]+(?:\.[0-9]+)?)/stream/"),
        "tournaments.stream.event_stream",
    ),
    (
        re.compile(r"/direct/(?P<slug>[-a-zA-Z0-9_]+)/stream/"),
        "tournaments.desk_stream.desk_stream",
    ),
)

#: Bytes of a request's body that are read before a thread is taken, so that a slow sender
#: does not hold one. Longer bodies go on being read inside the thread.
BODY_READ_AHEAD = 256 * 1024
#: What WSGI, which knows a body by its length only, is told of a longer one of unknown length.
#: It is above every limit, so what has a limit refuses it, and what reads a stream reads it whole.
UNKNOWN_LENGTH = 2**62


class Application:
    """Dispatches a connection to a stream, to Django, or to the lifespan."""

    def __init__(self, wsgi: ASGIApplication) -> None:
        self.wsgi = wsgi

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await lifespan(receive, send)
            return
        if scope["type"] == "http":
            for pattern, dotted_name in STREAMS:
                if match := pattern.fullmatch(scope["path"]):
                    stream: ASGIApplication = import_string(dotted_name)
                    await stream({**scope, "path_params": match.groupdict()}, receive, send)
                    return
            scope = {**scope, "headers": unambiguous(scope["headers"])}
            scope, receive = await read_ahead(scope, receive)
        await self.wsgi(scope, receive, send)


def unambiguous(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Without the headers that WSGI cannot tell from another's name (`X_Forwarded_Proto`)."""
    return [(name, value) for name, value in headers if b"_" not in name]


async def read_ahead(scope: Scope, receive: Receive) -> tuple[Scope, Receive]:
    """Read up to BODY_READ_AHEAD bytes now; the returned `receive` gives them first.

    The returned scope names a length of the body, also of one that was sent in chunks.
    """
    body = bytearray()
    more = True
    while more and len(body) <= BODY_READ_AHEAD:
        message = await receive()
        if message["type"] != "http.request":
            return scope, receive
        body.extend(message.get("body", b""))
        more = message.get("more_body", False)
    if all(name != b"content-length" for name, _value in scope["headers"]) and (body or more):
        length = str(UNKNOWN_LENGTH if more else len(body)).encode()
        scope = {**scope, "headers": [*scope["headers"], (b"content-length", length)]}
    pending: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": more}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return scope, replay


async def lifespan(receive: Receive, send: Send) -> None:
    """Start and stop what lives in this process; a refusal is told to the server as a sentence."""
    await receive()
    try:
        start()
    except Exception as fault:
        logger.error("%s", fault)
        await send({"type": "lifespan.startup.failed", "message": str(fault)})
        return
    await send({"type": "lifespan.startup.complete"})
    await receive()
    stop()
    await send({"type": "lifespan.shutdown.complete"})


def start() -> None:
    """Claim the installation and start the embedded worker, where there is no Redis.

    Where the workers are apart they are told, once a second, that somebody serves.
    """
    from django.conf import settings

    if settings.SERVES_ALONE:
        from config import embedded

        embedded.claim.take()
        embedded.worker.start()
    else:
        from config import sweeper

        sweeper.pulse.start()


def stop() -> None:
    """The reverse of `start`."""
    from django.conf import settings

    if settings.SERVES_ALONE:
        from config import embedded

        embedded.worker.stop()
        embedded.claim.give_back()
    else:
        from config import sweeper

        sweeper.pulse.stop()


def _django() -> ASGIApplication:
    """Django's WSGI side behind its threads."""
    wsgi: Any = get_wsgi_application()
    from django.conf import settings

    bridge: Any = a2wsgi.WSGIMiddleware(wsgi, workers=settings.WEB_THREADS)
    return cast(ASGIApplication, bridge)


application = Application(_django())

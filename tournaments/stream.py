"""The public stream of an event, `GET /api/v1/events/{slug}/stream/`: versions, boards, rounds.

Plain ASGI over `games.sse`. What the hub carries is only taken as a hint that something changed:
what is told is read from what is published, so a stream can tell nothing that the pages do not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from games import hub
from games.api.problems import CONTENT_TYPE, not_found, problem_response
from games.errors import Problem
from games.sse import (
    HEARTBEAT_SECONDS,
    EventStream,
    Receive,
    Scope,
    Send,
    answer,
    host_is_allowed,
    in_database_thread,
    serve,
)
from tournaments import hints
from tournaments.queries import NotPublicError, freshness
from tournaments.queries.progress import Progress, progress

logger = logging.getLogger(__name__)

#: Seconds in which hints are gathered: so often, at most, does an event's stream read anything.
GATHER_SECONDS = 0.2
HEADERS = {"access-control-allow-origin": "*", "cache-control": "no-store"}


class SharedReader:
    """One read for all streams that wake together, however many are open."""

    def __init__(self) -> None:
        self._gathering: dict[tuple[int, str], asyncio.Task[Progress]] = {}

    async def read(self, slug: str) -> Progress:
        """The progress of an event, read after this call. Raises NotPublicError."""
        key = (id(asyncio.get_running_loop()), slug)
        if key not in self._gathering:
            self._gathering[key] = asyncio.ensure_future(self._gather(key))
        return await asyncio.shield(self._gathering[key])

    async def _gather(self, key: tuple[int, str]) -> Progress:
        try:
            await asyncio.sleep(GATHER_SECONDS)
        finally:
            del self._gathering[key]  # who comes from now on needs a later read
        return await in_database_thread(progress, key[1])


reader = SharedReader()


class EventStreamer:
    """One open stream and what its client has been told."""

    def __init__(self, slug: str, event_id: str) -> None:
        self.slug = slug
        self.event_id = event_id

    async def run(self, stream: EventStream) -> None:
        """Send until the client leaves, reads too slowly, or the event is public no more."""
        subscription = await hub.subscribe(hints.channel(self.event_id))
        try:
            told = await in_database_thread(progress, self.slug)
            await stream.send("state", told.to_data())
            while True:
                if await subscription.next(HEARTBEAT_SECONDS) is None:
                    await stream.heartbeat()
                told = await self._tell(stream, told)
        except (hub.Overflow, NotPublicError):
            return
        finally:
            subscription.close()

    async def _tell(self, stream: EventStream, told: Progress) -> Progress:
        """Tell what has changed; the next hint or heartbeat makes up for a failed read."""
        try:
            now = await reader.read(self.slug)
        except DatabaseError:
            logger.exception("The stream of %s could not be brought up to date", self.slug)
            return told
        for event, data in now.since(told):
            await stream.send(event, data)
        return now


async def event_stream(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application: the stream of the event `scope["path_params"]["slug"]`, for anybody."""
    if not host_is_allowed(scope):
        await _refuse(send, Problem(400, "invalid", _("This host name is not served here.")))
        return
    if scope["method"] not in ("GET", "HEAD"):
        problem = Problem(405, "method_not_allowed", _("A stream is read with GET."))
        await _refuse(send, problem, {"allow": "GET, HEAD"})
        return
    slug = scope["path_params"]["slug"]
    try:
        event_id = (await in_database_thread(freshness, slug)).event_id
    except NotPublicError:
        await _refuse(send, not_found())
        return
    if scope["method"] == "HEAD":
        await answer(send, 200, b"", "text/event-stream", HEADERS)
        return
    await serve(receive, send, EventStreamer(slug, event_id).run, HEADERS)


async def _refuse(send: Send, problem: Problem, headers: Mapping[str, str] | None = None) -> None:
    body = problem_response(problem).content
    await answer(send, problem.status, body, CONTENT_TYPE, {**HEADERS, **(headers or {})})

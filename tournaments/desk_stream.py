"""The stream of a director's page, `GET /direct/{slug}/stream/`: that the hall has changed.

Plain ASGI over `games.sse`, for who has a role in the event and is signed in. It tells nothing
else: the page asks for itself again, and the console decides what may be seen.
"""

from __future__ import annotations

import asyncio
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import hub
from games.api.problems import CONTENT_TYPE, not_found, problem_response
from games.errors import Problem
from games.services.announce import desk
from games.sse import (
    HEARTBEAT_SECONDS,
    EventStream,
    Receive,
    Scope,
    Send,
    answer,
    cookie,
    host_is_allowed,
    in_database_thread,
    origin_is_own,
    serve,
)
from tournaments import hints
from tournaments.models import Event
from tournaments.services.actors import Actor

#: Seconds in which hints are gathered, and those between two changes told: a page of a large hall
#: asks for itself no more often, whatever happens.
GATHER_SECONDS = 0.3
APART_SECONDS = 2.0


def directed_event(session_key: str, slug: str) -> str | None:
    """The id of the event, if whose session this is has a role in it."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    event = Event.objects.filter(slug=slug).first()
    if event is None or not isinstance(user, User) or not user.is_active:
        return None
    return event.pk if Actor.of(user).role_in(event) is not None else None


class DeskStreamer:
    """One open stream of somebody with a role in an event."""

    def __init__(self, session_key: str, slug: str, event_id: str) -> None:
        self.session_key = session_key
        self.slug = slug
        self.event_id = event_id
        self.told_at = 0.0

    async def run(self, stream: EventStream) -> None:
        """Send until the client leaves, or has a role in the event no more."""
        subscription = await hub.subscribe(desk(self.event_id), hints.channel(self.event_id))
        try:
            await self._tell(stream)
            while True:
                if await self._has_changed(subscription):
                    await self._tell(stream)
                    continue
                await stream.heartbeat()
                if await in_database_thread(directed_event, self.session_key, self.slug) is None:
                    return
        finally:
            subscription.close()

    async def _tell(self, stream: EventStream) -> None:
        self.told_at = asyncio.get_running_loop().time()
        await stream.send("hall", {})

    async def _has_changed(self, subscription: hub.Subscription) -> bool:
        """Wait for a hint and for those that follow it; False after a silence."""
        try:
            if await subscription.next(HEARTBEAT_SECONDS) is None:
                return False
            clock = asyncio.get_running_loop().time
            until = max(clock() + GATHER_SECONDS, self.told_at + APART_SECONDS)
            while (left := until - clock()) > 0:
                await subscription.next(left)
        except hub.Overflow:
            subscription.overflowed = False  # more hints than anybody counts: they say the same
        return True


async def desk_stream(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application: the stream of the event `scope["path_params"]["slug"]`."""
    slug, key = scope["path_params"]["slug"], cookie(scope, settings.SESSION_COOKIE_NAME)
    try:
        event_id = await _admit(scope, key, slug)
    except Problem as problem:
        body = problem_response(problem).content
        await answer(send, problem.status, body, CONTENT_TYPE)
        return
    await serve(receive, send, DeskStreamer(key, slug, event_id).run)


async def _admit(scope: Scope, key: str, slug: str) -> str:
    """The id of the event. Raises `Problem`: 400, 405; 404 as for an event that is not there."""
    if not host_is_allowed(scope):
        raise Problem(400, "invalid", _("This host name is not served here."))
    if scope["method"] != "GET":
        raise Problem(405, "method_not_allowed", _("A stream is read with GET."))
    event_id = None
    if key and origin_is_own(scope):
        event_id = await in_database_thread(directed_event, key, slug)
    if event_id is None:
        raise not_found()
    return event_id

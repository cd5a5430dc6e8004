"""The hub: carries messages from what was committed to the streams that are open.

Owns channels and their subscribers: in this process's memory, or over Redis publish/subscribe
where `REDIS_URL` is set. A message is a hint that may be lost; streams catch up from the database.
Publishing never raises, never blocks and never happens before the commit.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

#: Messages that may wait for one client before its stream is closed; it then resumes.
QUEUE_LIMIT = 256
#: The event that tells subscribers that messages may have been lost on the way.
RESYNC = "resync"
#: The event that tells a person's streams that his table is gone.
UNSEATED = "unseated"


@dataclass(frozen=True, slots=True)
class HubMessage:
    """What travels: an event's name, its data as JSON text, and the id it has in the stream."""

    channel: str
    event: str
    data: str
    event_id: str = ""


class Overflow(Exception):  # noqa: N818 - it ends a stream, nothing is wrong
    """A client reads too slowly: its queue is full."""


@dataclass(eq=False, slots=True)
class Subscription:
    """The channels and the bounded queue of one open stream. Belongs to one event loop."""

    hub: Hub
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[HubMessage]
    channels: set[str] = field(default_factory=set)
    overflowed: bool = False

    def listen(self, *channels: str) -> None:
        """Receive what is published to `channels` from now on, besides those listened to."""
        self.hub.add(self, channels)

    def forget(self, *channels: str) -> None:
        """Receive nothing more from `channels`."""
        self.hub.remove(self, channels)

    def close(self) -> None:
        """Leave all channels."""
        self.hub.remove(self, tuple(self.channels))

    async def next(self, seconds: float) -> HubMessage | None:
        """The next message, or None after `seconds` of silence. Raises `Overflow`."""
        if self.overflowed:
            raise Overflow
        # (Python 3.11's `wait_for` swallows a cancellation that comes together with a message: the
        # stream of a client who has left would stay open.)
        try:
            async with asyncio.timeout(seconds):
                return await self.queue.get()
        except TimeoutError:
            return None

    def hand_over(self, message: HubMessage) -> None:
        """Queue a message from any thread."""
        try:
            self.loop.call_soon_threadsafe(self.put, message)
        except RuntimeError:  # its event loop has been closed
            self.close()

    def put(self, message: HubMessage) -> None:
        """Queue a message; called in the subscription's own loop."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.overflowed = True


class Hub:
    """Subscribers by channel. Delivery may be called from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._channels: dict[str, set[Subscription]] = {}

    def subscribe(self, *channels: str) -> Subscription:
        """Open a subscription for the running event loop."""
        loop = asyncio.get_running_loop()
        subscription = Subscription(self, loop, asyncio.Queue(QUEUE_LIMIT))
        self.add(subscription, channels)
        return subscription

    def add(self, subscription: Subscription, channels: Iterable[str]) -> None:
        """Let `subscription` receive from `channels` too."""
        with self._guard:
            for channel in channels:
                self._channels.setdefault(channel, set()).add(subscription)
                subscription.channels.add(channel)

    def remove(self, subscription: Subscription, channels: Iterable[str]) -> None:
        """The reverse of `add`."""
        with self._guard:
            for channel in channels:
                subscription.channels.discard(channel)
                subscribers = self._channels.get(channel, set())
                subscribers.discard(subscription)
                if not subscribers:
                    self._channels.pop(channel, None)

    def has(self, channel: str) -> bool:
        """Whether anybody listens to `channel` here."""
        return channel in self._channels

    def deliver(self, message: HubMessage) -> None:
        """Hand a message to every subscriber of its channel."""
        with self._guard:
            subscribers = list(self._channels.get(message.channel, ()))
        for subscription in subscribers:
            subscription.hand_over(message)

    def resync(self) -> None:
        """Tell every subscriber that messages may have been lost."""
        with self._guard:
            everybody = {each for group in self._channels.values() for each in group}
        for subscription in everybody:
            subscription.hand_over(HubMessage("", RESYNC, "{}"))


hub = Hub()


def _carry(message: HubMessage) -> None:
    """Deliver here, or give to Redis, which brings it to every process including this one."""
    try:
        if settings.REDIS_URL is None:
            hub.deliver(message)
        else:
            from games.hub_redis import publisher

            publisher.put(message)
    except Exception:
        logger.exception("A message to %s was lost", message.channel)


def reaches(channel: str) -> bool:
    """Whether a message to this channel may find a listener, here or in another process."""
    return settings.REDIS_URL is not None or hub.has(channel)


def publish(channel: str, event: str, data: Any, event_id: str = "") -> None:
    """Send a message to a channel's streams after the commit of the transaction under way.

    Channels are `table:<id>`, `player:<id>` and `event:<id>`. `data` is a JSON value that
    everybody who may listen to the channel may know: a hand goes to its holder's only. Never
    raises, never blocks.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    message = HubMessage(channel, event, text, event_id)
    transaction.on_commit(partial(_carry, message), robust=True)


async def subscribe(*channels: str) -> Subscription:
    """Open a subscription; when it returns, nothing published afterwards is missed.

    (With Redis away it returns all the same: the stream then lives on catching up.)
    """
    subscription = hub.subscribe(*channels)
    if settings.REDIS_URL is not None:
        from games.hub_redis import listener

        await listener.ensure_started()
    return subscription

"""The hub's way over Redis: one publishing and one listening thread a process.

Owns reconnecting. It holds nothing that matters: after a gap every stream is told to catch up.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import threading

import redis
from django.conf import settings

from games.hub import HubMessage, hub

logger = logging.getLogger(__name__)

#: Messages that may wait for Redis; beyond that they are dropped, and streams catch up.
BACKLOG = 10_000
CONNECT_SECONDS = 0.5
SOCKET_SECONDS = 2.0
READY_SECONDS = 1.0
QUIET_SECONDS = 15.0  # after which the connection is tried out
PAUSES = (0.1, 2.0)  # between attempts to listen, doubled up to the second


def prefix() -> str:
    """What all our channels in Redis begin with."""
    return f"{settings.REDIS_NAMESPACE}:hub:"


class Publisher:
    """A queue and the thread that empties it into Redis, in order."""

    def __init__(self) -> None:
        self._queue: queue.Queue[HubMessage] = queue.Queue(BACKLOG)
        self._guard = threading.Lock()
        self._owner = 0

    def put(self, message: HubMessage) -> None:
        """Queue a message; drops it when Redis has been away for too long."""
        if self._owner != os.getpid():
            self._start()
        try:
            self._queue.put_nowait(message)
        except queue.Full:
            logger.warning("A message to %s was dropped: Redis is away", message.channel)

    def _start(self) -> None:
        with self._guard:
            if self._owner != os.getpid():
                self._owner = os.getpid()
                threading.Thread(target=self._run, name="hub-publisher", daemon=True).start()

    def _run(self) -> None:
        client = redis.Redis.from_url(
            str(settings.REDIS_URL),
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=SOCKET_SECONDS,
        )
        while True:
            message = self._queue.get()
            text = json.dumps([message.event, message.data, message.event_id])
            try:
                client.publish(prefix() + message.channel, text)
            except redis.RedisError as fault:
                logger.warning("A message to %s was lost: %r", message.channel, fault)


class Listener:
    """A thread that brings everything published to the hub of this process."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._owner = 0
        self._ready = threading.Event()
        self._closing = threading.Event()

    def close(self) -> None:
        """Let the thread end; it notices at its next message, fault or silence."""
        self._closing.set()

    async def ensure_started(self) -> None:
        """Start the thread; wait until it listens, at most READY_SECONDS."""
        if self._owner != os.getpid():
            self._start()
        if self._ready.is_set():
            return
        if not await asyncio.to_thread(self._ready.wait, READY_SECONDS):
            logger.warning("Redis is away: streams catch up from the database only")

    def _start(self) -> None:
        with self._guard:
            if self._owner != os.getpid():
                self._owner = os.getpid()
                self._ready.clear()
                threading.Thread(target=self._run, name="hub-listener", daemon=True).start()

    def _run(self) -> None:
        pause, longest = PAUSES
        while not self._closing.is_set():
            try:
                self._listen()
            except (redis.RedisError, OSError) as fault:
                logger.warning("Listening to Redis broke off: %r", fault)
            if self._ready.is_set():
                pause = PAUSES[0]
            self._ready.clear()
            self._closing.wait(pause)
            pause = min(longest, 2 * pause)

    def _listen(self) -> None:
        client = redis.Redis.from_url(
            str(settings.REDIS_URL),
            socket_connect_timeout=CONNECT_SECONDS,
            socket_keepalive=True,
            health_check_interval=int(QUIET_SECONDS),
        )
        with client, client.pubsub() as pubsub:  # type: ignore[no-untyped-call]
            pubsub.psubscribe(f"{prefix()}*")
            while not self._closing.is_set():
                message = pubsub.get_message(timeout=QUIET_SECONDS)
                if message is None:
                    continue
                if message["type"] == "psubscribe":
                    self._ready.set()
                    hub.resync()
                elif message["type"] == "pmessage":
                    self._deliver(message["channel"], message["data"])

    @staticmethod
    def _deliver(channel_bytes: bytes, text: bytes) -> None:
        channel = channel_bytes.decode().removeprefix(prefix())
        if hub.has(channel):
            event, data, event_id = json.loads(text)
            hub.deliver(HubMessage(channel, event, data, event_id))


publisher = Publisher()
listener = Listener()

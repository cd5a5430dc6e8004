"""How services write: one short transaction taking turns, then a hint to the worker.

Owns `write_transaction` (fairness among SQLite's writers) and `send_hint` (publishing after
commit). It decides no correctness: that rests on constraints and conditional updates.
"""

from __future__ import annotations

import fcntl
import logging
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol

from django.db import DEFAULT_DB_ALIAS, connections, transaction

logger = logging.getLogger(__name__)

#: Seconds without further publishing after the broker failed once; the sweep does the work.
BROKER_REST = 5.0


class _Queue:
    """A lock that serves its waiters in the order of their coming."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._taken = False

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()  # taken stays true: it is handed over
            else:
                self._taken = False


_threads = _Queue()


@contextmanager
def _turn(path: str) -> Iterator[None]:
    """First this process's threads in order, then the processes by a lock beside the database."""
    with _threads, open(f"{path}.writing", "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def write_transaction(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """A transaction that changes state; a context manager and a decorator (`@write_transaction()`).

    On SQLite writers take turns (its own waiting is unfair: seconds of starvation). Inside a
    transaction it nests like `transaction.atomic`: the turn is already ours. On PostgreSQL it
    is `transaction.atomic`.
    """
    connection = connections[using]
    turn: AbstractContextManager[None] = nullcontext()
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        name = str(connection.settings_dict["NAME"])
        if "memory" not in name:
            turn = _turn(name)
    with turn, transaction.atomic(using=using):
        yield


class Task(Protocol):
    """What `send_hint` needs of a Celery task."""

    name: str

    def apply_async(self, args: tuple[Any, ...], *, retry: bool, ignore_result: bool) -> object: ...


class _Broker:
    """Whether publishing is worth a try: a silent broker must not slow down each request."""

    def __init__(self) -> None:
        self.rests_until = 0.0

    def publish(self, task: Task, args: tuple[Any, ...]) -> None:
        """Publish once; a failure is logged and ends trying for BROKER_REST seconds."""
        if time.monotonic() < self.rests_until:
            return
        try:
            task.apply_async(args, retry=False, ignore_result=True)
        except Exception as fault:
            self.rests_until = time.monotonic() + BROKER_REST
            logger.warning("No hint for %s (it will be swept): %r", task.name, fault)


_broker = _Broker()


def send_hint(task: Task, *args: Any) -> None:
    """Tell a worker, after the commit, that there is work marked in the database.

    Never raises, never retries, waits at most for the broker's short connection time-out. `args`
    must be JSON values. Whoever calls it has written the mark: the hint may be lost.
    """
    transaction.on_commit(lambda: _broker.publish(task, args), robust=True)

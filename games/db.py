"""How services write: one short transaction taking turns, then a hint to the worker.

Owns `write_transaction` (fairness among SQLite's writers), `in_one_moment` (a transaction that
reads one state throughout), `despite_deadlocks` (one that is begun anew), `insert_rows` (many rows
at once) and `send_hint` (publishing after commit). It decides no correctness: that rests on
constraints and conditional updates.
"""

from __future__ import annotations

import fcntl
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol, TypeVar

from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections, transaction
from django.db.models import Model

logger = logging.getLogger(__name__)

#: Seconds without further publishing after the broker failed once; the sweep does the work.
BROKER_REST = 5.0
#: How many hints are remembered before those whose rest is over are forgotten.
MOST_RESTING = 1000
#: How often `in_one_moment` begins at most, and PostgreSQL's codes for what makes it begin again:
#: a row was changed since the moment, and a deadlock.
BEGINNINGS, OVERTAKEN = 50, ("40001", "40P01")
#: How often `despite_deadlocks` begins at most, and what makes it begin again.
TRIES, DEADLOCK = 3, ("40P01",)

T = TypeVar("T")


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


def in_one_moment(work: Callable[[], T]) -> T:
    """Call `work` in a write transaction all of whose statements see one moment; what it returns.

    On PostgreSQL it begins again, with a later moment, when a row that it locks or changes was
    changed since: so it should lock first what it will change, and have no effect outside of the
    database. On SQLite nobody writes meanwhile. Within a transaction it is only a part of it.
    """
    outermost = connection.vendor == "postgresql" and not connection.in_atomic_block

    def begin() -> T:
        with write_transaction():
            if outermost:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            return work()

    return _again(begin, BEGINNINGS, OVERTAKEN)


def despite_deadlocks(work: Callable[[], T]) -> T:
    """Call `work`, which is one write transaction, and anew when PostgreSQL gave it up for another.

    Locks are taken in one order wherever that can be; two tables of one match have none. Within a
    transaction it is called once.
    """
    return _again(work, TRIES, DEADLOCK)


def _again(begin: Callable[[], T], times: int, codes: Sequence[str]) -> T:
    """Call what is a transaction until none of these codes of PostgreSQL ends it, so many times."""
    outermost = not connection.in_atomic_block
    for left in reversed(range(times)):
        try:
            return begin()
        except OperationalError as fault:
            code = getattr(fault.__cause__, "sqlstate", None)
            if not (outermost and left and code in codes):
                raise
    raise AssertionError("the last beginning returns or raises")


def insert_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert many rows by their columns, without an object for each; inside a transaction.

    Defaults and `auto_now` are the caller's.
    """
    names = ", ".join(f'"{column}"' for column in columns)
    table = f'"{model._meta.db_table}"'
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            copying = cursor.copy(f"COPY {table} ({names}) FROM STDIN")
            with connection.wrap_database_errors, copying as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(columns))
            statement = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - names only
            cursor.executemany(statement, list(rows))


class Task(Protocol):
    """What `send_hint` needs of a Celery task."""

    name: str

    def apply_async(
        self, args: tuple[Any, ...], *, retry: bool, ignore_result: bool, countdown: float
    ) -> object: ...


class _Broker:
    """Whether publishing is worth a try: a silent broker must not slow down each request."""

    def __init__(self) -> None:
        self.rests_until = 0.0
        self.sent: dict[str, float] = {}

    def publish(self, task: Task, args: tuple[Any, ...], after: float, rest: float) -> None:
        """Publish once; a failure is logged and ends trying for BROKER_REST seconds."""
        now = time.monotonic()
        key = f"{task.name}{args}{bool(after)}"
        if now < max(self.rests_until, self.sent.get(key, 0.0)):
            return
        if rest:
            self._remember(key, now, rest)
        try:
            task.apply_async(args, retry=False, ignore_result=True, countdown=after)
        except Exception as fault:
            self.rests_until = time.monotonic() + BROKER_REST
            logger.warning("No hint for %s (it will be swept): %r", task.name, fault)

    def _remember(self, key: str, now: float, rest: float) -> None:
        if len(self.sent) > MOST_RESTING:
            self.sent = {key: until for key, until in list(self.sent.items()) if now < until}
        self.sent[key] = now + rest


_broker = _Broker()


def send_hint(task: Task, *args: Any, after: float = 0.0, rest: float = 0.0) -> None:
    """Tell a worker, after the commit and `after` seconds, that there is work in the database.

    Never raises, never retries, waits at most for the broker's short connection time-out. `args`
    must be JSON values. Whoever calls it has written the mark: the hint may be lost, and this
    process leaves the same one out for `rest` seconds.
    """
    transaction.on_commit(lambda: _broker.publish(task, args, after, rest), robust=True)

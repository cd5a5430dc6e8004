"""What lives inside the serving process: the lock that keeps it the only one, and its worker.

Used where the broker or the stream hub is in memory. It knows nothing of HTTP.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import threading
from pathlib import Path
from typing import IO

from celery.worker import WorkController
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import sweeper
from config.celery import app

#: Seconds that the sweep under way, and a worker still starting, get before the process stops.
STOP_TIMEOUT = 5.0

SECOND_PROCESS = (
    "Another process is already serving this installation ({holder}). With the broker and the live"
    " stream in memory there can be only one. Stop the other one, or set REDIS_URL"
    " (for example redis://localhost:6379/0) to run several."
)


def serving_lock_path() -> Path:
    """The lock's file: beside an SQLite database, else in var/ and named after the database."""
    database = settings.DATABASES["default"]
    name = str(database["NAME"])
    if database["ENGINE"].endswith("sqlite3"):
        return Path(f"{name}.serving")
    place = f"{database.get('HOST')}:{database.get('PORT')}/{name}"
    return settings.VAR_DIR / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.serving"


class ServingClaim:
    """A held `flock`: the kernel gives it back when the process ends, however it ends."""

    def __init__(self) -> None:
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Become the only serving process, or raise ImproperlyConfigured saying what to set."""
        if self._file is not None:
            return
        path = serving_lock_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = f"process {file.read().strip() or '?'}"
            file.close()
            raise ImproperlyConfigured(SECOND_PROCESS.format(holder=holder)) from None
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def give_back(self) -> None:
        """Let another process serve."""
        if self._file is not None:
            self._file.close()
            self._file = None


claim = ServingClaim()


class EmbeddedWorker:
    """A Celery worker in a thread of this process, with its own threads for the tasks."""

    def __init__(self) -> None:
        self._worker: WorkController | None = None
        self._ready = threading.Event()

    def start(self) -> None:
        """Start consuming and sweeping; returns before the worker is ready (0.1 s later)."""
        if self._worker is not None:
            return
        os.environ["CELERY_SKIP_CHECKS"] = "1"  # the command that serves has run them
        app.finalize()
        self._ready.clear()
        self._worker = WorkController(
            app=app,
            hostname=f"embedded-{os.getpid()}@{socket.gethostname()}",
            pool_cls="threads",
            concurrency=settings.WORKER_THREADS,
            loglevel="WARNING",
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
            ready_callback=lambda _consumer: self._ready.set(),
        )
        threading.Thread(target=self._worker.start, name="worker", daemon=True).start()
        sweeper.start()

    def stop(self) -> None:
        """Stop consuming; tasks under way end. What is left in memory is swept after a start.

        The consumer's thread may look once more at its cancelled queue, for two seconds at most;
        nobody waits for it.
        """
        if self._worker is None:
            return
        sweeper.stop(STOP_TIMEOUT)
        self._ready.wait(STOP_TIMEOUT)
        self._worker.stop()
        self._worker = None


worker = EmbeddedWorker()

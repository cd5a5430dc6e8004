"""Once a second, calls what the applications registered with `games.sweep.register`.

Runs in every worker, embedded or not, at the same time; `pulse` in web processes. A registered
function must be idempotent and find its work in the database. The sweeper itself takes no lock and
remembers nothing.
"""

from __future__ import annotations

import logging
import threading
import time

from django.db import close_old_connections, connections

from games.sweep import SweepFunction, functions, while_serving

logger = logging.getLogger(__name__)

#: Seconds from one sweep's beginning to the next.
INTERVAL = 1.0
#: Seconds for which the same kind of fault of the same function is not logged again.
SILENCE = 60.0


class Sweeper:
    """A set of functions and the thread that calls them."""

    def __init__(self, functions: list[SweepFunction], interval: float = INTERVAL) -> None:
        self.functions = functions
        self.interval = interval
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._logged: dict[tuple[SweepFunction, type[Exception]], float] = {}

    def sweep(self) -> None:
        """Call every function once. A fault is logged; the others are called all the same."""
        for function in list(self.functions):
            try:
                function()
            except Exception as fault:
                self._log(function, fault)
                close_old_connections()  # a lost connection must not fail the next one too

    def start(self) -> None:
        """Begin sweeping in a thread of its own; does nothing while one runs."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """End the thread after the sweep under way, waiting at most `timeout` seconds."""
        self._stopping.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)
            self._thread = None

    def _run(self) -> None:
        while not self._stopping.is_set():
            started = time.monotonic()
            self.sweep()
            connections.close_all()
            self._stopping.wait(max(0.0, self.interval - (time.monotonic() - started)))

    def _log(self, function: SweepFunction, fault: Exception) -> None:
        """Log with traceback, but the same kind once a minute only: it may come each second."""
        key, now = (function, type(fault)), time.monotonic()
        if now - self._logged.get(key, -SILENCE) >= SILENCE:
            self._logged[key] = now
            logger.exception("Sweeping with %s failed", getattr(function, "__name__", function))


_sweeper = Sweeper(functions)
start = _sweeper.start
stop = _sweeper.stop
#: What a web process does that has no worker in it.
pulse = Sweeper(while_serving)

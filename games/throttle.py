"""How many requests a credential or an address may send: a bucket each, in this process's memory.

Owns counting, not who is counted. It decides no correctness and asks no database; with several
processes each counts for itself, so that the limit grows with them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.errors import Problem

#: Seconds at the full rate that may come at once.
BURST_SECONDS = 2
#: Buckets that are kept; full ones are thrown away when there are more.
MOST_BUCKETS = 50_000


class Buckets:
    """Buckets by name, refilled at `rate()` a second; a rate of 0 lets everything through."""

    def __init__(
        self, rate: Callable[[], int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._clock = clock
        self._guard = threading.Lock()
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, name: str) -> None:
        """Count one request. Raises `Problem` (429 `throttled`) when the bucket is empty."""
        rate = self._rate()
        if rate == 0:
            return
        most, now = float(rate * BURST_SECONDS), self._clock()
        with self._guard:
            level, at = self._levels.get(name, (most, now))
            level = min(most, level + (now - at) * rate)
            refused = level < 1
            self._levels[name] = (level if refused else level - 1, now)
            if len(self._levels) > MOST_BUCKETS:
                self._forget_full(rate, most, now)
        if refused:
            detail = _("Too many requests. Wait a moment, then try again.")
            raise Problem(429, "throttled", detail, headers={"Retry-After": "1"})

    def _forget_full(self, rate: int, most: float, now: float) -> None:
        self._levels = {
            name: (level, at)
            for name, (level, at) in self._levels.items()
            if level + (now - at) * rate < most
        }


tokens = Buckets(lambda: int(settings.TOKEN_RATE))
addresses = Buckets(lambda: int(settings.PUBLIC_RATE))

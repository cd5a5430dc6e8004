"""Watch the clocks once a second: give back what downtime took, then do what is due.

Registered with the sweep of every worker; several may watch at once. Where web processes are apart
from the workers they note that they serve; while none does, the clocks stand still.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from games.db import write_transaction
from games.models import Claim, ClaimState, ClockBeat, Play, PlayState

from .claim_time import give_back, lapse
from .time_out import time_out

logger = logging.getLogger(__name__)

#: Between two beats while clocks are watched, and the silence from which nobody watched or served.
BEAT_EVERY = timedelta(seconds=2)
DOWN_AFTER = timedelta(seconds=5)
#: Plays that one sweep deals with; the others follow a second later.
MOST = 500


def watch_clocks(now: datetime | None = None) -> int:
    """Deal with every play and claim in which something is due; returns how many there were."""
    now = timezone.now() if now is None else now
    if nobody_serves():
        return 0  # nobody can act; what this takes is given back at the first beat after it
    beat(now)
    due = Play.objects.filter(
        state=PlayState.PLAYING, due_at__lte=now, table__halted_at__isnull=True
    )
    claims = Claim.objects.filter(state=ClaimState.OPEN, due_at__lte=now)
    return _each(time_out, due, now) + _each(lapse, claims, now)


def _each(verb: Callable[[Any, datetime], bool], due: QuerySet[Any], now: datetime) -> int:
    done = 0
    for pk in due.order_by("due_at").values_list("pk", flat=True)[:MOST]:
        try:
            done += verb(pk, now)
        except Exception:  # one play must not stop the clocks of the others
            logger.exception("%s of %s could not be dealt with", verb.__name__, pk)
    return done


def note_serving() -> None:
    """Note that a web process serves; each of them does so once a second."""
    if not ClockBeat.objects.filter(pk=1).update(served_at=Now()):
        now = timezone.now()
        ClockBeat.objects.get_or_create(pk=1, defaults={"at": now, "served_at": now})


def nobody_serves() -> bool:
    """Whether all web processes are away. One that watches the clocks itself serves."""
    if settings.SERVES_ALONE:
        return False
    return ClockBeat.objects.filter(served_at__lt=Now() - DOWN_AFTER).exists()


def beat(now: datetime) -> None:
    """Note that the clocks are watched; after a silence, put every running clock forward by it.

    One watcher wins the beat by a conditional update, and it alone moves the clocks.
    """
    last = ClockBeat.objects.values_list("at", flat=True).first()
    if last is not None and now - last < BEAT_EVERY:
        return
    with write_transaction():
        if last is None:
            ClockBeat.objects.get_or_create(pk=1, defaults={"at": now})
            return
        if not ClockBeat.objects.filter(at=last).update(at=now):
            return
        silence = now - last
        if silence > DOWN_AFTER:
            running = Play.objects.filter(
                state=PlayState.PLAYING, turn_at__lte=last, table__halted_at__isnull=True
            )
            running.update(turn_at=F("turn_at") + silence, due_at=F("due_at") + silence)
            give_back(silence)

"""Keep what raises from stopping the rest: tried again with back-off, then parked until asked for.

Owns when something is tried again. The mark of the work itself is left alone: nothing is lost.
"""

import logging
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.db import write_transaction
from tournaments.models import Event, Failure, Stage
from tournaments.tasks import hint_publish, hint_recount

from .actors import Actor
from .audit import record

logger = logging.getLogger(__name__)

#: After so many failures a count or a publication is parked: about half a minute after the first.
MOST_TRIES = 5
#: A message is tried for about three hours: mail servers and other people's programs do stop.
MOST_SENDINGS = 6
FIRST_WAIT, NEXT_WAIT = 10, 4
#: The database's own faults: nobody's work is to blame, and all of it is tried again at once.
NOT_TO_BLAME = (OperationalError, InterfaceError)


def rests(at: datetime, prefix: str = "") -> Q:
    """The failures that are not to be tried at a moment; `prefix` leads to them."""
    return Q(**{f"{prefix}parked_at__isnull": False}) | Q(**{f"{prefix}retry_at__gt": at})


def note_failure(stage_id: str, field_id: int | None, fault: Exception) -> Failure:
    """Remember that something raised: it is tried again later and later, and in the end parked."""
    row = _note({"stage_id": stage_id, "field_id": field_id}, fault, lambda tries: 2**tries)
    what = f"field {field_id}" if field_id else f"stage {stage_id}"
    logger.error("Work on %s failed %d times", what, row.tries, exc_info=fault)
    return row


def note_unsent(message_id: int, fault: Exception, *, park: bool = False) -> Failure:
    """Remember that a message could not be sent; with `park` it is not tried again by itself.

    Of the fault only its class is logged: its text may hold an address.
    """
    most = 0 if park else MOST_SENDINGS
    row = _note({"message_id": message_id}, fault, _sending_wait, most)
    logger.warning("Message %d failed %d times: %s", message_id, row.tries, row.error)
    return row


def _sending_wait(tries: int) -> int:
    return FIRST_WAIT * int(NEXT_WAIT ** (tries - 1))


def _note(
    key: dict[str, Any],
    fault: Exception,
    wait: Callable[[int], int],
    most: int = MOST_TRIES,
) -> Failure:
    """Count a failure of what `key` names; `wait` gives the seconds until it is tried again."""
    now = timezone.now()
    said = {"error": type(fault).__name__[:80], "place": _place(fault)}
    start = {"tries": 0, "since": now, "retry_at": now, **said}
    with write_transaction():
        locked = Failure.objects.select_for_update(of=("self",))
        row, _ = locked.get_or_create(**key, defaults=start)
        if row.retry_at <= now and row.parked_at is None:  # else another worker noted this try
            row.tries += 1
            row.error, row.place = said["error"], said["place"]
            row.retry_at = now + timedelta(seconds=wait(row.tries))
            row.parked_at = now if row.tries >= most else None
            row.save()
    return row


def _place(fault: Exception) -> str:
    """The last line of our own code that the exception passed."""
    root = Path(settings.BASE_DIR)
    own = [
        f"{Path(frame.filename).relative_to(root)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(fault.__traceback__)
        if Path(frame.filename).is_relative_to(root) and "site-packages" not in frame.filename
    ]
    return own[-1][-120:] if own else ""


def failures_of(event: Event) -> QuerySet[Failure]:
    """What fails in an event, counts first, with boards and stages; then unsent messages."""
    rows = _of(event).select_related("stage", "field__board", "message__webhook")
    rows = rows.defer("stage__movement", "stage__certificate")
    place = F("stage__number").asc(nulls_last=True)
    return rows.order_by(place, "field__board__number", "field__position", "pk")


def _of(event: Event) -> QuerySet[Failure]:
    return Failure.objects.filter(Q(stage__event=event) | Q(message__event=event))


def try_again(event: Event, actor: Actor) -> int:
    """Have everything that failed tried again from the beginning; how much that is.

    Raises NotPermitted.
    """
    actor.require(event)
    with write_transaction():
        rows = list(_of(event).select_for_update(of=("self",)))
        ids = [row.pk for row in rows]
        Failure.objects.filter(pk__in=ids).update(tries=0, parked_at=None, retry_at=timezone.now())
        if rows:
            after = {"fields": sorted(row.field_id for row in rows if row.field_id)}
            after["messages"] = sorted(row.message_id for row in rows if row.message_id)
            record(event, actor, "try_again", f"event:{event.pk}", after=after)
        hint_recount([row.field_id for row in rows if row.field_id])
        for stage_id in sorted({row.stage_id for row in rows if row.stage_id}):
            hint_publish(stage_id)
    return len(rows)


def has_failed_counts(stage: Stage) -> bool:
    """Whether the figures of a stage lack something because its count fails."""
    return Failure.objects.filter(stage=stage, field__isnull=False).exists()

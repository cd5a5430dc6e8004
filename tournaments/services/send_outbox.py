"""Send what stands in the outbox: letters by the mail server, calls to webhooks.

Owns who sends a message, and that nobody sends it twice: it is claimed in a transaction of its own,
begun in another, sent between transactions, and then noted as sent. What raises goes to the
failures and is tried again later; what a dead process had begun is parked, since nobody knows
whether it arrived.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connections
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.db import write_transaction
from tournaments.models import Event, EventState, Failure, MessageKind, OutboxMessage
from tournaments.notifications import calls, outside
from tournaments.notifications.letters import NotNeededError, compose
from tournaments.notifications.links import end_link

from .actors import SYSTEM
from .audit import record
from .failures import NOT_TO_BLAME, note_unsent, rests
from .late_changes import is_late
from .notify import tell_official
from .opening import closed_boards
from .subscribe import address_hash, is_wanted

logger = logging.getLogger(__name__)

BATCH = 20
#: A process that has not finished a batch by then is taken to be dead.
LEASE = timedelta(minutes=10)
#: Seconds between two looks at whether correction periods have ended.
OFFICIAL_EVERY = 5.0

_sending = threading.Lock()
_looked_at = [0.0]


class InterruptedSendingError(Exception):
    """The process that sent a message ended before it noted how that went."""


def send_outbox_if_due() -> None:
    """Begin to send in a thread of its own, if anything waits. Called by the sweep."""
    if time.monotonic() - _looked_at[0] >= OFFICIAL_EVERY:
        _looked_at[0] = time.monotonic()
        note_official()
    if not _sending.acquire(blocking=False):
        return
    try:
        due = _due(timezone.now()).exists()
        if due:
            threading.Thread(target=_in_thread, name="outbox", daemon=True).start()
    except BaseException:
        _sending.release()
        raise
    if not due:
        _sending.release()


def _in_thread() -> None:
    try:
        send_outbox()
    except Exception:
        logger.exception("Sending failed")
    finally:
        connections.close_all()
        _sending.release()


def note_official() -> list[Event]:
    """Note which events have become official, and write what is to be told of it."""
    made = []
    for event in Event.objects.filter(state=EventState.FINISHED, official_at=None):
        if closed_boards(event).exists():
            continue  # withheld, or waiting for the spectators' delay
        stages = list(event.stages.defer("movement", "certificate").select_related("event"))
        if not stages or not all(is_late(stage, None) for stage in stages):
            continue
        with write_transaction():
            fresh = Event.objects.filter(pk=event.pk, official_at=None)
            if fresh.update(official_at=timezone.now()):
                record(event, SYSTEM, "official", f"event:{event.pk}")
                tell_official(event)
                made.append(event)
    return made


def send_outbox() -> int:
    """Send everything that is due now; how many messages were sent."""
    count = 0
    while claimed := _claim(timezone.now()):
        count += _send(claimed)
    return count


def _unsent() -> QuerySet[OutboxMessage]:
    return OutboxMessage.objects.filter(sent_at=None, dropped_because="")


def _due(now: datetime) -> QuerySet[OutboxMessage]:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    rows = _unsent().filter(free).exclude(rests(now, "failure__"))
    return rows if settings.SENDS_MAIL else rows.filter(subscription=None)


def _claim(now: datetime) -> list[OutboxMessage]:
    """Take some messages for this process; park those that a dead one had begun to send."""
    with write_transaction():
        rows = _due(now).select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        found = list(rows.select_related("event", "subscription__person", "webhook")[:BATCH])
        for row in found:
            if row.begun_at is not None:
                _let_go(row)
                note_unsent(row.pk, InterruptedSendingError(), park=True)
        free = [row for row in found if row.begun_at is None]
        for row in free:
            row.claimed_until = now + LEASE
        OutboxMessage.objects.filter(pk__in=[row.pk for row in free]).update(
            claimed_until=now + LEASE
        )
    return free


def _send(messages: list[OutboxMessage]) -> int:
    """Send these, the letters by one connection to the mail server; how many arrived."""
    connection: BaseEmailBackend = get_connection()
    try:
        return sum(_attempt(each, connection) for each in messages)
    finally:
        connection.close()


def _attempt(message: OutboxMessage, connection: BaseEmailBackend) -> bool:
    """Send one message, and note how that went."""
    mine = _unsent().filter(pk=message.pk, begun_at=None, claimed_until=message.claimed_until)
    if not mine.update(begun_at=timezone.now()):
        return False  # it took so long that another process has it now
    try:
        status = None
        if message.subscription_id:
            _letter(message, connection)
        else:
            status = _call(message)
    except NotNeededError as fault:
        _end(message, dropped_because=str(fault))
        return False
    except NOT_TO_BLAME:
        raise
    except Exception as fault:
        _let_go(message, getattr(fault, "status", None))
        note_unsent(message.pk, fault)
        return False
    _end(message, sent_at=timezone.now(), status=status)
    return True


def _end(message: OutboxMessage, **how: Any) -> None:
    with write_transaction():
        OutboxMessage.objects.filter(pk=message.pk).update(**how)
        Failure.objects.filter(message=message.pk).delete()


def _let_go(message: OutboxMessage, status: int | None = None) -> None:
    OutboxMessage.objects.filter(pk=message.pk).update(
        begun_at=None, claimed_until=None, status=status
    )


def _letter(message: OutboxMessage, connection: BaseEmailBackend) -> None:
    row = message.subscription
    assert row is not None
    address = row.person.email
    if not address or address_hash(address) != row.address_hash:
        raise NotNeededError("address_changed")
    if not is_wanted(row, MessageKind(message.kind)):
        raise NotNeededError("not_wanted")
    letter = compose(message)
    host = (urlsplit(row.site).hostname or "fushi").encode("idna").decode()
    headers = {
        "Message-ID": f"<{calls.message_id(message)}@{host}>",
        "Auto-Submitted": "auto-generated",
    }
    if message.kind != MessageKind.CONFIRM:
        headers["List-Unsubscribe"] = f"<{end_link(row)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    email = EmailMessage(
        letter.subject, letter.text, to=[address], headers=headers, connection=connection
    )
    email.send()


def _call(message: OutboxMessage) -> int:
    hook = message.webhook
    assert hook is not None
    if hook.ended_at is not None:
        raise NotNeededError("ended")
    body = calls.body_of(message)
    headers = calls.signed_headers(hook, calls.message_id(message), int(time.time()), body)
    return outside.post(hook.url, body, headers)

"""What became of the messages to the webhooks of an event, for its owners."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event, OutboxMessage, Webhook

#: How many of its last messages each one is shown with.
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message. `state` is waiting, failing, parked, sent or dropped; `status` the last answer.

    `why` says why it was dropped, or the class of the last fault.
    """

    kind: str
    label: str
    made_at: datetime
    state: str
    status: int | None
    tries: int
    why: str


@dataclass(frozen=True, slots=True)
class Hook:
    """A webhook with its last messages, newest first."""

    row: Webhook
    deliveries: tuple[Delivery, ...]


def hooks_of(event: Event) -> list[Hook]:
    """All webhooks of an event, ended ones last; two statements."""
    rows = sorted(event.webhooks.all(), key=lambda row: (row.ended_at is not None, row.pk))
    found: dict[int, list[Delivery]] = {row.pk: [] for row in rows}
    messages = OutboxMessage.objects.filter(event=event, webhook__isnull=False)
    for message in messages.select_related("failure").order_by("-pk")[: SHOWN * 10 * len(rows)]:
        mine = found[message.webhook_id or 0]
        if len(mine) < SHOWN:
            mine.append(_delivery(message))
    return [Hook(row, tuple(found[row.pk])) for row in rows]


def _delivery(message: OutboxMessage) -> Delivery:
    failure = getattr(message, "failure", None)
    state = "waiting"
    if message.sent_at is not None:
        state = "sent"
    elif message.dropped_because:
        state = "dropped"
    elif failure is not None:
        state = "failing" if failure.parked_at is None else "parked"
    return Delivery(
        kind=message.kind,
        label=message.get_kind_display(),
        made_at=message.made_at,
        state=state,
        status=message.status,
        tries=failure.tries if failure else 0,
        why=message.dropped_because or (failure.error if failure else ""),
    )

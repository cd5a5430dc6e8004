"""Write into the outbox what is to be told of a fact, inside the fact's own transaction.

Owns who is told what, and what counts as the same fact: nobody is told one twice. Sends nothing,
and costs two statements where nobody asked to be told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import (
    Event,
    OutboxMessage,
    Round,
    Stage,
    StandingsVersion,
    Subscription,
    Topic,
    Webhook,
)
from tournaments.queries.chairs import chairs_of

BATCH = 1000
#: A fact with its details, as one recipient is told of it.
Told = tuple[str, dict[str, Any]]


def tell_seats(round_: Round, topic: Topic) -> None:
    """A round was drawn or released: everybody hears of their own chair, once while it stays so."""
    stage = round_.stage
    about = {"stage": stage.number, "round": round_.number, "id": round_.pk}
    again = f":{round_.released_at.isoformat()}" if round_.released_at else ""
    _call(stage.event_id, topic, (f"{topic}:{round_.pk}{again}", about))

    def told() -> Mapping[str, Told]:
        chairs = chairs_of(round_).items()
        return {
            person: (f"seat:{round_.pk}:{chair}", {**about, "chair": chair})
            for person, chair in chairs
        }

    _write(stage.event_id, topic, Q(seating=True), told)


def tell_standings(stage: Stage, version: StandingsVersion) -> None:
    """A version that counts whole rounds was published: people hear of it once for these boards,
    and again of a late correction; programs hear of every such version.
    """
    about = {"stage": stage.number, "version": version.number, "note": version.note}
    _call(stage.event_id, Topic.STANDINGS, (f"version:{version.pk}", about))
    fact = f"note:{version.pk}" if version.note else f"fields:{stage.pk}:{len(version.manifest)}"
    _write_all(stage.event_id, Topic.STANDINGS, (fact, about))


def tell_official(event: Event) -> None:
    """The standings of an event's last stage have become official."""
    stage = event.stages.defer("movement", "certificate").order_by("number").last()
    version = stage.versions.order_by("-number").first() if stage else None
    if stage is None or version is None:
        return
    told = f"official:{event.pk}", {"stage": stage.number, "version": version.number}
    _call(event.pk, Topic.OFFICIAL, told)
    _write_all(event.pk, Topic.OFFICIAL, told)


def _call(event_id: str, topic: Topic, told: Told) -> None:
    """Tell the programs that listen."""
    hooks = Webhook.objects.filter(event=event_id, ended_at=None)
    _store(_message(event_id, topic, told, webhook=row) for row in hooks if topic in row.topics)


def _write_all(event_id: str, topic: Topic, told: Told) -> None:
    """Tell everybody who wants results, of the same fact."""
    rows = _confirmed(event_id, Q(results=True))
    _store(_message(event_id, topic, told, subscription=row) for row in rows)


def _write(event_id: str, topic: Topic, wish: Q, told: Callable[[], Mapping[str, Told]]) -> None:
    """Tell people with a wish, each their own fact; it is made only where somebody has it."""
    rows = _confirmed(event_id, wish)
    if rows:
        own = told()
        _store(
            _message(event_id, topic, own[row.person_id], subscription=row)
            for row in rows
            if row.person_id in own
        )


def readers(event: Event) -> QuerySet[Subscription]:
    """Who gets letters of an event."""
    wish = Q(seating=True) | Q(results=True)
    return Subscription.objects.filter(wish, event=event, confirmed_at__isnull=False)


def _confirmed(event_id: str, wish: Q) -> list[Subscription]:
    return list(Subscription.objects.filter(wish, event=event_id, confirmed_at__isnull=False))


def _message(event_id: str, topic: Topic, told: Told, **recipient: Any) -> OutboxMessage:
    fact, data = told
    return OutboxMessage(
        event_id=event_id,
        kind=topic.value,
        fact=fact,
        data=data,
        made_at=timezone.now(),
        **recipient,
    )


def _store(rows: Any) -> None:
    """What was told already stays as it is."""
    OutboxMessage.objects.bulk_create(list(rows), ignore_conflicts=True, batch_size=BATCH)

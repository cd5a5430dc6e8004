"""Remove somebody's personal data for ever, everywhere at once; no result, number or rank changes.

Names live in `Person`; club, country, rating and categories in the person's entrants and
registrations. What people typed about them (reasons, calls, announcements) and answers kept for
repeated requests may name them, too: the name is struck there. A code, signed-in devices and
letters end. Of what they decided themselves the audit keeps who, when and why, but not from which
network address.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from django.contrib.admin.models import LogEntry as AdminEntry
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import (
    Announcement,
    Call,
    Dispute,
    IdempotentRequest,
    Person,
    Play,
    Player,
    PlayerToken,
)
from games.models.plays import UNFINISHED
from tournaments.errors import EventRefused
from tournaments.models import (
    ApiKey,
    AuditEntry,
    Entrant,
    Event,
    Incident,
    Registration,
    RegistrationState,
    Role,
    RoleAssignment,
    Ruling,
    StandingsVersion,
    Subscription,
)

from .actors import Actor
from .audit import record

STRUCK = "…"
#: Where people write sentences: (model, column, path to the event's id).
TEXTS: tuple[tuple[Any, str, str], ...] = (
    (AuditEntry, "reason", "event"),
    (Announcement, "text", "realm"),
    (Call, "text", "table__realm"),
    (Call, "note", "table__realm"),
    (Dispute, "reason", "play__table__realm"),
    (Ruling, "reason", "stage__event"),
    (Incident, "text", "stage__event"),
    (Incident, "reason", "stage__event"),
    (StandingsVersion, "note", "stage__event"),
    (Registration, "reason", "event"),
    (AdminEntry, "object_repr", ""),
    (AdminEntry, "change_message", ""),
)
#: The same for documents, in which only values are struck, never what names them.
DOCUMENTS: tuple[tuple[Any, str, str], ...] = (
    (AuditEntry, "before", "event"),
    (AuditEntry, "after", "event"),
    (IdempotentRequest, "response", ""),
)


def remove_person(person: Person, actor: Actor) -> None:
    """Remove what is known of a person. Needs to own every event that they took part in or asked
    to. Who waits for an answer waits no longer.

    Raises NotPermitted; EventRefused(`still_playing`) while they have a board to play.
    """
    players = Player.objects.filter(person=person)
    asked = Registration.objects.filter(person=person)
    realms = {*players.values_list("realm", flat=True), *asked.values_list("event", flat=True)}
    events = list(Event.objects.filter(pk__in=realms))
    for event in events:
        actor.require(event, Role.OWNER)
    to_play = Play.objects.filter(table__seats__player__in=players, state__in=UNFINISHED)
    if to_play.exists():
        sentence = _("They sit at a table with boards to play: withdraw them, then let it finish.")
        raise EventRefused("still_playing", sentence)
    with write_transaction():
        person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        name = str(person.name)
        Person.objects.filter(pk=person.pk).update(name="", email="")
        Subscription.objects.filter(person=person).delete()
        asked.update(club="", country="", address_hash="")
        asked.exclude(entrant__isnull=False).update(
            state=RegistrationState.REFUSED, queued_at=None, reason=""
        )
        players.update(code_hash=None, pin_hash="", is_active=False)
        PlayerToken.objects.filter(player__in=players, revoked_at=None).update(
            revoked_at=timezone.now(), revoked_because="removed"
        )
        held = RoleAssignment.objects.filter(person=person)
        _forget_addresses(held.values_list("user", flat=True), events)
        held.update(person=None)
        forget_in(person, name, events)
        for event in events:
            record(event, actor, "remove_person", f"person:{person.pk}")


def forget_in(person: Person, name: str, events: list[Event]) -> None:
    """Remove what events hold about a person of that name, and the name where somebody wrote it."""
    entered = Entrant.objects.filter(person=person, event__in=events)
    entered.update(club="", country="", rating=None, categories=[])
    _strike(name, events)


def _forget_addresses(users: Iterable[int], events: list[Event]) -> None:
    """Leave of the origins of these users' decisions the way by which they came."""
    actors = [f"user:{pk}" for pk in users]
    keys = ApiKey.objects.filter(issued_by__in=users).values_list("pk", flat=True)
    actors += [f"key:{pk}" for pk in keys]
    rows = AuditEntry._base_manager.filter(event__in=events, actor__in=actors)
    for origin in rows.filter(origin__contains=" ").values_list("origin", flat=True).distinct():
        rows.filter(origin=origin).update(origin=origin.partition(" ")[0])


def _strike(name: str, events: list[Event]) -> None:
    """Strike a name wherever somebody wrote it. ASCII names count as whole words only."""
    if not name:
        return
    word = re.escape(name)
    pattern = re.compile(rf"(?<!\w){word}(?!\w)" if name.isascii() else word, re.IGNORECASE)
    for model, column, path in (*TEXTS, *DOCUMENTS):
        rows = model._base_manager.all()
        if path:
            rows = rows.filter(**{f"{path}__in": [event.pk for event in events]})
        wanted = Q(**{f"{column}__icontains": name})
        if not name.isascii():  # a document may have it escaped
            wanted |= Q(**{f"{column}__icontains": json.dumps(name)[1:-1]})
        for row in rows.filter(wanted).only("pk", column):
            before = getattr(row, column)
            after = _struck(before, pattern)
            if (model, column) == (IdempotentRequest, "response"):
                after = json.dumps(_struck(json.loads(before), pattern))
            if after != before:
                model._base_manager.filter(pk=row.pk).update(**{column: after})


def _struck(value: Any, pattern: re.Pattern[str]) -> Any:
    match value:
        case str():
            return pattern.sub(STRUCK, value)
        case list():
            return [_struck(each, pattern) for each in value]
        case dict():
            return {key: _struck(each, pattern) for key, each in value.items()}
    return value

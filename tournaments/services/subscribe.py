"""A person asks for letters, confirms the address, or ends them. Nobody else does it for them.

Owns that an address is confirmed before anything else is sent there, and how often somebody may
ask. It is no decision about the event: the audit has nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.crypto import keyed_hash
from games.db import write_transaction
from games.errors import FieldError, Problem
from games.models import Person
from tournaments.models import Event, MessageKind, OutboxMessage, Subscription

LONGEST_EMAIL = 254
#: Requests to confirm that one person asks for in an hour, and that go to one address in a day.
PER_PERSON, PER_ADDRESS = 3, 6
SEATING = frozenset({MessageKind.DRAWN, MessageKind.RELEASED})
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants by e-mail; nothing at all ends the letters."""

    email: str
    seating: bool
    results: bool

    @property
    def is_any(self) -> bool:
        """Whether anything is wanted."""
        return self.seating or self.results


def address_hash(email: str) -> str:
    """What recognises an address."""
    return keyed_hash(f"email:{email.strip().casefold()}")


def subscription_of(event: Event, person: Person) -> Subscription | None:
    """What somebody gets of an event."""
    return Subscription.objects.filter(event=event, person=person).first()


def valid_email(text: str) -> str:
    """An address as it is kept. Raises ValidationError."""
    email = text.strip()
    validate_email(email)
    if len(email) > LONGEST_EMAIL:
        raise ValidationError("")
    return email


def subscribe(event: Event, person: Person, wish: Wish, site: str) -> Subscription | None:
    """Note what a person wants, in the language in force.

    A new address gets a letter with the link that confirms it.
    `site` is where links lead. An empty address is forgotten. Raises `Problem`: 400 for what is no
    address, 409 `no_mail` where no mail server is set, 429 `throttled`.
    """
    try:
        email = valid_email(wish.email) if wish.email.strip() or wish.is_any else ""
    except ValidationError:
        fault = FieldError("email", "email_invalid", _("This is not an e-mail address."))
        raise Problem(400, "invalid", fault.detail, [fault]) from None
    if wish.is_any and not settings.SENDS_MAIL:
        raise Problem(
            409, "no_mail", _("This installation has no mail server: it sends no letters.")
        )
    with write_transaction():
        person = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        if person.email != email:
            Person.objects.filter(pk=person.pk).update(email=email)
        row = subscription_of(event, person)
        if not wish.is_any:
            if row is not None:
                end_subscription(row)
            return row
        return _note(row or _new(event, person), wish, address_hash(email), site)


def _new(event: Event, person: Person) -> Subscription:
    return Subscription(event=event, person=person, made_at=timezone.now())


def _note(row: Subscription, wish: Wish, address: str, site: str) -> Subscription:
    is_new = row.address_hash != address
    row.seating, row.results = wish.seating, wish.results
    row.language, row.site = get_language() or settings.LANGUAGE_CODE, site
    if is_new:
        row.address_hash, row.confirmed_at = address, None
    row.save()
    if row.confirmed_at is None:
        _ask_to_confirm(row)
    return row


def _ask_to_confirm(row: Subscription) -> None:
    now = timezone.now()
    asked = OutboxMessage.objects.filter(kind=MessageKind.CONFIRM)
    of_person = asked.filter(subscription__person=row.person_id, made_at__gt=now - HOUR)
    of_address = asked.filter(subscription__address_hash=row.address_hash, made_at__gt=now - DAY)
    if of_person.count() >= PER_PERSON or of_address.count() >= PER_ADDRESS:
        detail = _("Too many letters were asked for. Look for the last one, or try again later.")
        raise Problem(429, "throttled", detail, headers={"Retry-After": "3600"})
    OutboxMessage.objects.create(
        event_id=row.event_id,
        subscription=row,
        kind=MessageKind.CONFIRM,
        fact=f"confirm:{now.isoformat()}",
        made_at=now,
    )


def is_wanted(row: Subscription, kind: MessageKind) -> bool:
    """Whether somebody still wants a letter of this kind."""
    if kind == MessageKind.CONFIRM:
        return row.confirmed_at is None and (row.seating or row.results)
    wish = row.seating if kind in SEATING else row.results
    return wish and row.confirmed_at is not None


def confirm_subscription(row: Subscription) -> None:
    """The owner of the address wants the letters."""
    Subscription.objects.filter(pk=row.pk, confirmed_at=None).update(confirmed_at=timezone.now())


def end_subscription(row: Subscription) -> None:
    """No more letters; what waits is not sent. The row stays: it tells how often was asked."""
    row.seating = row.results = False
    Subscription.objects.filter(pk=row.pk).update(seating=False, results=False)

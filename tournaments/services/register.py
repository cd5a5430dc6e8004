"""Let a visitor enter an event by its page: at once, for approval, or on the waiting list.

Nobody's permission is needed but the event's settings. A code is never made here.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.crypto import keyed_hash
from games.db import write_transaction
from games.errors import Problem
from games.models import Person
from games.services.announce import tell_hall
from tournaments.entrants_file import EntrantRow, Faults, read_entrant
from tournaments.errors import EventRefused, ImportFaults
from tournaments.models import Event, Registration, RegistrationState
from tournaments.queries.registration import LIVE, closed_because

from .actors import SYSTEM
from .audit import record
from .fill_places import settle_place
from .subscribe import Wish, subscribe, valid_email

#: How many people may enter within `WINDOW` from one address: a club shares one.
PER_ADDRESS = 30
WINDOW = timedelta(minutes=10)
#: How many may wait for an answer in one event.
MOST_LIVE = 5000


def register(
    event: Event,
    address: str,
    *,
    name: str,
    club: str = "",
    country: str = "",
    email: str = "",
    letters: str = "",
) -> Registration:
    """Enter a visitor who came from the network `address`; return what became of it.

    With `letters`, the address under which the site was reached, they ask for letters as well.
    Raises EventRefused with `registration_closed` or `registration_full`; ImportFaults with every
    fault by field, among them `already_entered` and `already_registered`; `Problem` 429
    `throttled`.
    """
    faults = Faults()
    line = read_entrant(faults, name=name, club=club, country=country)
    email = _email(email, faults)
    digest, now = keyed_hash(f"address:{address}"), timezone.now()
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if closed_because(event, now):
            sentence = _("Nobody can enter here any more: ask the organiser.")
            raise EventRefused("registration_closed", sentence)
        _refuse_crowd(event, digest, now)
        refuse_double(event, line, faults)
        if faults.errors:
            raise ImportFaults(_("You are not entered yet: see below."), faults.errors)
        row = Registration(
            event=event,
            person=Person.objects.create(name=line.name, email=email),
            club=line.club,
            country=line.country,
            state=RegistrationState.REQUESTED,
            address_hash=digest,
            made_at=now,
        )
        if letters and email:
            wish = Wish(email, seating=True, results=True)
            subscribe(event, row.person, wish, letters)
        if not event.registration_approval:
            return settle_place(event, row, SYSTEM, "register")
        row.save()
        tell_hall(event.pk)
        record(event, SYSTEM, "register", f"registration:{row.pk}", after={"state": row.state})
    return row


def refuse_double(event: Event, line: EntrantRow, faults: Faults) -> None:
    """Note if somebody of the same name, club and country is entered, or waits for an answer."""
    names = ("person__name", "club", "country")
    entered = event.entrants.values_list(*names)
    asked = event.registrations.filter(state__in=LIVE).values_list(*names)
    tell_apart = _(
        "Somebody of this name, club and country is entered already. If that is not you, write"
        " something that tells you apart."
    )
    for rows, code in ((entered, "already_entered"), (asked, "already_registered")):
        if any(tuple(cell.casefold() for cell in row) == line.identity for row in rows):
            faults.add(None, "name", code, tell_apart)
            return


def _email(text: str, faults: Faults) -> str:
    try:
        return valid_email(text) if text.strip() else ""
    except ValidationError:
        faults.add(None, "email", "email_invalid", _("This is not an e-mail address."))
    return ""


def _refuse_crowd(event: Event, digest: str, now: datetime) -> None:
    recent = Registration.objects.filter(made_at__gt=now - WINDOW, address_hash=digest)
    times = list(recent.order_by("-made_at").values_list("made_at", flat=True)[:PER_ADDRESS])
    if len(times) == PER_ADDRESS:
        wait = max(1, round((times[-1] + WINDOW - now).total_seconds()))
        detail = _("Many people have entered from here just now. Try again in a few minutes.")
        raise Problem(429, "throttled", detail, headers={"Retry-After": str(wait)})
    if event.registrations.filter(state__in=LIVE).count() >= MOST_LIVE:
        raise EventRefused("registration_full", _("The waiting list is full."))

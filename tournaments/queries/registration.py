"""Whether an event takes entries now, how many places are left, and who waits in which order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from tournaments.formats import format_of
from tournaments.models import (
    EntrantState,
    Event,
    EventState,
    Registration,
    RegistrationState,
    TeamMember,
)

#: Those who have no answer yet.
LIVE = (RegistrationState.REQUESTED, RegistrationState.WAITING)


@dataclass(frozen=True, slots=True)
class RegistrationLine:
    """A registration as the organiser sees it.

    `place` is that on the waiting list, from 1; `is_double` says that somebody of the same name,
    club and country is entered already.
    """

    row: Registration
    place: int | None
    is_double: bool


def is_drawn(event: Event) -> bool:
    """Whether a stage is drawn: nobody enters without a director any more."""
    return event.stages.filter(movement__isnull=False).exists()


def enters_teams(event: Event) -> bool:
    """Whether the event's entrants are teams, which come by a list."""
    kinds = event.stages.values_list("kind", flat=True)
    if any(format_of(kind).teams for kind in kinds):
        return True
    return TeamMember.objects.filter(entrant__event=event).exists()


def closed_because(event: Event, now: datetime) -> str:
    """Why nobody can enter: `off`, `drawn`, `over` or `teams`; "" while people can."""
    if not event.registration:
        return "off"
    if event.state == EventState.FINISHED or is_drawn(event):
        return "drawn"
    if event.registration_closes_at is not None and event.registration_closes_at <= now:
        return "over"
    return "teams" if enters_teams(event) else ""


def takes_entries(event_id: str) -> bool:
    """Whether people can enter now."""
    event = Event.objects.filter(pk=event_id, registration=True).first()
    return event is not None and not closed_because(event, timezone.now())


def free_places(event: Event) -> int | None:
    """How many places are left, at least 0; None without a limit."""
    if event.capacity is None:
        return None
    return max(0, event.capacity - event.entrants.filter(state=EntrantState.ACTIVE).count())


def place_of(row: Registration) -> int | None:
    """The place on the waiting list, from 1; None for who is not on it."""
    if row.state != RegistrationState.WAITING:
        return None
    before = Q(queued_at__lt=row.queued_at) | Q(queued_at=row.queued_at, pk__lt=row.pk)
    waiting = Registration.objects.filter(event=row.event_id, state=RegistrationState.WAITING)
    return waiting.filter(before).count() + 1


def asking(event: Event) -> int:
    """How many wait for the organiser's answer; nobody on the waiting list is among them."""
    return event.registrations.filter(state=RegistrationState.REQUESTED).count()


def registrations(event: Event, *, live: bool = False, search: str = "") -> list[RegistrationLine]:
    """Those who ask first, then the waiting list, then the others by time; two statements.

    `search` keeps those with this text in their names.
    """
    rows = Registration.objects.filter(event=event).select_related("person", "entrant")
    if live:
        rows = rows.filter(state__in=LIVE)
    order = list(RegistrationState)
    found = sorted(
        rows,
        key=lambda row: (
            order.index(RegistrationState(row.state)),
            row.queued_at or row.made_at,
            row.pk,
        ),
    )
    if not found:
        return []
    names = event.entrants.values_list("person__name", "club", "country")
    entered = {tuple(cell.casefold() for cell in row) for row in names}
    waiting = [row.pk for row in found if row.state == RegistrationState.WAITING]
    places = {pk: place for place, pk in enumerate(waiting, start=1)}
    kept = [row for row in found if search.casefold() in row.person.name.casefold()]
    return [
        RegistrationLine(
            row,
            places.get(row.pk),
            row.state != RegistrationState.ENTERED
            and (row.person.name.casefold(), row.club.casefold(), row.country.casefold())
            in entered,
        )
        for row in kept
    ]

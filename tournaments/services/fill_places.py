"""Let the first of the waiting list in while there are places. It follows by rule from whatever
made a place free, inside the caller's transaction, which holds the event.
"""

from django.utils import timezone

from tournaments.entrants_file import EntrantRow
from tournaments.models import Event, Registration, RegistrationState
from tournaments.queries.registration import free_places, is_drawn

from .actors import SYSTEM, Actor
from .audit import record
from .entering import enter_person


def fill_places(event: Event) -> None:
    """Enter those who wait, in their order, until the places or the waiting list are used up.

    Nothing happens once a stage is drawn.
    """
    waiting = event.registrations.filter(state=RegistrationState.WAITING)
    if not waiting.exists() or is_drawn(event):
        return
    free = free_places(event)
    rows = waiting.select_related("person").order_by("queued_at", "pk")
    for row in rows if free is None else rows[:free]:
        take_in(event, row, SYSTEM, "take_from_waiting_list")


def take_in(
    event: Event, row: Registration, actor: Actor, verb: str, reason: str = ""
) -> Registration:
    """Make an entrant of somebody who registered, with the lowest free number; without a code."""
    before = _before(row)
    line = EntrantRow(1, row.person.name, row.club, row.country)
    row.entrant = enter_person(event, row.person, line)
    row.state, row.queued_at, row.reason = RegistrationState.ENTERED, None, ""
    row.save()
    after = {"state": row.state, "entrant": row.entrant_id, "number": row.entrant.number}
    target = f"registration:{row.pk}"
    record(event, actor, verb, target, reason=reason, before=before, after=after)
    return row


def settle_place(
    event: Event, row: Registration, actor: Actor, verb: str, reason: str = ""
) -> Registration:
    """Enter somebody if a place is left after those who wait, else let them wait behind these."""
    fill_places(event)
    if free_places(event) != 0:
        return take_in(event, row, actor, verb, reason)
    before = _before(row)
    row.state, row.queued_at, row.reason = RegistrationState.WAITING, timezone.now(), ""
    row.save()
    target, after = f"registration:{row.pk}", {"state": row.state}
    record(event, actor, verb, target, reason=reason, before=before, after=after)
    return row


def _before(row: Registration) -> dict[str, str] | None:
    return None if row._state.adding else {"state": row.state}

"""Approve or refuse somebody who registered."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models.people import RemovedName
from tournaments.errors import EventRefused
from tournaments.models import Event, Registration, RegistrationState
from tournaments.queries.registration import is_drawn, registrations

from .actors import Actor
from .audit import record
from .fill_places import settle_place, take_in
from .ruling_effects import check_reason


def approve_registration(
    row: Registration, actor: Actor, reason: str = "", *, sure: bool = False
) -> Registration:
    """Enter somebody who asked or was refused, or let them wait where no place is left.

    Who waits already is entered all the same, above the number of places. With `sure` people of the
    same name, club and country are different people. Raises NotPermitted; EventRefused with
    `already_drawn`, `already_active`, `person_removed` or `already_entered`.
    """
    actor.require(row.event)
    with write_transaction():
        event, row = _locked(row)
        about = f"registration:{row.pk}"
        if row.state == RegistrationState.ENTERED:
            raise EventRefused("already_active", _("This entrant is in already."), about=about)
        if is_drawn(event):
            sentence = _("The event is drawn already: enter them late, by a list.")
            raise EventRefused("already_drawn", sentence)
        if isinstance(row.person.name, RemovedName):
            raise EventRefused("person_removed", _("Their data was removed."), about=about)
        line = next(each for each in registrations(event) if each.row.pk == row.pk)
        if line.is_double and not sure:
            sentence = _(
                "Somebody of this name, club and country is entered already. If they are two"
                " people, say so."
            )
            raise EventRefused("already_entered", sentence, about=about)
        settle = take_in if row.state == RegistrationState.WAITING else settle_place
        return settle(event, row, actor, "approve_registration", reason)


def refuse_registration(row: Registration, actor: Actor, reason: str) -> Registration:
    """Refuse somebody who asked, or take them off the waiting list; they can read the reason.

    Raises NotPermitted; RulingRefused("reason_missing"); EventRefused with `already_active` or
    `already_refused`.
    """
    actor.require(row.event)
    reason = check_reason(reason)
    with write_transaction():
        event, row = _locked(row)
        target = f"registration:{row.pk}"
        if row.state == RegistrationState.ENTERED:
            sentence = _("This entrant is in already: withdraw them.")
            raise EventRefused("already_active", sentence, about=target)
        if row.state == RegistrationState.REFUSED:
            raise EventRefused("already_refused", _("This is refused already."), about=target)
        before = {"state": row.state}
        row.state, row.queued_at, row.reason = RegistrationState.REFUSED, None, reason
        row.save(update_fields=["state", "queued_at", "reason"])
        after = {"state": row.state}
        verb = "refuse_registration"
        record(event, actor, verb, target, reason=reason, before=before, after=after)
    return row


def _locked(row: Registration) -> tuple[Event, Registration]:
    event = Event.objects.select_for_update(no_key=True).get(pk=row.event_id)
    return event, Registration.objects.select_related("person", "event").get(pk=row.pk)

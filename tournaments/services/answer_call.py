"""Take a player's call, and close it. Audited; the caller is told on his device."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import LIVE_CALLS, Call, CallState
from games.services.call_director import tell_desk
from tournaments.errors import CallRefused

from .actors import Actor
from .audit import record
from .table_event import event_of


def take_call(call: Call, actor: Actor) -> Call:
    """Say that this director deals with an open call.

    Raises NotPermitted; CallRefused (`not_open`) when another was faster or it was withdrawn.
    """
    event = event_of(call.table)
    actor.require(event)
    with write_transaction():
        taken = Call.objects.filter(pk=call.pk, state=CallState.OPEN).update(
            state=CallState.TAKEN, taken_at=timezone.now(), taken_by=actor.reference
        )
        if not taken:
            sentence = _("This call is not open any more.")
            raise CallRefused("not_open", sentence, about=f"table:{call.table_id}")
        call.refresh_from_db()
        record(event, actor, "take_call", f"table:{call.table_id}", after={"call": call.pk})
        tell_desk(call, event.pk)
    return call


def close_call(call: Call, actor: Actor, *, note: str = "") -> Call:
    """End a call that is open or taken; `note` says what was done.

    Raises NotPermitted; CallRefused (`not_open`).
    """
    event = event_of(call.table)
    actor.require(event)
    with write_transaction():
        closed = Call.objects.filter(pk=call.pk, state__in=LIVE_CALLS).update(
            state=CallState.CLOSED,
            closed_at=timezone.now(),
            closed_by=actor.reference,
            note=note[:300],
        )
        if not closed:
            sentence = _("This call is not open any more.")
            raise CallRefused("not_open", sentence, about=f"table:{call.table_id}")
        call.refresh_from_db()
        after = {"call": call.pk}
        record(event, actor, "close_call", f"table:{call.table_id}", reason=note, after=after)
        tell_desk(call, event.pk)
    return call

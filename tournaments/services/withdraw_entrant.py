"""Take an entrant out of an event that is not drawn, or let them in again."""

from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.models import Entrant, EntrantState, Event

from .actors import Actor
from .audit import record


def withdraw_entrant(entrant: Entrant, actor: Actor, reason: str = "") -> Entrant:
    """Withdraw an entrant before the draw. Raises NotPermitted; EventRefused("already_drawn")."""
    return _move(entrant, actor, EntrantState.WITHDRAWN, "withdraw_entrant", reason)


def readmit_entrant(entrant: Entrant, actor: Actor, reason: str = "") -> Entrant:
    """Undo a withdrawal before the draw. Raises NotPermitted; EventRefused("already_drawn")."""
    return _move(entrant, actor, EntrantState.ACTIVE, "readmit_entrant", reason)


def _move(entrant: Entrant, actor: Actor, state: EntrantState, verb: str, reason: str) -> Entrant:
    actor.require(entrant.event)
    with write_transaction():
        event = Event.objects.select_for_update(no_key=True).get(pk=entrant.event_id)
        entrant = Entrant.objects.select_related("event").get(pk=entrant.pk)
        if event.stages.filter(movement__isnull=False).exists():
            sentence = _("The event is drawn: undo the draw before changing who takes part.")
            raise EventRefused("already_drawn", sentence)
        if entrant.state != state:
            before = {"state": entrant.state}
            entrant.state = state
            entrant.save(update_fields=["state"])
            target = f"entrant:{entrant.pk}"
            after = {"state": str(state)}
            record(event, actor, verb, target, reason=reason, before=before, after=after)
    return entrant

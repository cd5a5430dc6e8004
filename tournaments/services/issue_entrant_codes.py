"""Give entrants new codes; those they had end. A code is returned once and never stored."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.issue_code import issue_codes
from tournaments.errors import EventRefused
from tournaments.models import Entrant, Event

from .actors import Actor
from .audit import record


def issue_entrant_codes(
    event: Event, entrants: Sequence[Entrant], actor: Actor
) -> list[tuple[Entrant, str]]:
    """Return each entrant with a new code, in order.

    Raises NotPermitted; EventRefused("not_in_this_event").
    """
    actor.require(event)
    if any(entrant.event_id != event.pk for entrant in entrants):
        raise EventRefused("not_in_this_event", _("An entrant belongs to another event."))
    with write_transaction():
        codes = issue_codes([entrant.player for entrant in entrants])
        after = {"entrants": [entrant.pk for entrant in entrants]}
        record(event, actor, "issue_codes", f"event:{event.pk}", after=after)
    return list(zip(entrants, codes, strict=True))

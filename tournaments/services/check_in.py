"""Note that an entrant is here, or is not: at the desk, by code, number or name."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import EventRefused
from tournaments.models import Entrant, EntrantState

from .actors import Actor
from .audit import record
from .enter_slip import SCORING


def check_in(entrant: Entrant, actor: Actor, *, is_here: bool = True) -> Entrant:
    """Let an entrant be present, or not. Nothing happens if that is so already.

    Raises NotPermitted; EventRefused("entrant_withdrawn").
    """
    actor.require(entrant.event, *SCORING)
    with write_transaction():
        entrant = Entrant.objects.select_related("event", "person").get(pk=entrant.pk)
        if entrant.state != EntrantState.ACTIVE:
            raise EventRefused("entrant_withdrawn", _("This entrant does not play."))
        if is_here == (entrant.checked_in_at is not None):
            return entrant
        entrant.checked_in_at = timezone.now() if is_here else None
        entrant.save(update_fields=["checked_in_at"])
        target = f"entrant:{entrant.pk}"
        record(entrant.event, actor, "check_in", target, after={"is_here": is_here})
    return entrant

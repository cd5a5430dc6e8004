"""Give entrants, or members of teams, new codes; those they had end.

A code is returned once and never stored.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.issue_code import issue_codes
from tournaments.errors import EventRefused
from tournaments.models import Entrant, EntrantState, Event, TeamMember

from .actors import Actor
from .audit import record

Holder = Entrant | TeamMember


def code_holders(event: Event) -> list[Holder]:
    """Everybody who plays, by number: the active entrants, or the members of active teams.

    House players need no code.
    """
    members = TeamMember.objects.filter(
        entrant__event=event, entrant__state=EntrantState.ACTIVE, player__person__is_bot=False
    ).select_related("entrant__person", "player__person")
    found: list[Holder] = list(members.order_by("entrant__number", "place"))
    if found:
        return found
    playing = Entrant.objects.filter(event=event, state=EntrantState.ACTIVE)
    entrants = playing.filter(person__is_bot=False)
    return list(entrants.select_related("person", "player").order_by("number"))


def issue_entrant_codes(
    event: Event, holders: Sequence[Holder], actor: Actor
) -> list[tuple[Holder, str]]:
    """Return each of these with a new code, in order.

    Raises NotPermitted; EventRefused with `not_in_this_event` or `house_player`.
    """
    actor.require(event)
    entrants = [each.entrant if isinstance(each, TeamMember) else each for each in holders]
    if any(each.person.is_bot for each in holders):
        raise EventRefused("house_player", _("A house player needs no code."))
    if any(entrant.event_id != event.pk for entrant in entrants):
        raise EventRefused("not_in_this_event", _("An entrant belongs to another event."))
    with write_transaction():
        codes = issue_codes([each.player for each in holders])
        after = {"entrants": list(dict.fromkeys(entrant.pk for entrant in entrants))}
        record(event, actor, "issue_codes", f"event:{event.pk}", after=after)
    return list(zip(holders, codes, strict=True))

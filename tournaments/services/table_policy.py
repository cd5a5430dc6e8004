"""The table policy that an event's settings make: what its tables are created with."""

from typing import Any

from django.utils.translation import gettext as _

from games.policy import PolicyError, TablePolicy
from tournaments.errors import EventRefused
from tournaments.formats import format_of
from tournaments.models import Event, Stage

#: The columns of an event that say how its tables play; each has the policy's name.
TABLE_SETTINGS = (
    "action_seconds",
    "pool_seconds",
    "start_seconds",
    "on_timeout",
    "hints",
    "memory_aid",
    "claims",
    "physical",
    "travellers",
    "confirm_results",
    "correction_minutes",
)


def table_policy(event: Event, stage: Stage | None = None) -> TablePolicy:
    """The policy of the tables that are created now, for a stage.

    Where each table has its own deals, one that all pass is dealt again, unless the event says
    that somebody is landlord then, or the cards are real: those are dealt again at the table.

    Raises EventRefused for settings under which no table can be played: `travellers_online`, else
    `bad_table_setting`.
    """
    if event.travellers and not event.physical:
        sentence = _("Travellers in the round are for events played with cards, not on phones.")
        raise EventRefused("travellers_online", sentence)
    settings: dict[str, Any] = {name: getattr(event, name) for name in TABLE_SETTINGS}
    own = stage is not None and format_of(stage.kind).own_deals
    settings["redeal"] = own and not event.physical
    try:
        return TablePolicy(ruleset=event.ruleset, all_pass=event.all_pass, **settings)
    except PolicyError as fault:
        raise EventRefused("bad_table_setting", str(fault)) from fault

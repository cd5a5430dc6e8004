"""The table policy that an event's settings make: what its tables are created with."""

from typing import Any

from games.policy import PolicyError, TablePolicy
from tournaments.errors import EventRefused
from tournaments.models import Event

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
    "confirm_results",
    "correction_minutes",
)


def table_policy(event: Event) -> TablePolicy:
    """The policy of the tables that are created now.

    Raises EventRefused (`bad_table_setting`) for settings under which no table can be played.
    """
    settings: dict[str, Any] = {name: getattr(event, name) for name in TABLE_SETTINGS}
    try:
        return TablePolicy(ruleset=event.ruleset, all_pass=event.all_pass, **settings)
    except PolicyError as fault:
        raise EventRefused("bad_table_setting", str(fault)) from fault

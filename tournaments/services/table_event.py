"""The event that a table of games belongs to: the permission of every verb at a table."""

from games.models import Table
from tournaments.models import Event


def event_of(table: Table) -> Event:
    """The event of a table that a round was released with. Raises Event.DoesNotExist."""
    return Event.objects.get(stages__rounds__tables__table=table)

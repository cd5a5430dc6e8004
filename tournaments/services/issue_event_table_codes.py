"""Give the tables of an event the codes by which a shared device signs in. Audited."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.services.issue_table_codes import issue_table_codes
from tournaments.errors import EventRefused
from tournaments.models import Event

from .actors import Actor
from .audit import record

MOST_TABLES = 10_000


def issue_event_table_codes(
    event: Event, numbers: Sequence[int], actor: Actor
) -> list[tuple[int, str]]:
    """Return each table's number with a new code, in order; codes from before end.

    Raises NotPermitted; EventRefused(`bad_tables`).
    """
    actor.require(event)
    wanted = sorted(set(numbers))
    if not wanted or wanted[0] < 1 or wanted[-1] > MOST_TABLES:
        raise EventRefused("bad_tables", _("Name tables by their numbers, from 1."))
    with write_transaction():
        codes = issue_table_codes(event.pk, wanted)
        record(event, actor, "issue_table_codes", f"event:{event.pk}", after={"tables": wanted})
    return list(zip(wanted, codes, strict=True))

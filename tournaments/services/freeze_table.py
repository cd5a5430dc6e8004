"""Freeze a single table, and let it go on with its clock where it was. Audited."""

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Table
from games.services.halt_tables import Halt, halt_tables, resume_tables
from tournaments.errors import HaltRefused

from .actors import Actor
from .audit import record
from .table_event import event_of


def freeze_table(table: Table, actor: Actor, *, reason: str = "") -> None:
    """Freeze a table that is being played.

    Raises NotPermitted; HaltRefused (`not_in_play`, `already_frozen`).
    """
    event = event_of(table)
    actor.require(event)
    with write_transaction():
        if not halt_tables([table.pk], Halt.FROZEN, timezone.now()):
            if Table.objects.filter(pk=table.pk, is_frozen=True).exists():
                sentence = _("This table is frozen already.")
                raise HaltRefused("already_frozen", sentence, about=f"table:{table.pk}")
            raise HaltRefused("not_in_play", _("This table is not being played."))
        record(event, actor, "freeze_table", f"table:{table.pk}", reason=reason)


def resume_table(table: Table, actor: Actor, *, reason: str = "") -> None:
    """End a table's freeze; while the event is paused it stands still all the same.

    Raises NotPermitted; HaltRefused (`not_frozen`).
    """
    event = event_of(table)
    actor.require(event)
    with write_transaction():
        if not resume_tables([table.pk], Halt.FROZEN, timezone.now()):
            sentence = _("This table is not frozen.")
            raise HaltRefused("not_frozen", sentence, about=f"table:{table.pk}")
        record(event, actor, "resume_table", f"table:{table.pk}", reason=reason)

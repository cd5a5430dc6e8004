"""Tables of a round: what stands at each, and what a director does at one."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models import RoundTable
from tournaments.services.direct_table import undo_last_action
from tournaments.services.freeze_table import freeze_table, resume_table

from .roles import own
from .verbs import Verb, VerbAdmin

FREEZE = Verb(
    "freeze",
    _("Freeze"),
    lambda row, actor, reason: freeze_table(row.table, actor, reason=reason),
    asks_reason=True,
)
RESUME = Verb(
    "resume",
    _("Let it go on"),
    lambda row, actor, reason: resume_table(row.table, actor, reason=reason),
    asks_reason=True,
)

UNDO = Verb(
    "undo",
    _("Take the last action back"),
    lambda row, actor, reason: undo_last_action(row.table, actor, reason=reason),
    asks_reason=True,
    needs_reason=True,
)


@admin.register(RoundTable)
class RoundTableAdmin(VerbAdmin):
    """A table: made by the release of its round, dealt with by its buttons."""

    list_display = ("number", "round", "state")
    event_path = "round__stage__event"
    edits = False
    list_filter = (own("round__stage__event"), own("round"))
    list_select_related = ("round", "table")
    fields = readonly_fields = ("number", "round", "state")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave the stage's whole movement where it is."""
        tables = super().get_queryset(request).select_related("round__stage__event", "table")
        return tables.defer("round__stage__movement", "round__stage__certificate")

    @admin.display(description=_("state"))
    def state(self, row: RoundTable) -> str:
        """Return what the table does now."""
        if row.table.finished_at is not None:
            return str(_("finished"))
        if row.table.is_frozen:
            return str(_("frozen"))
        return str(_("paused") if row.table.is_paused else _("in play"))

    def verbs(self, row: RoundTable) -> Sequence[Verb]:
        """Return what the table's state allows."""
        if row.table.finished_at is not None:
            return ()
        return (RESUME if row.table.is_frozen else FREEZE, UNDO)

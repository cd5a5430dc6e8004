"""Play with fewer tables from a round on: the others sit out, as evenly as can be."""

from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import DrawRefused
from tournaments.models import DrawKind, Stage

from .actors import Actor
from .audit import record
from .revising import Change, lock, store, work_out


def limit_tables(
    stage: Stage, most: int, actor: Actor, reason: str, *, from_round: int | None = None
) -> Stage:
    """Draw the rounds from `from_round` (default: the next unreleased) on for `most` tables.

    Raises NotPermitted; DrawRefused with `not_drawn`, `no_tables`, `reason_missing` or a code of
    `revising`.
    """
    actor.require(stage.event)
    stage.refresh_from_db()
    if stage.movement is None:
        raise DrawRefused("not_drawn", _("This stage is not drawn."))
    if most < 1:
        raise DrawRefused("no_tables", _("A round needs at least one table."))
    if not reason.strip():
        raise DrawRefused("reason_missing", _("Say why there are fewer tables."))
    revision = work_out(stage, Change(DrawKind.TABLES, most_tables=most), from_round)
    with write_transaction():
        drawn = store(revision, lock(revision))
        target = f"stage:{stage.pk}"
        record(stage.event, actor, "limit_tables", target, reason=reason, after=drawn)
    stage.refresh_from_db()
    return stage

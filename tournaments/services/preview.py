"""Show what a change does to the standings before it is made; make exactly that, or refuse.

The change is really made, the fields are counted, the standings are compared, and then it is
undone unless it was to stay. So what is shown is what happens.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import PreviewOutdated, RulingRefused
from tournaments.models import AuditEntry, Stage
from tournaments.queries.decisions import decisions
from tournaments.sight import hidden_boards

from .actors import SYSTEM, Actor
from .recount_fields import recount_marked
from .standings import standings_payload

T = TypeVar("T")
#: Two decisions about one thing within this time were not made in knowledge of each other, unless
#: the second brings the preview that it was shown.
AT_ONCE = datetime.timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class RankChange:
    """What changes for one entrant: (before, after) of rank, score (a fraction) and percentage."""

    entrant: str
    number: int
    rank: tuple[int, int]
    score: tuple[str, str]
    percentage: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change does to the standings over all boards in sight; `token` names it."""

    token: str
    changes: tuple[RankChange, ...]

    def to_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "preview": self.token,
            "changes": [asdict(each) for each in self.changes],
        }


@dataclass(frozen=True, slots=True)
class Made(Generic[T]):
    """What became of a change: its result and what it did; `kept` unless it was only tried."""

    result: T
    preview: Preview | None
    kept: bool


class _TriedOnly(Exception):  # noqa: N818 - it undoes the transaction, and is no error
    """Undo what was tried."""


def with_preview(
    stage: Stage,
    change: Callable[[], T],
    *,
    actor: Actor,
    about: str = "",
    dry_run: bool = False,
    preview: str | None = None,
) -> Made[T]:
    """Make `change`; with `dry_run` only show what it does; with `preview`, only if it does that.

    Boards that `actor` is still to play are left out of what is shown.
    `about` names what is decided about (`queries.decisions`): a preview is outdated, too, when
    somebody has decided about that since; and without a preview a decision by `actor` is refused
    within `AT_ONCE` of somebody else's. Raises what `change` raises; PreviewOutdated with the
    present preview; RulingRefused("decided_meanwhile"). Either way nothing is changed then.
    """
    if not dry_run and preview is None:
        with write_transaction():
            result = change()
            # Asked afterwards: by then the change has waited for whoever was faster.
            _refuse_at_once(stage, about, actor.reference)
            return Made(result, None, True)
    made: Made[T] | None = None
    hidden = hidden_boards(actor, stage.event)
    try:
        with write_transaction():
            before = _standings(stage, hidden)
            newest = _newest_entry(stage)
            result = change()
            last = _decision_before(stage, about, actor, newest)
            shown = _preview(before, _standings(stage, hidden), last)
            made = Made(result, shown, not dry_run)
            if dry_run:
                raise _TriedOnly
            if preview != shown.token:
                sentence = _("Something happened since: look at the difference again.")
                raise PreviewOutdated(sentence, shown, about if last is not None else "")
    except _TriedOnly:
        pass
    assert made is not None
    return made


def _standings(stage: Stage, hidden: frozenset[str]) -> list[dict[str, Any]]:
    recount_marked(stage)
    return list(standings_payload(stage, {}, live=True, hidden=hidden)["rows"])


def _refuse_at_once(stage: Stage, about: str, actor: str) -> None:
    if not about or about.startswith("ruling:"):
        return  # who reverses a ruling has named it
    since = timezone.now() - AT_ONCE
    if _decisions(stage, about).filter(at__gt=since).exclude(actor=actor).exists():
        sentence = _("Somebody has just decided about the same: look at it first.")
        raise RulingRefused("decided_meanwhile", sentence, about=about)


def _newest_entry(stage: Stage) -> int:
    """The number of the audit's newest entry, 0 without any."""
    entries = AuditEntry.objects.filter(event=stage.event_id).order_by("-pk")
    return entries.values_list("pk", flat=True).first() or 0


def _decision_before(stage: Stage, about: str, actor: Actor, newest: int) -> AuditEntry | None:
    """The newest decision about a thing but those that this transaction has made: of `actor`, after
    the entry `newest`. Asked after the change: by then it has waited for whoever was faster.
    """
    if not about:
        return None
    own = {"actor": actor.reference, "pk__gt": newest}
    return _decisions(stage, about).exclude(**own).first()


def _decisions(stage: Stage, about: str) -> QuerySet[AuditEntry]:
    """What people have decided about a thing: that a board opens by rule may follow from it."""
    by_rule = {"actor": SYSTEM.reference, "verb": "open_board"}
    return decisions(stage.event_id, about).exclude(**by_rule)


def _preview(
    before: list[dict[str, Any]], after: list[dict[str, Any]], last: AuditEntry | None
) -> Preview:
    old = {row["entrant"]: row for row in before}
    changes = tuple(
        RankChange(
            row["entrant"],
            row["number"],
            *((old[row["entrant"]][name], row[name]) for name in ("rank", "score", "percentage")),
        )
        for row in after
        if row["entrant"] in old and _differs(old[row["entrant"]], row)
    )
    basis = None if last is None else last.pk
    text = json.dumps([basis, [asdict(each) for each in changes]], sort_keys=True)
    return Preview(sha256(text.encode()).hexdigest()[:32], changes)


def _differs(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return any(one[name] != other[name] for name in ("rank", "score", "percentage"))

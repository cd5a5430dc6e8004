"""Show what a change does to the standings before it is made; make exactly that, or refuse.

The change is really made, the fields are counted, the standings are compared, and then it is
undone unless it was to stay. So what is shown is what happens.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import PreviewOutdated
from tournaments.models import Stage

from .recount_field import recount_marked
from .standings import standings_payload

T = TypeVar("T")


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
    """What a change does to the standings over all boards, opened or not; `token` names it."""

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
    stage: Stage, change: Callable[[], T], *, dry_run: bool = False, preview: str | None = None
) -> Made[T]:
    """Make `change`; with `dry_run` only show what it does; with `preview`, only if it does that.

    Raises what `change` raises; PreviewOutdated with the present preview. Either way nothing is
    changed then.
    """
    if not dry_run and preview is None:
        with write_transaction():
            return Made(change(), None, True)
    made: Made[T] | None = None
    try:
        with write_transaction():
            before = _standings(stage)
            result = change()
            shown = _preview(before, _standings(stage))
            made = Made(result, shown, not dry_run)
            if dry_run:
                raise _TriedOnly
            if preview != shown.token:
                sentence = _("Something happened since: look at the difference again.")
                raise PreviewOutdated(sentence, shown)
    except _TriedOnly:
        pass
    assert made is not None
    return made


def _standings(stage: Stage) -> list[dict[str, Any]]:
    recount_marked(stage)
    return list(standings_payload(stage, {}, live=True)["rows"])


def _preview(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Preview:
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
    text = json.dumps([asdict(each) for each in changes], sort_keys=True)
    return Preview(sha256(text.encode()).hexdigest()[:32], changes)


def _differs(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return any(one[name] != other[name] for name in ("rank", "score", "percentage"))

"""The results that were corrected by their facts: what they were, what they are, who and why."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Play, Result
from tournaments.models import AuditEntry, Event
from tournaments.sight import audit_in_sight

VERB = "correct_result"


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """A correction (the id of its audit entry); `is_newest` if the result stands as it made it."""

    id: int
    play: str
    table: int
    board: int
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    actor: str
    at: datetime
    is_newest: bool


def corrections(
    event: Event, hidden: Collection[str], *, limit: int, before: int | None = None
) -> list[CorrectionLine]:
    """The corrections of an event, newest first; none of `hidden` boards. Three statements."""
    rows = AuditEntry.objects.filter(event=event, verb=VERB)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    entries = list(audit_in_sight(rows, frozenset(hidden)).order_by("-pk")[:limit])
    ids = {entry.target.removeprefix("play:") for entry in entries}
    plays = {
        play.pk: play
        for play in Play.objects.filter(pk__in=ids)
        .select_related("table", "board")
        .only("table__number", "board__number")
    }
    facts = dict(
        Result.objects.filter(play__in=ids, is_current=True).values_list("play_id", "facts")
    )
    found = []
    newest: set[str] = set()
    for entry in entries:
        play = plays[entry.target.removeprefix("play:")]
        stands = play.pk not in newest and before is None and facts.get(play.pk) == entry.after
        newest.add(play.pk)
        found.append(
            CorrectionLine(
                entry.pk,
                play.pk,
                play.table.number,
                play.board.number,
                entry.before or {},
                entry.after or {},
                entry.reason,
                entry.actor,
                entry.at,
                stands,
            )
        )
    return found

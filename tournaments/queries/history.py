"""What an entrant came to in the other public events of this installation.

Owns the link: two entrants are one person where they share a row of `Person`, as the entrants of a
copied event do. The same name alone is no link. Nothing is told of somebody whose data was removed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, OuterRef, Subquery

from tournaments.models import Entrant, Stage, StandingsVersion

#: The newest events that are told.
MOST = 20
FIGURES = ("rank", "count", "score", "percentage")


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """A public event in which the person is entered, and their line of its newest standings.

    `address` is that of the stage, if there are several. `rank` is among `count`; it may change
    while the event's `state` is running.
    """

    address: str
    name: str
    place: str
    starts_on: date | None
    state: str
    entrant_id: str
    rank: int
    count: int
    score: Fraction
    percentage: str


def other_events(event_id: str, entrant_id: str) -> tuple[OtherEvent, ...]:
    """The other public events of an entrant, the newest first; at most two statements.

    An event counts once it has published standings with them; of several stages the last in which
    they are. Somebody removed has none.
    """
    me = Entrant.objects.filter(pk=entrant_id, event_id=event_id).exclude(person__name="")
    others = (
        Entrant.objects.filter(person__in=me.values("person"), event__is_public=True)
        .exclude(event_id=event_id)
        .order_by(F("event__starts_on").desc(nulls_last=True), "-event__created_at", "event_id")
    )
    columns = ("name", "place", "starts_on", "state")
    rows = others.values("id", "event_id", "event__slug", *(f"event__{name}" for name in columns))
    entered = list(rows[:MOST])
    lines = _lines({row["event_id"]: row["id"] for row in entered}) if entered else {}
    return tuple(
        OtherEvent(
            address=row["event__slug"] + lines[row["event_id"]]["suffix"],
            entrant_id=row["id"],
            **{name: row[f"event__{name}"] for name in columns},
            **{name: lines[row["event_id"]][name] for name in FIGURES},
        )
        for row in entered
        if row["event_id"] in lines
    )


def _lines(entrants: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """By event: the line of its entrant in the last stage that has one; one statement."""
    newer = StandingsVersion.objects.filter(stage=OuterRef("stage")).order_by("-number")
    several = Stage.objects.filter(event=OuterRef("stage__event"), number__gt=1)
    versions = StandingsVersion.objects.filter(
        stage__event__in=list(entrants), number=Subquery(newer.values("number")[:1])
    ).order_by("stage__number")
    found: dict[str, dict[str, Any]] = {}
    columns = ("stage__event_id", "stage__number", "payload", "has_several")
    rows = versions.annotate(has_several=Exists(several)).values_list(*columns)
    for event, number, payload, has_several in rows.iterator(chunk_size=1):
        line = _line(payload["rows"], entrants[event])
        if line is not None:
            found[event] = {**line, "suffix": f".{number}" if has_several else ""}
    return found


def _line(rows: Sequence[Mapping[str, Any]], entrant_id: str) -> dict[str, Any] | None:
    """The figures of one entrant among all."""
    row = next((each for each in rows if each["entrant"] == entrant_id), None)
    if row is None:
        return None
    return {
        "rank": row["rank"],
        "count": len(rows),
        "score": Fraction(row["score"]),
        "percentage": row["percentage"],
    }

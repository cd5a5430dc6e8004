"""What the first page and an event's own page tell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Entrant, EntrantState, Event, SeatResult

from .commitment import Commitment, commitments
from .edition import Edition
from .rounds import RoundProgress, round_list
from .standings import Standings, standings


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a list. `state` is draft (coming), running or finished."""

    slug: str
    name: str
    place: str
    starts_on: date | None
    state: str


@dataclass(frozen=True, slots=True)
class EventOverview:
    """The event's page: the best of the standings, the rounds, the commitments.

    `current` is the newest released round, `following` the next drawn one.
    """

    edition: Edition
    entrant_count: int
    standings: Standings
    rounds: tuple[RoundProgress, ...]
    current: RoundProgress | None
    following: RoundProgress | None
    commitments: tuple[Commitment, ...]


def event_list(
    state: str | None = None, *, offset: int = 0, limit: int | None = None
) -> tuple[EventLine, ...]:
    """Public events, newest first; `state` keeps those in one state. One statement."""
    events = Event.objects.filter(is_public=True)
    if state is not None:
        events = events.filter(state=state)
    rows = events.order_by("-created_at", "id").values_list(
        "slug", "name", "place", "starts_on", "state"
    )
    stop = None if limit is None else offset + limit
    return tuple(EventLine(*row) for row in rows[offset:stop])


def _count(event_id: str) -> int:
    """Who takes part, or took part: not those who withdrew before they had a result."""
    has_played = Exists(SeatResult.objects.filter(entrant=OuterRef("pk")))
    gone = Q(state=EntrantState.WITHDRAWN) & ~has_played
    return Entrant.objects.filter(event_id=event_id).exclude(gone).count()


def event_overview(edition: Edition, top: int = 10) -> EventOverview:
    """The overview of an event with the first `top` lines of its standings."""
    rounds = round_list(edition)
    released = [each for each in rounds if each.round.state != "drawn"]
    drawn = [each for each in rounds if each.round.state == "drawn"]
    return EventOverview(
        edition=edition,
        entrant_count=_count(edition.event_id),
        standings=standings(edition, limit=top),
        rounds=rounds,
        current=released[-1] if released else None,
        following=drawn[0] if drawn else None,
        commitments=commitments(edition),
    )

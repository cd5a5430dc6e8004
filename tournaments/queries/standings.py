"""Standings of an edition, as its payload has them, with the names of today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from engine.comparison.totals import Total
from tournaments.models import StandingsVersion

from .edition import Edition, NotPublicError
from .people import EntrantRef, entrants_of


@dataclass(frozen=True, slots=True)
class TieBreak:
    """What a step of the tie-break chain gave to a tied entrant, and whether it decided."""

    step: str
    text: str
    decided: bool


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line. `change` is the places gained since the last finished round (None: new).

    `rounds` holds the comparison score of each round that counts; `boards` were played,
    `out_round` is the round after which they were out (score-out), `carried` came from the stage
    before.
    `boards_awarded` have an award for a round sat out, and the score is over both. `points` and
    `raw_rank` are those of an ordinary game: the luck left in. `total` is what was ranked.
    """

    rank: int
    change: int | None
    entrant: EntrantRef
    score: Fraction
    percentage: str
    boards: int
    boards_awarded: int
    rounds: tuple[Fraction, ...]
    points: int
    raw_rank: int
    total: Total
    carried: Fraction = Fraction(0)
    tie_breaks: tuple[TieBreak, ...] = ()
    out_round: int | None = None


@dataclass(frozen=True, slots=True)
class VersionRef:
    """A published version; `is_kept` ones stay for ever, `note` says why a late one was made."""

    number: int
    published_at: datetime
    is_kept: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """A stretch of the standings: `rows` from `offset` (0 = the leader) of `total` lines.

    `round_count` is how many columns of rounds the whole table has.
    """

    edition: Edition
    rows: tuple[StandingRow, ...]
    offset: int
    total: int
    round_count: int

    @property
    def has_carry_over(self) -> bool:
        """Whether anybody has something from the stage before."""
        return any(row.carried for row in self.rows)

    @property
    def has_awards(self) -> bool:
        """Whether a board counts for somebody who sat out."""
        return any(row.boards_awarded for row in self.rows)


def standings(
    edition: Edition,
    *,
    around: str | None = None,
    offset: int = 0,
    limit: int | None = None,
    club: str | None = None,
) -> Standings:
    """The standings of an edition; two statements.

    `around` (an entrant's id) centres the stretch of `limit` lines on that entrant and overrules
    `offset`; raises NotPublicError if the entrant is not in the standings. `club` keeps the lines
    of one club, with their ranks. `limit` None means all.
    """
    payload = _payload(edition)
    if club is not None:
        members = {e.id for e in entrants_of(edition.event_id).values() if e.club == club}
        payload = [row for row in payload if row["entrant"] in members]
    if around is not None:
        offset = _offset_around(payload, around, limit)
    chosen = payload[offset:] if limit is None else payload[offset : offset + limit]
    ids = None if len(chosen) == len(payload) else [row["entrant"] for row in chosen]
    names = entrants_of(edition.event_id, ids)
    return Standings(
        edition=edition,
        rows=tuple(_row(row, names[row["entrant"]]) for row in chosen),
        offset=offset,
        total=len(payload),
        round_count=max((len(row["rounds"]) for row in payload), default=0),
    )


def standing_of(edition: Edition, entrant: EntrantRef) -> StandingRow | None:
    """The line of one entrant; None while nothing of theirs counts. One statement."""
    found = (row for row in _payload(edition) if row["entrant"] == entrant.id)
    return next((_row(row, entrant) for row in found), None)


def versions(edition: Edition) -> tuple[VersionRef, ...]:
    """The published versions of the stage, newest first."""
    rows = (
        StandingsVersion.objects.filter(stage_id=edition.stage_id)
        .order_by("-number")
        .values_list("number", "published_at", "is_kept", "note")
    )
    return tuple(VersionRef(*row) for row in rows)


def _payload(edition: Edition) -> list[dict[str, Any]]:
    if edition.version == 0:
        return []
    payload = StandingsVersion.objects.values_list("payload", flat=True).get(
        stage_id=edition.stage_id, number=edition.version
    )
    return list(payload["rows"])


def _offset_around(payload: Sequence[Mapping[str, Any]], entrant: str, limit: int | None) -> int:
    place = next((i for i, row in enumerate(payload) if row["entrant"] == entrant), None)
    if place is None:
        raise NotPublicError
    if limit is None:
        return 0
    return max(0, min(place - limit // 2, len(payload) - limit))


def _row(row: Mapping[str, Any], entrant: EntrantRef) -> StandingRow:
    previous = row.get("previous_rank")
    return StandingRow(
        rank=row["rank"],
        change=None if previous is None else previous - row["rank"],
        entrant=entrant,
        score=Fraction(row["score"]),
        percentage=row["percentage"],
        boards=row["boards"],
        boards_awarded=row.get("boards_awarded", 0),
        rounds=tuple(Fraction(score) for score in row["rounds"]),
        points=row["points"],
        raw_rank=row["raw_rank"],
        total=Total(
            Fraction(row["score"]),
            None if row["top"] is None else Fraction(row["top"]),
            Fraction(row["counted"]),
        ),
        carried=Fraction(row.get("carried", 0)),
        tie_breaks=tuple(TieBreak(*each) for each in row.get("tie_breaks", ())),
        out_round=row.get("out_round"),
    )

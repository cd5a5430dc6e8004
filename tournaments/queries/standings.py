"""Standings of an edition, as its payload has them, with the names of today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
    before, and `penalty` (not above 0) is by rulings; the score is the sum of all these.
    `boards_awarded` have an award for a round sat out, and the score is over both. `points` and
    `raw_rank` are those of an ordinary game: the luck left in. `total` is what was ranked.
    `title_points` are None in a stage without a table of them; `category_rank` is the rank among
    those of the category that was asked for.
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
    penalty: Fraction = Fraction(0)
    tie_breaks: tuple[TieBreak, ...] = ()
    out_round: int | None = None
    title_points: Fraction | None = None
    category_rank: int | None = None


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
    def has_title_points(self) -> bool:
        """Whether ranks bring title points."""
        return any(row.title_points is not None for row in self.rows)

    def has_penalties(self) -> bool:
        """Whether a ruling took something from anybody's total."""
        return any(row.penalty for row in self.rows)

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
    category: str | None = None,
) -> Standings:
    """The standings of an edition; two statements.

    `around` (an entrant's id) centres the stretch of `limit` lines on that entrant and overrules
    `offset`; raises NotPublicError if the entrant is not in the standings. `club` keeps the lines
    of one club, with their ranks; `category` those of one category, with their ranks in it, too.
    `limit` None means all.
    """
    if club is not None or category is not None:
        everything = standings(edition)
        rows = narrowed(everything.rows, club, category)
        if around is not None:
            offset = _offset_around([row.entrant.id for row in rows], around, limit)
        stop = None if limit is None else offset + limit
        return replace(everything, rows=rows[offset:stop], offset=offset, total=len(rows))
    payload = _payload(edition)
    if around is not None:
        offset = _offset_around([row["entrant"] for row in payload], around, limit)
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


def narrowed(
    rows: Sequence[StandingRow], club: str | None, category: str | None
) -> tuple[StandingRow, ...]:
    """The lines of one category with their ranks in it, and of these those of one club."""
    if category is not None:
        rows = in_category(rows, category)
    return tuple(row for row in rows if club is None or row.entrant.club == club)


def in_category(rows: Sequence[StandingRow], category: str) -> tuple[StandingRow, ...]:
    """Those of one category with their ranks in it; whoever shares a rank shares it here, too."""
    mine = [row for row in rows if category in row.entrant.categories]
    first: dict[int, int] = {}
    for place, row in enumerate(mine, start=1):
        first.setdefault(row.rank, place)
    return tuple(replace(row, category_rank=first[row.rank]) for row in mine)


def _offset_around(entrants: Sequence[str], entrant: str, limit: int | None) -> int:
    if entrant not in entrants:
        raise NotPublicError
    if limit is None:
        return 0
    return max(0, min(entrants.index(entrant) - limit // 2, len(entrants) - limit))


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
        penalty=Fraction(row.get("penalty", 0)),
        tie_breaks=tuple(TieBreak(*each) for each in row.get("tie_breaks", ())),
        out_round=row.get("out_round"),
        title_points=None if "title_points" not in row else Fraction(row["title_points"]),
    )

"""What if: a stage's standings under another comparison method. Nothing is written or published.

It counts what the published standings count, opened boards only, with the same rulings, byes and
penalties; without what was carried over, which has its score by the method of the stage before.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from fractions import Fraction

from engine import comparison
from tournaments.formats import format_of, ranks_by_matches
from tournaments.models import CarryOver, Stage
from tournaments.services.standings import manifest_of, standings_payload

from .people import EntrantRef, entrants_of


@dataclass(frozen=True, slots=True)
class WhatIfLine:
    """An entrant's line under the other method, and the rank that is published."""

    entrant: EntrantRef
    rank: int
    published_rank: int | None
    score: Fraction
    percentage: str
    boards: int


@dataclass(frozen=True, slots=True)
class WhatIf:
    """All lines under `method`, beside version `version` (0: none yet).

    `is_same_state` is False in the moment between a new result and its publication.
    """

    method: str
    version: int
    is_same_state: bool
    lines: tuple[WhatIfLine, ...]


def methods_for(stage: Stage) -> tuple[str, ...]:
    """The methods that would rank a stage; none where matches rank, or tables have own deals."""
    if ranks_by_matches(stage.kind, stage.scoring) or format_of(stage.kind).own_deals:
        return ()
    return format_of(stage.kind).methods


def what_if(stage: Stage, method: str) -> WhatIf:
    """The standings of a stage under one of `methods_for`; a constant number of statements.

    Raises `ComparisonError` (`unknown_method`) for any other.
    """
    comparison.get(method)
    other = copy(stage)
    other.method, other.carry_over = method, CarryOver.NONE
    if comparison.get(method).has_top != comparison.get(stage.method).has_top:
        other.awards = []  # per cent are no points a board
    newest = stage.versions.order_by("-number").first()
    published = {} if newest is None else {r["entrant"]: r["rank"] for r in newest.payload["rows"]}
    rows = standings_payload(other, published, rescored=True)["rows"]
    people = entrants_of(stage.event_id)
    return WhatIf(
        method=method,
        version=0 if newest is None else newest.number,
        is_same_state=manifest_of(stage) == (newest.manifest if newest is not None else {}),
        lines=tuple(
            WhatIfLine(
                entrant=people[row["entrant"]],
                rank=row["rank"],
                published_rank=row["previous_rank"],
                score=Fraction(row["score"]),
                percentage=row["percentage"],
                boards=row["boards"],
            )
            for row in rows
        ),
    )

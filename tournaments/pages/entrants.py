"""An entrant's scorecard, with the chart of the rank after each round."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from tournaments.queries import Edition, Standings, scorecard, standings
from tournaments.queries.history import other_events

from .public import event_page, event_view

#: Versions whose ranks are kept in memory.
MOST_VERSIONS = 8
_ranks: dict[tuple[str | None, int], dict[str, tuple[int, ...]]] = {}

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 220, 36, 16, 22, 28


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """The rank after a round, and where it stands in the drawing."""

    round: int
    rank: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A line of ranks: `points` in order, `line` as an SVG path, `worst` the lowest rank drawn."""

    points: tuple[ChartPoint, ...]
    line: str
    worst: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


@event_view
def entrant(request: HttpRequest, edition: Edition, entrant_id: str) -> HttpResponse:
    """Board by board: position, role, against whom, points, score; the cards and the play."""
    card = scorecard(edition, entrant_id)
    ranks = ranks_of(edition)
    chart = rank_chart(ranks.get(entrant_id, ()), len(ranks))
    return event_page(
        request,
        "pages/entrant.html",
        edition,
        "standings",
        card=card,
        chart=chart,
        other_events=other_events(edition.event_id, card.entrant.id),
    )


def ranks_by_round(table: Standings) -> dict[str, tuple[int, ...]]:
    """Each entrant's rank after each round that counts: one more than how many had a higher sum.

    After the last one it is the published rank, which knows penalties and unequal boards as well.
    """
    sums = [row.carried for row in table.rows]
    ranks: list[list[int]] = [[] for _ in table.rows]
    for index in range(max((len(row.rounds) for row in table.rows), default=0)):
        for place, row in enumerate(table.rows):
            if index < len(row.rounds):
                sums[place] += row.rounds[index]
        rising = sorted(sums)
        for own, total in zip(ranks, sums, strict=True):
            own.append(1 + len(rising) - bisect_right(rising, total))
    for row, own in zip(table.rows, ranks, strict=True):
        own[-1:] = [row.rank] if own else []
    return {
        row.entrant.id: tuple(own[: len(row.rounds)])
        for row, own in zip(table.rows, ranks, strict=True)
    }


def ranks_of(edition: Edition) -> dict[str, tuple[int, ...]]:
    """The same for a published version, which never changes: worked out once a process."""
    key = (edition.stage_id, edition.version)
    ranks = _ranks.get(key)
    if ranks is None:
        ranks = ranks_by_round(standings(edition))
        if len(_ranks) >= MOST_VERSIONS:
            _ranks.clear()
        _ranks[key] = ranks
    return ranks


def rank_chart(ranks: Sequence[int], entrants: int) -> Chart | None:
    """The chart of one among `entrants`, rank 1 at the top; None before two rounds count."""
    if len(ranks) < 2:
        return None
    worst = max(entrants, 2)
    step = (WIDTH - LEFT - RIGHT) / (len(ranks) - 1)
    scale = (HEIGHT - TOP - BOTTOM) / (worst - 1)
    points = tuple(
        ChartPoint(number, rank, round(LEFT + step * (number - 1)), round(TOP + scale * (rank - 1)))
        for number, rank in enumerate(ranks, start=1)
    )
    line = "M" + " L".join(f"{point.x} {point.y}" for point in points)
    return Chart(points, line, worst)

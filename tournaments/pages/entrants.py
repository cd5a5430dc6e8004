"""An entrant's scorecard, with the chart of the rank after each round."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse

from tournaments.queries import Edition, Standings, scorecard, standings

from .public import event_page, event_view

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
    return event_page(
        request,
        "pages/entrant.html",
        edition,
        "standings",
        card=scorecard(edition, entrant_id),
        chart=rank_chart(standings(edition), entrant_id),
    )


def ranks_by_round(table: Standings, entrant_id: str) -> list[int]:
    """The entrant's rank after each round that counts: one more than how many had a higher sum."""
    own = next((row for row in table.rows if row.entrant.id == entrant_id), None)
    if own is None:
        return []
    ranks = []
    sums = [Fraction(0)] * len(table.rows)
    mine = Fraction(0)
    for index, score in enumerate(own.rounds):
        mine += score
        for place, row in enumerate(table.rows):
            if index < len(row.rounds):
                sums[place] += row.rounds[index]
        ranks.append(1 + sum(other > mine for other in sums))
    return ranks


def rank_chart(table: Standings, entrant_id: str) -> Chart | None:
    """The chart, rank 1 at the top; None before two rounds count."""
    ranks = ranks_by_round(table, entrant_id)
    if len(ranks) < 2:
        return None
    worst = max(table.total, 2)
    step = (WIDTH - LEFT - RIGHT) / (len(ranks) - 1)
    scale = (HEIGHT - TOP - BOTTOM) / (worst - 1)
    points = tuple(
        ChartPoint(number, rank, round(LEFT + step * (number - 1)), round(TOP + scale * (rank - 1)))
        for number, rank in enumerate(ranks, start=1)
    )
    line = "M" + " L".join(f"{point.x} {point.y}" for point in points)
    return Chart(points, line, worst)

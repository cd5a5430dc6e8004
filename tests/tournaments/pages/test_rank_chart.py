"""The chart of the rank after each round."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from tournaments.pages.entrants import rank_chart, ranks_by_round
from tournaments.queries import Standings


@dataclass
class Who:
    id: str


@dataclass
class Row:
    entrant: Who
    rounds: tuple[Fraction, ...]
    rank: int
    carried: Fraction = Fraction(0)


@dataclass
class Table:
    rows: list[Row]


def table(ranks: tuple[int, ...], **rounds: tuple[int, ...]) -> Standings:
    rows = [
        Row(Who(name), tuple(map(Fraction, scores)), rank)
        for rank, (name, scores) in zip(ranks, rounds.items(), strict=True)
    ]
    return cast(Standings, cast(Any, Table(rows)))


def test_ranks_come_from_running_sums_and_equal_sums_share_a_rank() -> None:
    standings = table((1, 2, 3), a=(4, 0, 5), b=(2, 3, 1), c=(4, 1, 0))
    # sums: a 4 4 9, b 2 5 6, c 4 5 5; after the last round the published ranks stand
    assert ranks_by_round(standings) == {"a": (1, 3, 1), "b": (3, 1, 2), "c": (1, 1, 3)}


def test_the_best_rank_is_drawn_at_the_top_and_the_last_at_the_bottom() -> None:
    chart = rank_chart((1, 3, 1), 3)
    assert chart is not None
    assert [point.y for point in chart.points] == [chart.top, chart.bottom, chart.top]
    assert [point.x for point in chart.points] == [chart.left, 330, chart.right]
    assert chart.line == "M36 22 L330 192 L624 22"


def test_one_round_makes_no_chart() -> None:
    assert rank_chart((1,), 3) is None

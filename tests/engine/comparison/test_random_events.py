"""Whole random events, with rulings of all kinds, against brute force over the raw results."""

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from engine.comparison import get
from engine.comparison.method import Method
from engine.comparison.rulings import (
    Award,
    AwardedBoard,
    WeightedResult,
    field_tally,
    penalty,
    with_awards,
)
from engine.comparison.standings import Line, standings
from engine.comparison.totals import Total
from tests.engine.comparison import brute_force

FieldName = tuple[int, int]
"""A board and a position."""
Sums = dict[int, list[Any]]
"""The score, the top and the number of boards of every entrant."""


@dataclass
class Event:
    """Who had what on each (board, position), and what the director did to it.

    `results` maps a field to {entrant: [(points, weight), …]}, `awards` an entrant to (field,
    award) pairs; `expected` is how many results a field was to have.
    """

    entrants: int
    expected: dict[FieldName, int] = field(default_factory=dict)
    results: dict[FieldName, dict[int, brute_force.Outcomes]] = field(default_factory=dict)
    awards: dict[int, list[tuple[FieldName, str]]] = field(default_factory=dict)
    penalties: dict[int, int] = field(default_factory=dict)


def random_event(seed: int) -> Event:
    rng = random.Random(seed)
    tables = rng.randint(1, 7)
    event = Event(3 * tables)
    for board in range(rng.randint(1, 12)):
        seating = rng.sample(range(event.entrants), event.entrants)
        for position in range(3):
            name = (board, position)
            event.expected[name] = tables
            event.results[name] = {}
            for table in range(tables):
                happen(rng, event, name, seating[3 * table + position])
    for entrant in rng.sample(range(event.entrants), rng.randint(0, 2)):
        event.penalties[entrant] = rng.choice([5, 10, 25])
    return event


def happen(rng: random.Random, event: Event, name: FieldName, entrant: int) -> None:
    points = rng.choice([-12, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12])
    chance = rng.random()
    if chance < 0.80:
        event.results[name][entrant] = [(points, Fraction(1))]
    elif chance < 0.88:
        part = Fraction(rng.randint(1, 9), 10)
        event.results[name][entrant] = [(points, part), (points + 5, 1 - part)]
    elif chance < 0.96:
        award = rng.choice(["average", "average_plus", "average_minus", "bye"])
        event.awards.setdefault(entrant, []).append((name, award))
    # Else the result is missing, and nobody gets anything.


def by_the_product(
    event: Event, method: Method
) -> dict[Hashable, tuple[int | None, Fraction, Fraction | int, Fraction]]:
    """Entrant → (rank, score, available), through frequency tables."""
    own = dict.fromkeys(range(event.entrants), Total())
    for name, results in event.results.items():
        ruled = {entrant: WeightedResult.of(result) for entrant, result in results.items()}
        full = event.expected[name]
        table = method.table(field_tally([], ruled.values()), full)
        for entrant, result in ruled.items():
            own[entrant] += Total(result.score(table), method.top(full), Fraction(1))
    lines = []
    for entrant, total in own.items():
        boards = [
            AwardedBoard(Award(award), event.expected[name])
            for name, award in event.awards.get(entrant, ())
        ]
        total = with_awards(method, total, boards)
        if entrant in event.penalties and event.entrants > 3:
            total = total.adjusted(penalty(method, event.penalties[entrant], event.entrants // 3))
        lines.append(Line(entrant, total))
    return {
        row.entrant: (row.rank, row.total.score, row.total.top or 0, row.total.boards)
        for row in standings(lines)
    }


def award_percentage(award: str, own: Fraction | None) -> Fraction:
    least = Fraction({"average": 50, "average_plus": 60, "average_minus": 40, "bye": 50}[award])
    if own is None or award == "average":
        return least
    return min(least, own) if award == "average_minus" else max(least, own)


def by_matchpoints(event: Event) -> Sums:
    """Entrant → [score, top, boards] by brute force, awards and penalties included."""
    sums: Sums = {entrant: [Fraction(0), 0, 0] for entrant in range(event.entrants)}
    for name, results in event.results.items():
        scores = brute_force.matchpoints(list(results.values()), event.expected[name])
        for entrant, score in zip(results, scores, strict=True):
            sums[entrant][0] += score
            sums[entrant][1] += 2 * (event.expected[name] - 1)
            sums[entrant][2] += 1
    for entrant, awards in event.awards.items():
        score, top, boards = sums[entrant]
        own = (100 * score / top if top else Fraction(50)) if boards else None
        for name, award in awards:
            board_top = 2 * (event.expected[name] - 1)
            sums[entrant][0] += board_top * award_percentage(award, own) / 100
            sums[entrant][1] += board_top
            sums[entrant][2] += 1
    for entrant, per_cent in event.penalties.items():
        sums[entrant][0] -= Fraction(2 * (event.entrants // 3 - 1) * per_cent, 100)
    return sums


def by_cross(event: Event) -> Sums:
    """Likewise for the cross-difference; it has no top."""
    sums: Sums = {entrant: [Fraction(0), 0, 0] for entrant in range(event.entrants)}
    for results in event.results.values():
        for entrant, score in zip(results, brute_force.cross(list(results.values())), strict=True):
            sums[entrant][0] += score
            sums[entrant][2] += 1
    for entrant, awards in event.awards.items():
        score, _, boards = sums[entrant]
        own = score / boards if boards else Fraction(0)
        worth = {"average": 0, "average_plus": 2, "average_minus": -2, "bye": max(0, own)}
        for _, award in awards:
            sums[entrant][0] += worth[award]
            sums[entrant][2] += 1
    for entrant, per_cent in event.penalties.items():
        if event.entrants > 3:
            sums[entrant][0] -= Fraction(2 * per_cent, 10)
    return sums


def ranked(sums: Sums, share: Callable[..., Fraction | int]) -> dict[Hashable, Any]:
    """Adds the ranks: one more than the number of those who have more."""
    shares = {entrant: share(*total) for entrant, total in sums.items()}
    return {
        entrant: (1 + sum(other > shares[entrant] for other in shares.values()), *sums[entrant])
        for entrant in sums
    }


def check(seed: int) -> None:
    event = random_event(seed)
    none = Fraction(-(10**9))
    assert by_the_product(event, get("matchpoints")) == ranked(
        by_matchpoints(event),
        lambda score, top, boards: (100 * score / top if top else 50) if boards else none,
    )
    assert by_the_product(event, get("cross")) == ranked(
        by_cross(event), lambda score, _top, boards: score / boards if boards else none
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_random_event_has_the_standings_of_brute_force(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 200))
def test_many_random_events_have_the_standings_of_brute_force(seed: int) -> None:
    check(seed)

"""Standings: from the totals of the entrants to ranks, with every tie-break explained.

A pure function of its input: the totals come from wherever they were summed, and tie-breaks are
asked for their values only where there is a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from engine.comparison.field import Weight
from engine.comparison.tie_breaks import Entrant, Step, StepValue
from engine.comparison.totals import Total


class RankBy(StrEnum):
    """What is ranked: the share of what was available, or the plain score.

    The share is the percentage, or the score a board in signed methods; with equal numbers of
    boards it gives the order of the score, with unequal ones it is fair.
    """

    SHARE = "share"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Line:
    """What one entrant has: a total that includes awards, carry-over and penalties."""

    entrant: Entrant
    total: Total

    @classmethod
    def of(cls, entrant: Entrant, score: Weight, top: Weight | None, boards: Weight) -> Line:
        """From the three sums themselves."""
        return cls(entrant, Total.of(score, top, boards))


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """What one step of the chain gave to one of `among` tied entrants, and whether it decided."""

    step: str
    text: str
    among: int
    decided: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings; `shared` if another entrant has the same rank."""

    rank: int
    entrant: Entrant
    total: Total
    shared: bool
    tie_breaks: tuple[TieBreakValue, ...] = ()


def standings(
    lines: Iterable[Line], chain: Sequence[Step] = (), rank_by: RankBy = RankBy.SHARE
) -> tuple[Standing, ...]:
    """All entrants in order of rank; ranks are 1, 2, 2, 4, … where a tie remains.

    Tied entrants go through the steps of `chain` in turn; those whom a step leaves equal go on to
    the next. Entrants without a board come last, tied, and are not broken. Within a shared rank
    the order is that of `lines`.
    """
    key = _share if rank_by is RankBy.SHARE else _score
    rows: list[Standing] = []
    for place, tied in _groups(list(lines), key):
        if place[0] == 0 or len(tied) == 1:
            _rank(rows, tied, {})
            continue
        explained: dict[Entrant, tuple[TieBreakValue, ...]] = {}
        for group in _broken(tied, chain, explained):
            _rank(rows, group, explained)
    return tuple(rows)


Place = tuple[int, float, Fraction]
"""(0, 0, 0) for an entrant without a board, else 1 and what is ranked, nearly and exactly.

The float is rounded correctly, so it never contradicts the fraction, and settles most comparisons
in a fraction's stead, which takes ten times as long.
"""


def _share(total: Total) -> Place:
    return _place(total.mean if total.top is None else total.percentage)


def _score(total: Total) -> Place:
    return _place(total.score if total.boards else None)


def _place(ranked: Fraction | None) -> Place:
    return (0, 0.0, Fraction(0)) if ranked is None else (1, float(ranked), ranked)


def _groups(lines: list[Line], key: Callable[[Total], Place]) -> Iterable[tuple[Place, list[Line]]]:
    placed = [(key(line.total), line) for line in lines]
    # `reverse` keeps the sort stable: tied lines stay in the order given.
    ordered = sorted(placed, key=lambda pair: pair[0], reverse=True)
    for place, members in groupby(ordered, key=lambda pair: pair[0]):
        yield place, [line for _, line in members]


def _broken(
    tied: list[Line],
    chain: Sequence[Step],
    explained: dict[Entrant, tuple[TieBreakValue, ...]],
) -> list[list[Line]]:
    """The tied lines as groups in order of rank; what each step said is added to `explained`."""
    if len(tied) == 1 or not chain:
        return [tied]
    step, later = chain[0], chain[1:]
    values = step.values([line.entrant for line in tied])
    groups: dict[tuple[Weight, ...], list[Line]] = {}
    for line in tied:
        groups.setdefault(values[line.entrant].key, []).append(line)
    for line in tied:
        explained[line.entrant] = (
            *explained.get(line.entrant, ()),
            _explain(step, values[line.entrant], len(tied), len(groups) > 1),
        )
    ordered = [groups[key] for key in sorted(groups, reverse=True)]
    return [part for group in ordered for part in _broken(group, later, explained)]


def _explain(step: Step, value: StepValue, among: int, decided: bool) -> TieBreakValue:
    return TieBreakValue(step.name, value.text, among, decided)


def _rank(
    rows: list[Standing],
    group: list[Line],
    explained: dict[Entrant, tuple[TieBreakValue, ...]],
) -> None:
    rank = len(rows) + 1
    for line in group:
        tie_breaks = explained.get(line.entrant, ())
        rows.append(Standing(rank, line.entrant, line.total, len(group) > 1, tie_breaks))

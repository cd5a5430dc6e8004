"""The distribution of a board as drawings: how many tables had which points, position by position.

Owns the measures of the drawing. What it draws is a frequency table, which stands beneath it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.queries import EntrantRef, FrequencyTable, PlayResult, SeatScore

WIDTH, LEFT, RIGHT, ROW, BAR = 320, 52, 268, 22, 14


@dataclass(frozen=True, slots=True)
class Bar:
    """A points value, how many tables had it, and where its bar lies."""

    value: int
    weight: Fraction
    is_own: bool
    y: int
    length: int

    @property
    def middle(self) -> int:
        """Where its texts stand."""
        return self.y + BAR - 2

    @property
    def end(self) -> int:
        """Where its number of tables stands."""
        return LEFT + self.length + 6


@dataclass(frozen=True, slots=True)
class Distribution:
    """The bars of one frequency table, the best value at the top; `own` marks one reader's."""

    table: FrequencyTable
    bars: tuple[Bar, ...]
    own: int | None
    width: int = WIDTH
    left: int = LEFT
    thick: int = BAR

    @property
    def height(self) -> int:
        """Of the whole drawing."""
        return ROW * len(self.bars)


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose scorecard the reader comes from: their table, and their values by field."""

    entrant: EntrantRef
    play_id: str
    values: Mapping[int, int]


def reader_of(
    traveller: Sequence[PlayResult], tables: Sequence[FrequencyTable], entrant_id: str
) -> Reader | None:
    """The results of an entrant on a board; None for somebody who has none there.

    An award and a weighted result are no value of a table, and so nothing is marked.
    """
    for result in traveller:
        mine = [seat for seat in result.seats if seat.entrant.id == entrant_id]
        if mine:
            values = {
                table.field.id: seat.points
                for seat in mine
                for table in tables
                if table.field.position == seat.position and _stands_in(seat, table)
            }
            return Reader(mine[0].entrant, result.play_id, values)
    return None


def _stands_in(seat: SeatScore, table: FrequencyTable) -> bool:
    line = table.line(seat.points)
    return line is not None and seat.ruling in (None, "assigned") and line.score == seat.score


def distributions(
    tables: Sequence[FrequencyTable], reader: Reader | None = None
) -> tuple[Distribution, ...]:
    """A drawing for each table, all to one scale, so that they can be laid beside each other."""
    most = max((line.weight for table in tables for line in table.lines), default=Fraction(1))
    return tuple(
        _distribution(table, most, reader.values.get(table.field.id) if reader else None)
        for table in tables
    )


def _distribution(table: FrequencyTable, most: Fraction, own: int | None) -> Distribution:
    return Distribution(
        table=table,
        bars=tuple(
            Bar(
                value=line.value,
                weight=line.weight,
                is_own=line.value == own,
                y=ROW * place + (ROW - BAR) // 2,
                length=max(2, round((RIGHT - LEFT) * line.weight / most)),
            )
            for place, line in enumerate(table.lines)
        ),
        own=own,
    )

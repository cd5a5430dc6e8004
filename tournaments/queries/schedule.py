"""The stage's movement as stored by the draw, read as rounds, tables, chairs and positions.

Never builds or judges a movement: `engine.movements` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.movements.model import Movement, Table
from tournaments.models import Stage

from .edition import Edition

LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class ScheduledTable:
    """A table of a drawn round: `chairs` are (seat letter, the entrant's number).

    `positions` has one text for each board of the round: "BCA" means that seat B holds position 1.
    """

    number: int
    chairs: tuple[tuple[str, int], ...]
    positions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A drawn round; `byes` are entrants' numbers."""

    number: int
    tables: tuple[ScheduledTable, ...]
    byes: tuple[int, ...]


def schedule(edition: Edition) -> tuple[ScheduledRound, ...]:
    """The whole schedule as drawn; empty before the draw. One statement."""
    stored = Stage.objects.filter(id=edition.stage_id).values_list("movement", flat=True).first()
    return read_movement(stored) if stored else ()


def read_movement(data: Mapping[str, Any]) -> tuple[ScheduledRound, ...]:
    """The rounds of a movement as a draw stores it: the engine's data, and under `entrants` the
    entrants' numbers in the order of the engine's players."""
    numbers: list[int] = data["entrants"]
    return tuple(
        ScheduledRound(
            number=number,
            tables=tuple(
                _table(place, table, numbers) for place, table in enumerate(each.tables, 1)
            ),
            byes=tuple(numbers[player] for player in each.byes),
        )
        for number, each in enumerate(Movement.from_data(data).rounds, 1)
    )


def _table(number: int, table: Table, numbers: Sequence[int]) -> ScheduledTable:
    letter_of = dict(zip(table.players, LETTERS, strict=False))
    return ScheduledTable(
        number=number,
        chairs=tuple((letter, numbers[player]) for player, letter in letter_of.items()),
        positions=tuple("".join(letter_of[player] for player in row) for row in table.positions),
    )

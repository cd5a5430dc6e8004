"""The stage's movement as stored by the draw, read as rounds, tables, chairs and positions.

Never builds or judges a movement: `engine.movements` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.movements.model import Movement
from tournaments.models import Stage

from .edition import NotPublicError

LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class ScheduledTable:
    """A table of a drawn round: `chairs` are (seat letter, the entrant's number).

    `members` has for each chair the place in the team's line-up, 0 for a single player.
    `boards` are the numbers of its boards, `positions` has one text for each of them: "BCA" means
    that seat B holds position 1.
    """

    number: int
    chairs: tuple[tuple[str, int], ...]
    boards: tuple[int, ...]
    positions: tuple[str, ...]
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A drawn round; `byes` are entrants' numbers."""

    number: int
    tables: tuple[ScheduledTable, ...]
    byes: tuple[int, ...]

    @property
    def boards(self) -> tuple[int, int]:
        """The first and the last number of its boards."""
        numbers = [number for table in self.tables for number in table.boards]
        return min(numbers), max(numbers)


def boards_of(board_set: int | None, number: int, size: int, reserves: int = 0) -> tuple[int, ...]:
    """The board numbers of a table in round `number`: of its own set, or of the round's.

    After the boards of each round come the numbers of its `reserves`.
    """
    start = (size + reserves) * (number - 1 if board_set is None else board_set)
    return tuple(range(start + 1, start + size + 1))


def scheduled_round(stage_id: str | None, number: int) -> ScheduledRound:
    """Round `number` as drawn, without reading the others; one statement.

    Raises NotPublicError before the draw and for a round that it does not have.
    """
    path = f"movement__rounds__{number - 1}"
    stored = Stage.objects.filter(id=stage_id, movement__isnull=False)
    row = stored.values_list("movement__entrants", path, "movement__reserve_boards").first()
    if row is None or row[1] is None:
        raise NotPublicError
    numbers, data, reserves = row
    first = _first_places(numbers)
    return ScheduledRound(
        number=number,
        tables=tuple(
            _table(
                place,
                each["players"],
                boards_of(each.get("board_set"), number, len(each["positions"]), reserves or 0),
                each["positions"],
                numbers,
                first,
            )
            for place, each in enumerate(data["tables"], 1)
        ),
        byes=tuple(dict.fromkeys(numbers[player] for player in data["byes"])),
    )


def read_movement(data: Mapping[str, Any]) -> tuple[ScheduledRound, ...]:
    """The rounds of a movement as a draw stores it: the engine's data, and under `entrants` the
    entrants' numbers in the order of the engine's players. `reserve_boards`, if there, is how many
    numbers of reserve boards follow those of each round."""
    numbers: list[int] = data["entrants"]
    reserves: int = data.get("reserve_boards", 0)
    first = _first_places(numbers)
    return tuple(
        ScheduledRound(
            number=number,
            tables=tuple(
                _table(
                    place,
                    table.players,
                    boards_of(table.board_set, number, len(table.positions), reserves),
                    table.positions,
                    numbers,
                    first,
                )
                for place, table in enumerate(each.tables, 1)
            ),
            byes=tuple(dict.fromkeys(numbers[player] for player in each.byes)),
        )
        for number, each in enumerate(Movement.from_data(data).rounds, 1)
    )


def _first_places(numbers: Sequence[int]) -> dict[int, int]:
    """The first player of the movement that stands for each entrant's number."""
    return {number: player for player, number in reversed(list(enumerate(numbers)))}


def _table(
    number: int,
    players: Sequence[int],
    boards: tuple[int, ...],
    positions: Sequence[Sequence[int]],
    numbers: Sequence[int],
    first: Mapping[int, int],
) -> ScheduledTable:
    letter_of = dict(zip(players, LETTERS, strict=False))
    return ScheduledTable(
        number=number,
        chairs=tuple((letter, numbers[player]) for player, letter in letter_of.items()),
        boards=boards,
        positions=tuple("".join(letter_of[player] for player in row) for row in positions),
        members=tuple(player - first[numbers[player]] for player in letter_of),
    )

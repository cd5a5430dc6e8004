"""The movement as a value: rounds, tables, seats and who holds which position on which board.

Owns the frozen types and their JSON form; never builds a movement and never judges one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import MovementError

FORMAT = "fushi-movement-1"

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One seating: `players` by seat (A, B, C and perhaps D), `positions` by board.

    `positions[k]` names the players that hold position 1, 2, 3 (4) on the k-th board of the round.
    `board_set` is the number of the circulating board set, None when the round's set is played.
    """

    players: Row
    positions: tuple[Row, ...]
    board_set: int | None = None

    def to_data(self) -> dict[str, Any]:
        """The table as JSON-able data."""
        data: dict[str, Any] = {
            "players": list(self.players),
            "positions": [list(row) for row in self.positions],
        }
        if self.board_set is not None:
            data["board_set"] = self.board_set
        return data


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables in order of table number, who has a bye, who is not in the event."""

    tables: tuple[Table, ...]
    byes: Row = ()
    absent: Row = ()

    def to_data(self) -> dict[str, Any]:
        """The round as JSON-able data."""
        data: dict[str, Any] = {
            "tables": [table.to_data() for table in self.tables],
            "byes": list(self.byes),
        }
        if self.absent:
            data["absent"] = list(self.absent)
        return data


@dataclass(frozen=True, slots=True)
class Movement:
    """A whole movement; players are numbered from 0, `hands` is how many hands a board has.

    `version` counts up when entries, withdrawals or the director change rounds still to come. With
    `partners` the players two seats apart at a table of four play together (`four_a_side`).
    """

    players: int
    boards_per_round: int
    rounds: tuple[Round, ...]
    construction: str
    seed: int = 0
    version: int = 1
    hands: int = field(default=3)
    partners: bool = False

    def to_data(self) -> dict[str, Any]:
        """The movement as JSON-able data; `from_data` gives back an equal movement."""
        data = {
            "format": FORMAT,
            "players": self.players,
            "boards_per_round": self.boards_per_round,
            "hands": self.hands,
            "construction": self.construction,
            "seed": self.seed,
            "version": self.version,
            "rounds": [one.to_data() for one in self.rounds],
        }
        return {**data, "partners": True} if self.partners else data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Movement:
        """Read what `to_data` wrote; raises MovementError("bad_movement_data")."""
        try:
            if data["format"] != FORMAT:
                raise MovementError("bad_movement_data", reason="unknown format")
            return cls(
                players=_whole(data["players"]),
                boards_per_round=_whole(data["boards_per_round"]),
                rounds=tuple(round_from_data(one) for one in data["rounds"]),
                construction=str(data["construction"]),
                seed=_whole(data["seed"]),
                version=_whole(data["version"]),
                hands=_whole(data["hands"]),
                partners=bool(data.get("partners", False)),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise MovementError("bad_movement_data", reason=repr(error)) from error


def change_places(one: Round, first: int, second: int) -> Round:
    """The round with two players in each other's places: chairs, positions, or a bye.

    Raises MovementError("unknown_player") when one of them has no place in it.
    """
    swap = {first: second, second: first}
    known = {player for table in one.tables for player in table.players} | set(one.byes)
    for player in swap:
        if player not in known:
            raise MovementError("unknown_player", player=player, number=player + 1)

    def moved(row: Row) -> Row:
        return tuple(swap.get(player, player) for player in row)

    tables = tuple(
        Table(moved(table.players), tuple(map(moved, table.positions)), table.board_set)
        for table in one.tables
    )
    return Round(tables, tuple(sorted(moved(one.byes))), one.absent)


def _row(values: Sequence[Any]) -> Row:
    return tuple(_whole(value) for value in values)


def _whole(value: Any) -> int:
    """The value, if it is a whole number and nothing that only looks like one. Raises TypeError."""
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def round_from_data(data: Mapping[str, Any]) -> Round:
    """Read what `Round.to_data` wrote; raises KeyError or TypeError when it is something else."""
    tables = tuple(
        Table(
            players=_row(table["players"]),
            positions=tuple(_row(row) for row in table["positions"]),
            board_set=table.get("board_set"),
        )
        for table in data["tables"]
    )
    return Round(tables, _row(data["byes"]), _row(data.get("absent", ())))

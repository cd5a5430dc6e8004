"""Create tables with their seats and scheduled plays; nobody is told before they are released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.db import write_transaction
from games.models import Board, Play, Player, Seat, Table
from games.policy import TablePolicy

LETTERS = "ABCD"
BATCH = 500


@dataclass(frozen=True)
class TableSpec:
    """A table to be made: who sits where, and for each board which seats hold positions 1, 2, 3.

    `seats` maps letters A, B, C (D) to players. `plays` are (board, positions) in the intended
    order; positions "BCA" means that seat B holds position 1. `bots` are the seats that bots act
    for, with their strengths. Raises ValueError for seats that are not the first letters, players
    who sit twice, positions that are not the seats, or a board that is there twice.
    """

    realm: str
    number: int
    seats: dict[str, Player]
    policy: TablePolicy
    plays: Sequence[tuple[Board, str]] = field(default_factory=tuple)
    bots: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        letters = LETTERS[: self.policy.chairs]
        if sorted(self.seats) != list(letters):
            raise ValueError(f"the seats of a table are {', '.join(letters)}")
        if len({player.pk for player in self.seats.values()}) != len(letters):
            raise ValueError("a player has one chair")
        hands = self.policy.rules().players
        for _, positions in self.plays:
            if len(positions) != hands or len(set(positions) & set(letters)) != hands:
                raise ValueError("the positions of a play are letters of the seats in some order")
        if len({board.pk for board, _ in self.plays}) != len(self.plays):
            raise ValueError("a table plays a board once")


def create_tables(specs: Sequence[TableSpec]) -> list[Table]:
    """Insert all tables, unreleased, in the order of `specs`. A constant number of statements
    per 500 rows.
    """
    tables = [
        Table(realm=spec.realm, number=spec.number, policy=spec.policy.to_data()) for spec in specs
    ]
    seats = [
        Seat(table=table, letter=letter, player=player, bot=spec.bots.get(letter, ""))
        for table, spec in zip(tables, specs, strict=True)
        for letter, player in spec.seats.items()
    ]
    plays = [
        Play(table=table, board=board, order=order, positions=positions)
        for table, spec in zip(tables, specs, strict=True)
        for order, (board, positions) in enumerate(spec.plays, 1)
    ]
    with write_transaction():
        Table.objects.bulk_create(tables, batch_size=BATCH)
        Seat.objects.bulk_create(seats, batch_size=BATCH)
        Play.objects.bulk_create(plays, batch_size=BATCH)
    return tables

"""Four-a-side team matches (复式团体赛): two tables, partners opposite, one seat idle per board.

Owns the board scheme, the seating of a match, who becomes idle after the auction and when a match
is over; scores come from `comparison`. Seats are A, B, C, D in acting order (S, E, N, W): A and C
are partners, B and D their opponents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import MovementError
from engine.movements.model import Round, Row, Table

SEATS = "ABCD"
"""Seats in acting order; partners are two apart."""

SCHEME = (("A", "D"), ("B", "A"), ("C", "B"), ("D", "C"))
"""(first bidder, idle) on boards 1 to 4, then again."""

LINE_UP = 4
"""How many play for a team in a match: two at each of its tables."""


@dataclass(frozen=True, slots=True)
class FourBoard:
    """One board: the seats that hold positions 1, 2, 3 in acting order, and the idle seat."""

    seats: tuple[str, str, str]
    idle: str

    @property
    def first(self) -> str:
        """The seat that bids first."""
        return self.seats[0]


class MatchState(StrEnum):
    """Whether a match goes on."""

    PLAYING = "playing"
    DECIDED = "decided"
    EXTRA_BOARD = "extra_board"


def four_a_side_boards(boards: int) -> tuple[FourBoard, ...]:
    """The scheme for so many boards: in every four each seat bids first once and is idle once."""
    result = []
    for board in range(boards):
        first, idle = SCHEME[board % 4]
        start = SEATS.index(first)
        acting = [SEATS[(start + k) % 4] for k in range(4)]
        a, b, c = (seat for seat in acting if seat != idle)
        result.append(FourBoard((a, b, c), idle))
    return tuple(result)


def partner(seat: str) -> str:
    """The seat opposite."""
    return SEATS[(SEATS.index(seat) + 2) % 4]


def side(seat: str, table: int) -> str:
    """ "red" or "blue": at table 0 A and C are red, at table 1 the seats are mirrored."""
    return "red" if (seat in "AC") == (table == 0) else "blue"


def hands_over(board: FourBoard, landlord: str) -> tuple[str, str] | None:
    """(giver, taker) of 17 unplayed cards after the auction, None when nobody has to.

    The landlord's partner passes his hand to the idle opponent and becomes idle himself, so that
    the landlord always faces both opponents; doubling comes after that.
    """
    mate = partner(landlord)
    return None if mate == board.idle else (mate, board.idle)


def holders(seats: str, landlord: int | None) -> str:
    """The seats that speak for positions 1, 2, 3, from those that were dealt them, as letters.

    `landlord` is the landlord's position, None before the auction has ended: then they are the
    same. The landlord's seat never changes.

    >>> holders("ABC", 1), holders("ABC", 2)
    ('ABD', 'ABC')
    """
    if landlord is None:
        return seats
    (idle,) = set(SEATS) - set(seats)
    board = FourBoard((seats[0], seats[1], seats[2]), idle)
    moved = hands_over(board, seats[landlord - 1])
    return seats if moved is None else seats.replace(*moved)


def four_a_side_round(
    matches: Sequence[Row],
    boards: int,
    byes: Sequence[int] = (),
    absent: Sequence[int] = (),
) -> Round:
    """Matches of two teams as one round of line-up slots; match i has tables 2i and 2i + 1.

    Slot 4·team + member is a player of the movement. At the first table the first team's members
    0 and 1 sit on A and C, at the second, mirrored, its members 2 and 3 on B and D. `byes` and
    `absent` are teams. Raises MovementError ("no_boards", "boards_not_in_fours").
    """
    if boards < 1:
        raise MovementError("no_boards")
    if boards % len(SCHEME):
        raise MovementError("boards_not_in_fours", boards=boards)
    scheme = four_a_side_boards(boards)
    tables = []
    for one, other in matches:
        for red, blue, member in ((one, other, 0), (other, one, 2)):
            chairs = (
                LINE_UP * red + member,
                LINE_UP * blue + member,
                LINE_UP * red + member + 1,
                LINE_UP * blue + member + 1,
            )
            rows = tuple(
                tuple(chairs[SEATS.index(seat)] for seat in board.seats) for board in scheme
            )
            tables.append(Table(chairs, rows))
    return Round(tuple(tables), _slots(byes), _slots(absent))


def _slots(teams: Sequence[int]) -> Row:
    return tuple(LINE_UP * team + member for team in sorted(teams) for member in range(LINE_UP))


def match_state(lead: int, cap: int, boards_left: int) -> MatchState:
    """Over when the lead exceeds what the boards left can bring; extra boards on a tie."""
    if abs(lead) > cap * boards_left:
        return MatchState.DECIDED
    return MatchState.PLAYING if boards_left else MatchState.EXTRA_BOARD

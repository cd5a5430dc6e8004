"""Four-a-side team matches (复式团体赛): two tables, partners opposite, one seat idle per board.

Owns the board scheme, who becomes idle after the auction and when a match is over; scores come
from `comparison`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SEATS = "SENW"
"""Seats in acting order; partners are two apart."""

SCHEME = (("S", "W"), ("E", "S"), ("N", "E"), ("W", "N"))
"""(first bidder, idle) on boards 1 to 4, then again."""


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
    """ "red" or "blue": at table 0 South and North are red, at table 1 the seats are mirrored."""
    return "red" if (seat in "SN") == (table == 0) else "blue"


def hands_over(board: FourBoard, landlord: str) -> tuple[str, str] | None:
    """(giver, taker) of 17 unplayed cards after the auction, None when nobody has to.

    The landlord's partner passes his hand to the idle opponent and becomes idle himself, so that
    the landlord always faces both opponents; doubling comes after that.
    """
    mate = partner(landlord)
    return None if mate == board.idle else (mate, board.idle)


def match_state(lead: int, cap: int, boards_left: int) -> MatchState:
    """Over when the lead exceeds what the boards left can bring; extra boards on a tie."""
    if abs(lead) > cap * boards_left:
        return MatchState.DECIDED
    return MatchState.PLAYING if boards_left else MatchState.EXTRA_BOARD

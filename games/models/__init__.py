"""The nouns of a table: people, access, boards, tables, plays, the action log, results."""

from .access import Player, PlayerToken, SignInFailure
from .boards import Board, BoardKind, BoardSet
from .idempotency import IdempotentRequest
from .log import LogEntry, SealedDouble
from .people import Person
from .plays import Play, PlayState
from .results import Result, ResultSource
from .tables import Seat, Table

__all__ = [
    "Board",
    "BoardKind",
    "BoardSet",
    "IdempotentRequest",
    "LogEntry",
    "Person",
    "Play",
    "PlayState",
    "Player",
    "PlayerToken",
    "Result",
    "ResultSource",
    "SealedDouble",
    "Seat",
    "SignInFailure",
    "Table",
]

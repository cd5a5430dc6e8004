"""The nouns of a table: people, access, boards, tables, plays, the action log, results."""

from .access import Player, PlayerToken, SignInFailure
from .announcements import Announcement
from .boards import Board, BoardKind, BoardSet
from .calls import LIVE_CALLS, Call, CallReason, CallState
from .claims import Claim, ClaimState
from .clocks import ClockBeat
from .devices import PinFailure, TableDevice, TableToken
from .idempotency import IdempotentRequest
from .log import LogEntry, SealedDouble
from .people import Person
from .plays import Play, PlayState
from .reports import Confirmation, Dispute, MisfitReport, Report, ReportState
from .results import Result, ResultSource
from .tables import Seat, Table

__all__ = [
    "LIVE_CALLS",
    "Announcement",
    "Board",
    "BoardKind",
    "BoardSet",
    "Call",
    "CallReason",
    "CallState",
    "Claim",
    "ClaimState",
    "ClockBeat",
    "Confirmation",
    "Dispute",
    "IdempotentRequest",
    "LogEntry",
    "MisfitReport",
    "Person",
    "PinFailure",
    "Play",
    "PlayState",
    "Player",
    "PlayerToken",
    "Report",
    "ReportState",
    "Result",
    "ResultSource",
    "SealedDouble",
    "Seat",
    "SignInFailure",
    "Table",
    "TableDevice",
    "TableToken",
]

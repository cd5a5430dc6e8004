"""The nouns of a competition: events, stages, entrants, rounds, fields, versions, audit."""

from .audit import AuditEntry
from .entrants import Entrant, EntrantState
from .events import Event, EventState, Role, RoleAssignment
from .fields import DirtyMark, Field, FieldGeneration, FrequencyRow, SeatResult
from .rounds import Bye, Round, RoundState, RoundTable
from .stages import Session, Stage, StageKind
from .versions import StandingsVersion

__all__ = [
    "AuditEntry",
    "Bye",
    "DirtyMark",
    "Entrant",
    "EntrantState",
    "Event",
    "EventState",
    "Field",
    "FieldGeneration",
    "FrequencyRow",
    "Role",
    "RoleAssignment",
    "Round",
    "RoundState",
    "RoundTable",
    "SeatResult",
    "Session",
    "Stage",
    "StageKind",
    "StandingsVersion",
]

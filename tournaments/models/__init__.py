"""The nouns of a competition: events, stages, entrants, rounds, fields, versions, audit."""

from .audit import AuditEntry
from .draws import Draw, DrawKind
from .entrants import Entrant, EntrantState
from .events import Event, EventState, Role, RoleAssignment
from .fields import DirtyMark, Field, FieldGeneration, FrequencyRow, SeatResult
from .rounds import Bye, Round, RoundState, RoundTable
from .seating import Sitting, Substitution
from .stages import Session, Stage, StageKind
from .versions import StandingsVersion

__all__ = [
    "AuditEntry",
    "Bye",
    "DirtyMark",
    "Draw",
    "DrawKind",
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
    "Sitting",
    "Stage",
    "StageKind",
    "StandingsVersion",
    "Substitution",
]

"""The nouns of a competition, from events and entrants to rulings, versions and the audit."""

from .audit import AuditEntry
from .draws import Draw, DrawKind
from .eliminations import Elimination, EliminationWhy
from .entrants import Entrant, EntrantState
from .events import Event, EventState, Role, RoleAssignment, VacantRanks
from .failures import Failure
from .fields import DirtyMark, Field, FieldGeneration, FrequencyRow, SeatResult
from .incidents import Incident, IncidentDecision, IncidentKind
from .keys import ApiKey
from .notifications import MessageKind, OutboxMessage, Subscription, Topic, Webhook
from .practice import PRACTICE_REALM, Practice
from .registrations import Registration, RegistrationState
from .rehearsals import Rehearsal, RehearsalState
from .rounds import Bye, Round, RoundState, RoundTable
from .rulings import Ruling, RulingKind
from .seating import Sitting, Substitution
from .seen import SeenBoard
from .signing import SigningKey
from .stages import CarryOver, Scoring, Session, Stage, StageKind
from .teams import LineUp, TeamMember
from .versions import StandingsMark, StandingsVersion

__all__ = [
    "PRACTICE_REALM",
    "ApiKey",
    "AuditEntry",
    "Bye",
    "CarryOver",
    "DirtyMark",
    "Draw",
    "DrawKind",
    "Elimination",
    "EliminationWhy",
    "Entrant",
    "EntrantState",
    "Event",
    "EventState",
    "Failure",
    "Field",
    "FieldGeneration",
    "FrequencyRow",
    "Incident",
    "IncidentDecision",
    "IncidentKind",
    "LineUp",
    "MessageKind",
    "OutboxMessage",
    "Practice",
    "Registration",
    "RegistrationState",
    "Rehearsal",
    "RehearsalState",
    "Role",
    "RoleAssignment",
    "Round",
    "RoundState",
    "RoundTable",
    "Ruling",
    "RulingKind",
    "Scoring",
    "SeatResult",
    "SeenBoard",
    "Session",
    "SigningKey",
    "Sitting",
    "Stage",
    "StageKind",
    "StandingsMark",
    "StandingsVersion",
    "Subscription",
    "Substitution",
    "TeamMember",
    "Topic",
    "VacantRanks",
    "Webhook",
]

"""Django's admin as the director's desk until the console exists: every button calls a service.

Nothing here shows a hand, a secret or a snapshot, and no row is changed past the services.
"""

from .audit import AuditEntryAdmin
from .entrants import EntrantAdmin
from .events import EventAdmin, RoleAssignmentAdmin
from .rounds import RoundAdmin
from .stages import SessionAdmin, StageAdmin

__all__ = [
    "AuditEntryAdmin",
    "EntrantAdmin",
    "EventAdmin",
    "RoleAssignmentAdmin",
    "RoundAdmin",
    "SessionAdmin",
    "StageAdmin",
]

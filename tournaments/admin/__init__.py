"""Django's admin as the director's desk until the console exists: every button calls a service.

Nothing here shows a hand, a secret or a snapshot, and no row is changed past the services.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from .audit import AuditEntryAdmin
from .entrants import EntrantAdmin
from .events import EventAdmin, RoleAssignmentAdmin
from .people import (
    EntrantPersonAdmin,
    EventBoardAdmin,
    EventPlayAdmin,
    EventPlayerAdmin,
    EventTableAdmin,
)
from .rounds import RoundAdmin
from .stages import SessionAdmin, StageAdmin
from .tables import RoundTableAdmin

__all__ = [
    "AuditEntryAdmin",
    "EntrantAdmin",
    "EntrantPersonAdmin",
    "EventAdmin",
    "EventBoardAdmin",
    "EventPlayAdmin",
    "EventPlayerAdmin",
    "EventTableAdmin",
    "RoleAssignmentAdmin",
    "RoundAdmin",
    "RoundTableAdmin",
    "SessionAdmin",
    "StageAdmin",
]

admin.site.site_header = admin.site.site_title = "Fushi"
admin.site.index_title = _("Administration")

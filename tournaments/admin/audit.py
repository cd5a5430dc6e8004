"""The audit, to be read and searched. Nobody adds, changes or deletes an entry here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import AuditEntry

from .verbs import ModelAdmin


@admin.register(AuditEntry)
class AuditEntryAdmin(ModelAdmin):
    """Every decision, newest first."""

    list_display = ("at", "event", "actor", "verb", "target", "reason")
    list_filter = ("verb", "event")
    search_fields = ("target", "actor", "reason")
    list_select_related = ("event",)
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only services write the audit."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An entry is never changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An entry is never deleted."""
        return False

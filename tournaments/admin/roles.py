"""Who sees and who runs what in this admin: the roles in events, as the services ask them too.

Django's own permissions decide nothing on these pages; superusers may do everything.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest

from tournaments.models import Event, Role, RoleAssignment
from tournaments.services.actors import RUNNING

if TYPE_CHECKING:  # generic for the type checker only
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

EVERY_ROLE = tuple(Role)


def events_of(user: User | AnonymousUser, roles: Collection[Role]) -> QuerySet[Event]:
    """Return the events in which a user holds one of `roles`; every event for a superuser."""
    if user.is_superuser:
        return Event.objects.all()
    held = RoleAssignment.objects.filter(user=user.pk, role__in=roles)
    return Event.objects.filter(pk__in=held.values("event"))


class OwnRowsFilter(admin.RelatedFieldListFilter):
    """A filter that offers only what its reader may see."""

    def field_choices(
        self, field: Any, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[Any]:
        """Return the related rows that the reader may see."""
        own = model_admin.admin_site.get_model_admin(field.related_model).get_queryset(request)
        ordering = self.field_admin_ordering(field, request, model_admin)
        chosen = {"pk__in": own.values("pk")}
        found = field.get_choices(include_blank=False, ordering=ordering, limit_choices_to=chosen)
        return list(found)


class RoleAdmin(ModelAdmin):
    """Rows of events, seen with a role in `viewed_by` and run with one in `run_by`.

    `event_path` leads from a row to its event; `edits` says whether who runs the event also fills
    in the form of a row; nobody adds rows but by `has_add_permission` of a subclass.
    """

    event_path = "event"
    viewed_by: tuple[Role, ...] = EVERY_ROLE
    run_by: tuple[Role, ...] = RUNNING
    edits = True

    def _holds(self, request: HttpRequest, roles: tuple[Role, ...], row: Model | None) -> bool:
        user = request.user
        if not user.is_active or not user.is_staff:
            return False
        if user.is_superuser:
            return True
        events = events_of(user, roles)
        if row is not None:
            rows = type(row)._default_manager.filter(pk=row.pk)
            events = events.filter(pk__in=rows.values(self.event_path))
        return events.exists()

    def has_run_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether somebody may press the buttons of a row, or of any row."""
        return self._holds(request, self.run_by, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether there may be anything to see."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether somebody may see a row, or any row."""
        return self._holds(request, self.viewed_by, obj)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether somebody may fill in the form of a row."""
        return self.edits and self.has_run_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows are made by services."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """No fact is deleted."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows of the reader's own events."""
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        events = events_of(request.user, self.viewed_by)
        own = self.model._default_manager.filter(**{f"{self.event_path}__in": events})
        return rows.filter(pk__in=own.values("pk"))

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        """Offer the events that the reader runs."""
        if db_field.related_model is Event:
            kwargs["queryset"] = events_of(request.user, self.run_by)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


def own(path: str) -> tuple[str, type[admin.FieldListFilter]]:
    """Return the filter of a list by a related row, for `list_filter`."""
    return (path, OwnRowsFilter)

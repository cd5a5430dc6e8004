"""People, players, tables, plays and boards with the event that they belong to.

The pages are those of games, which knows no event; only a name can be changed here.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin import BoardAdmin, PersonAdmin, PlayAdmin, PlayerAdmin, ResultAdmin, TableAdmin
from games.models import Board, Person, Play, Player, Result, Table
from tournaments.sight import hidden_from_user

from .roles import ModelAdmin, RoleAdmin, own

admin.site.unregister([Board, Person, Play, Player, Result, Table])


@admin.register(Person)
class EntrantPersonAdmin(RoleAdmin, PersonAdmin):
    """The names of an event's entrants, which its directors correct."""

    event_path = "entrants__event"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only superusers add somebody who enters nothing."""
        return bool(request.user.is_superuser)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Leave an e-mail address to those who run the event."""
        contact = ("email",) if obj is None or self.has_run_permission(request, obj) else ()
        return ("name", *contact, "is_bot")


class OfEvent(ModelAdmin):
    """A list with a column for the event; `event_path` leads there, through related rows.

    `shown_along` names the other related rows that the list prints.
    """

    event_path = ""
    shown_along: tuple[str, ...] = ()

    def get_list_display(self, request: HttpRequest) -> Any:
        """Show the event, in place of the word that games has for it, after the first column."""
        first, *others = [each for each in super().get_list_display(request) if each != "realm"]
        return [first, "event_name", *others]

    def get_list_filter(self, request: HttpRequest) -> Any:
        """Filter by the event first."""
        others = [each for each in super().get_list_filter(request) if each != "realm"]
        return [own(self.event_path), *others]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the event's name along, and none of the stage's documents."""
        rows = super().get_queryset(request).select_related(self.event_path, *self.shown_along)
        parent = self.event_path.removesuffix("__event")
        if not parent.endswith("stage"):
            return rows
        return rows.defer(f"{parent}__movement", f"{parent}__certificate")

    @admin.display(description=_("event"))
    def event_name(self, row: Model) -> str:
        """Return the event's name; empty for what no event made."""
        found: Any = row
        try:
            for name in self.event_path.split("__"):
                found = getattr(found, name)
        except ObjectDoesNotExist:
            return ""
        return str(found)


@admin.register(Player)
class EventPlayerAdmin(OfEvent, PlayerAdmin):
    """Players with their event."""

    event_path = "entrant__event"
    shown_along = ("person",)


@admin.register(Table)
class EventTableAdmin(OfEvent, TableAdmin):
    """Tables with their event."""

    event_path = "round_table__round__stage__event"


@admin.register(Play)
class EventPlayAdmin(OfEvent, PlayAdmin):
    """Plays with their event."""

    event_path = "table__round_table__round__stage__event"
    shown_along = ("board",)


@admin.register(Result)
class EventResultAdmin(OfEvent, ResultAdmin):
    """Results with their event, but those of boards that the reader is still to play."""

    event_path = "play__table__round_table__round__stage__event"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out what is hidden."""
        results = super().get_queryset(request)
        assert isinstance(request.user, User)
        return results.exclude(play__board__in=hidden_from_user(request.user))


@admin.register(Board)
class EventBoardAdmin(OfEvent, BoardAdmin):
    """Boards with their event."""

    event_path = "board_set__session__stage__event"

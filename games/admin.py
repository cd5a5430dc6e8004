"""Django's admin for what no page does yet: people and players, and reading the rest.

The log, results and plays are read only: they change through services. Neither a deal, nor a
secret, nor a sealed double can be seen here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Board, BoardSet, Person, Play, Player, Result, Table
from games.services import issue_codes

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


@admin.register(Person)
class PersonAdmin(ModelAdmin):
    """Names live only here."""

    list_display = ["name", "is_bot", "created_at"]
    search_fields = ["name"]


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    """A player's access; the action gives new codes, shown this once."""

    list_display = ["person", "realm", "is_active", "code_issued_at"]
    list_filter = ["is_active"]
    search_fields = ["person__name", "realm"]
    autocomplete_fields = ["person"]
    actions = ["give_new_codes"]

    @admin.action(description=_("Give new codes (the old ones end)"))
    def give_new_codes(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Issue codes and show them once."""
        chosen = list(players.select_related("person"))
        for player, code in zip(chosen, issue_codes(chosen), strict=True):
            messages.success(request, f"{player.person.name}: {code}")


class ReadOnlyAdmin(ModelAdmin):
    """Rows that may be looked at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No fact is deleted."""
        return False


@admin.register(BoardSet)
class BoardSetAdmin(ReadOnlyAdmin):
    """Commitments."""

    list_display = ["id", "realm", "commitment", "created_at", "revealed_at"]
    fields = ["realm", "commitment", "public_value", "created_at", "revealed_at"]


@admin.register(Board)
class BoardAdmin(ReadOnlyAdmin):
    """Which boards there are, and whether they are open."""

    list_display = ["number", "kind", "board_set", "opened_at"]
    fields = ["board_set", "kind", "number", "opened_at"]


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    """Where a table stands."""

    list_display = ["number", "realm", "released_at", "finished_at"]
    list_filter = ["realm"]
    fields = ["number", "realm", "released_at", "finished_at"]


@admin.register(Play)
class PlayAdmin(ReadOnlyAdmin):
    """Where a play stands; not what is in it."""

    list_display = ["id", "table", "board", "order", "positions", "state"]
    list_filter = ["state"]
    fields = ["table", "board", "order", "positions", "state", "started_at", "finished_at"]


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """The facts of finished plays."""

    list_display = ["play", "revision", "is_current", "source", "at"]
    fields = ["play", "revision", "is_current", "source", "facts", "points", "at"]

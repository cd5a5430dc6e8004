"""Who may do what in an event, and as whom they play in it; invitations by link; owners only."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from games.api.serializers import StrictCharField
from games.api.views import answer
from games.db import write_transaction
from tournaments.models import Role, RoleAssignment
from tournaments.pages.invitations import invitation
from tournaments.queries.people import plays_as
from tournaments.services.assign_role import assign_role
from tournaments.services.link_player import link_player, player_named
from tournaments.services.look_at_board import look_at_board

from . import shapes
from .base import EventDirectingView, ShownOnce, body_of, unknown
from .boards import board_of
from .describe import changes, reads
from .requests import Reasoned


class NewRole(Reasoned):
    """A user's role (null takes it away) and as whom they play: "12", "3/2", "" for nobody."""

    user = StrictCharField(max_length=150)
    role = serializers.ChoiceField(Role.values, allow_null=True)
    plays_as = StrictCharField(max_length=16, allow_blank=True, required=False)


class NewInvitation(Reasoned):
    """The role that a link gives, and as whom its bearer plays."""

    role = serializers.ChoiceField(Role.values)
    plays_as = StrictCharField(max_length=16, allow_blank=True, default="")


class OwnersView(EventDirectingView):
    """A view for owners, also to read."""

    roles = (Role.OWNER,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Reading needs the same role."""
        super().initial(request, *args, **kwargs)
        self.actor.require(self.event, Role.OWNER)


class RolesView(OwnersView):
    """Who has a role."""

    @reads("event_roles", "Who has which role, and as whom they play", shapes.RoleList)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """By the names that they sign in with."""
        rows = RoleAssignment.objects.filter(event=self.event).select_related("user")
        return answer({"results": [_document(row) for row in rows.order_by("user__username")]})

    @changes("assign_role", "Give, change or take away a role", NewRole, shapes.RoleOfUser, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Whoever also plays sees of a board that they are still to play its state only."""
        wanted = body_of(request, NewRole)
        user = User.objects.filter(username=wanted["user"], is_active=True).first()
        if user is None:
            raise unknown("user", _("Nobody here signs in with this name."))
        role = None if wanted["role"] is None else Role(wanted["role"])

        def assign() -> dict[str, Any]:
            with write_transaction():
                assign_role(self.event, user, role, self.actor)
                if role is None:
                    return {"user": user.username, "role": None, "plays_as": ""}
                if "plays_as" in wanted:
                    player = player_named(self.event, wanted["plays_as"])
                    link_player(self.event, user, player, self.actor)
            return _document(RoleAssignment.objects.get(event=self.event, user=user))

        return self.once(request, assign, 201)


class InvitationsView(OwnersView):
    """Links by which people get a role."""

    @changes("invite", "Make a link that gives a role", NewInvitation, shapes.InvitationMade, 201)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """It works once, within a week; it is in this answer only. A key cannot invite."""
        wanted = body_of(request, NewInvitation)

        def make() -> ShownOnce:
            token = invitation(self.event, wanted["role"], self.actor, wanted["plays_as"])
            link = request.build_absolute_uri(reverse("invitation", args=[token]))
            return ShownOnce({"role": wanted["role"]}, {"link": link})

        return self.once(request, make, 201)


class LookView(EventDirectingView):
    """A board that the caller is still to play."""

    @changes("look_at_board", "Look at a board before playing it", Reasoned, shapes.BoardLookedAt)
    def post(self, request: Request, slug: str, number: int) -> HttpResponse:
        """It is hidden no longer; audited. The caller's own score on it takes a ruling."""
        reason = body_of(request, Reasoned)["reason"]
        board = board_of(self, number)

        def look() -> dict[str, Any]:
            look_at_board(self.event, board, self.actor, reason)
            return {"number": board.number, "is_hidden": False}

        return self.once(request, look)


def _document(row: RoleAssignment) -> dict[str, Any]:
    assert isinstance(row.user, User)
    return {"user": row.user.username, "role": row.role, "plays_as": plays_as(row)}

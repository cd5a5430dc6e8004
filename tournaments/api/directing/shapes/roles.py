"""The shapes of who may do what: keys, roles, invitations."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.directing.shapes.base import Moment, Shape, once
from tournaments.models import (
    Role,
)


class ApiKeyLine(Shape):
    """A key without itself."""

    id = serializers.CharField()
    role = serializers.ChoiceField(Role.values)
    label = serializers.CharField()  # type: ignore[assignment]
    created_at = Moment()
    last_used_at = Moment(allow_null=True)
    revoked = serializers.BooleanField()


class ApiKeyMade(ApiKeyLine):
    """A new key; the `key` itself is in the first answer only."""

    key = once()


class ApiKeyList(Shape):
    """The keys of an event."""

    results = ApiKeyLine(many=True)


class RoleOfUser(Shape):
    """A user's role (null: none any more), and as whom they play ("" for nobody)."""

    user = serializers.CharField()
    role = serializers.ChoiceField(Role.values, allow_null=True)
    plays_as = serializers.CharField(allow_blank=True)


class RoleList(Shape):
    """Who has a role."""

    results = RoleOfUser(many=True)


class InvitationMade(Shape):
    """An invitation; the `link` is in the first answer only."""

    role = serializers.ChoiceField(Role.values)
    link = once()

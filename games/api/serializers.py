"""What requests must look like, and what responses look like in the schema.

Requests are read strictly: an unknown field is refused by name, a number is not a text. Responses
of the hot path are hand-built dictionaries: their serializers here only describe them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.request import Request

from engine.actions import Action, action_from_data
from engine.errors import ParseError as EngineParseError
from games.errors import told

UNKNOWN = _("This field is not known.")


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses fields it does not know."""

    def to_internal_value(self, data: Any) -> Any:
        """Raise ValidationError with code `unknown_field` for each field too many."""
        if isinstance(data, Mapping):
            unknown = [str(name) for name in data if name not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {
                        name: [serializers.ErrorDetail(str(UNKNOWN), "unknown_field")]
                        for name in unknown
                    }
                )
        return super().to_internal_value(data)


def read_body(request: Request, serializer_class: type[serializers.Serializer[Any]]) -> Any:
    """The validated body of a request. Raises `ParseError` or `ValidationError`."""
    body = request.data
    if not isinstance(body, dict):
        raise ParseError
    serializer = serializer_class(data=body)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


class StrictIntegerField(serializers.IntegerField):
    """A JSON integer: no text, no fraction, no truth value."""

    def to_internal_value(self, data: Any) -> int:
        """Raise ValidationError with code `invalid` for anything else."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class StrictBooleanField(serializers.BooleanField):
    """JSON's true or false, nothing that looks like it."""

    def to_internal_value(self, data: Any) -> bool:
        """Raise ValidationError with code `invalid` for anything else."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return bool(data)


class StrictCharField(serializers.CharField):
    """A JSON text."""

    def to_internal_value(self, data: Any) -> str:
        """Raise ValidationError with code `invalid` for anything else."""
        if type(data) is not str:
            self.fail("invalid")
        return str(super().to_internal_value(data))


class SignInRequest(StrictSerializer):
    """A code, and whether another device may be signed out for it."""

    code = StrictCharField(max_length=40)
    take_over = StrictBooleanField(default=False)


class CallRequest(StrictSerializer):
    """Why the director is called."""

    reason = serializers.ChoiceField(["wrong_board", "irregularity", "other"])
    text = StrictCharField(max_length=300, default="", allow_blank=True)


# --- actions: the serializers of the five types describe them; the engine reads them -----------


class BidAction(serializers.Serializer[Any]):
    """A call in the auction; 0 is no bid."""

    type = serializers.ChoiceField(["bid"])
    value = serializers.IntegerField(min_value=0, max_value=3)


class DoubleAction(serializers.Serializer[Any]):
    """A farmer's sealed decision."""

    type = serializers.ChoiceField(["double"])
    value = serializers.BooleanField()


class RedoubleAction(serializers.Serializer[Any]):
    """The landlord's answer to a double."""

    type = serializers.ChoiceField(["redouble"])
    value = serializers.BooleanField()


class PlayAction(serializers.Serializer[Any]):
    """Cards put on the table: either `cards` or `ranks`."""

    type = serializers.ChoiceField(["play"])
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    ranks = serializers.CharField(required=False)


class PassAction(serializers.Serializer[Any]):
    """Not beating what lies on the table."""

    type = serializers.ChoiceField(["pass"])


ACTION_FIELDS: dict[Any, frozenset[str]] = {
    "bid": frozenset({"type", "value"}),
    "double": frozenset({"type", "value"}),
    "redouble": frozenset({"type", "value"}),
    "play": frozenset({"type", "cards", "ranks"}),
    "pass": frozenset({"type"}),
}

ACTION_SCHEMA = PolymorphicProxySerializer(
    component_name="Action",
    serializers={
        "bid": BidAction,
        "double": DoubleAction,
        "redouble": RedoubleAction,
        "play": PlayAction,
        "pass": PassAction,
    },
    resource_type_field_name="type",
)


@extend_schema_field(ACTION_SCHEMA)
class ActionField(serializers.Field[Action, Any, Any, Any]):
    """An action in the engine's JSON form."""

    def to_internal_value(self, data: Any) -> Action:
        """Raise ValidationError: `unknown_field` by name, else the engine's code and sentence."""
        if isinstance(data, Mapping):
            kind = data.get("type")
            known = ACTION_FIELDS.get(kind) if isinstance(kind, str) else None
            unknown = [] if known is None else [str(name) for name in data if name not in known]
            if unknown:
                raise serializers.ValidationError(
                    {
                        name: [serializers.ErrorDetail(str(UNKNOWN), "unknown_field")]
                        for name in unknown
                    }
                )
        try:
            return action_from_data(data)
        except EngineParseError as error:
            raise serializers.ValidationError(told(error), code=error.code) from None


@extend_schema_field(PlayAction)
class ClaimedPlayField(serializers.Field[Action, Any, Any, Any]):
    """A combination by `cards` or `ranks`, as in the action `play`; `type` may be left out."""

    def to_internal_value(self, data: Any) -> Action:
        """Raise ValidationError as `ActionField` does."""
        if not isinstance(data, Mapping) or data.get("type", "play") != "play":
            raise serializers.ValidationError(_("A play of cards is expected."), code="invalid")
        return ActionField().to_internal_value({**data, "type": "play"})


class NewClaim(StrictSerializer):
    """The `seq` of the view, and the plays by which the hand goes out, in their order."""

    seq = StrictIntegerField(min_value=0, max_value=2**31 - 1)
    plays = serializers.ListField(child=ClaimedPlayField(), min_length=1, max_length=33)


class ClaimAnswer(StrictSerializer):
    """Which claim is answered: its `id` in the view."""

    claim = StrictCharField(max_length=20)


class ActionRequest(StrictSerializer):
    """The `seq` of the view that the player decided on, and the action."""

    seq = StrictIntegerField(min_value=0, max_value=2**31 - 1)
    action = ActionField()

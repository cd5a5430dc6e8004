"""Bodies about scores: rulings, penalties, corrections."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
)
from tournaments.api.shapes import Facts
from tournaments.models import RulingKind

from .base import Scored


class NewRuling(Scored):
    """A ruling on a play (`scores`, `hands`, `seats`, `withdrawn`), or on a `board` everywhere.

    `positions` maps "1", "2", "3" to {"award": "average" | "average_plus" | "average_minus"} or
    {"outcomes": [{"points": 8, "weight": "60%"}, …]}; in the place of `points` an outcome may have
    the `facts` of a result. `mapping` "213": position 1 held hand 2. `seats` ["A", "B"] changed
    places. With `reserve` all tables of the round play its next reserve board instead of a `board`.
    """

    kind = serializers.ChoiceField([k for k in RulingKind.values if k != RulingKind.PENALTY])
    play = StrictCharField(max_length=16, required=False)
    board = StrictIntegerField(min_value=1, max_value=2**31 - 1, required=False)
    reserve = StrictBooleanField(default=False)
    positions = serializers.DictField(child=serializers.DictField(), required=False)
    mapping = StrictCharField(max_length=4, required=False)
    seats = serializers.ListField(
        child=StrictCharField(max_length=1), min_length=2, max_length=2, required=False
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError for the field that this kind needs and that is missing."""
        needed = {"scores": "positions", "hands": "mapping", "seats": "seats"}.get(attrs["kind"])
        if needed is not None and needed not in attrs:
            text = _("A ruling of this kind needs it.")
            raise serializers.ValidationError({needed: [text]}, code="required")
        if ("play" in attrs) == ("board" in attrs and attrs["kind"] == "withdrawn"):
            text = _("A ruling is about one play, or withdraws a board everywhere.")
            raise serializers.ValidationError({"play": [text]}, code="required")
        if attrs["reserve"] and "board" not in attrs:
            text = _("A reserve is played in the place of a board, not of one play.")
            raise serializers.ValidationError({"board": [text]}, code="required")
        return attrs


class NewPenalty(Scored):
    """A share of a top, in per cent, taken from an entrant."""

    entrant = StrictCharField(max_length=16)
    percentage = StrictCharField(max_length=8)


@extend_schema_field(Facts(partial=True))
class ReadFacts(serializers.DictField):
    """Facts by name: the service names what is wrong with them. `landlord` and `bid` are needed."""


class Correction(Scored):
    """The facts that a board's result should have."""

    facts = ReadFacts()

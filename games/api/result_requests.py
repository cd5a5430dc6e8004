"""What requests about results must look like, and their answers as the schema describes them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.cards import parse_card
from engine.errors import ParseError
from games.errors import told
from games.models import PlayState, ResultSource
from games.slips import Slip

from .schema_serializers import Described, positions
from .serializers import StrictBooleanField, StrictCharField, StrictIntegerField, StrictSerializer

MOST_COUNTED = 26


@extend_schema_field(str)
class CardField(serializers.Field[int, Any, Any, Any]):
    """One card with its suit: `10h`, `RJ`."""

    def to_internal_value(self, data: Any) -> int:
        """The engine's card. Raises ValidationError with the engine's code."""
        if type(data) is not str:
            raise serializers.ValidationError(_("One card is expected."), code="invalid")
        try:
            return parse_card(data)
        except ParseError as error:
            raise serializers.ValidationError(told(error), code=error.code) from None


class SpeakingRequest(StrictSerializer):
    """Who speaks: at a table's shared device the seat with its PIN; elsewhere neither."""

    seat = StrictCharField(max_length=1, required=False)
    pin = StrictCharField(max_length=12, required=False)


def _position(**options: Any) -> StrictIntegerField:
    return StrictIntegerField(min_value=1, max_value=4, **options)


class ResultRequest(SpeakingRequest):
    """The facts of a board. `passed_out` goes alone; otherwise landlord, lead, bid and out_first
    are needed. `hands` "213" says that position 1 held hand 2. `sure` overrides `unusual_result`.
    """

    passed_out = StrictBooleanField(default=False)
    landlord = _position(required=False)
    lead = CardField(required=False, help_text="The landlord's opening lead: one card of it.")
    bid = StrictIntegerField(min_value=1, max_value=3, required=False)
    doubled = serializers.ListField(child=_position(), default=list, max_length=4)
    redoubled = StrictBooleanField(default=False)
    bombs = StrictIntegerField(min_value=0, max_value=MOST_COUNTED, default=0)
    rockets = StrictIntegerField(min_value=0, max_value=1, default=0)
    out_first = _position(required=False, help_text="The position that had no cards left.")
    spring = StrictBooleanField(default=False, help_text="A spring or an anti-spring.")
    hands = StrictCharField(max_length=4, required=False)
    sure = StrictBooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Have a bid with every landlord; what else is missing the slip itself says."""
        if not attrs["passed_out"] and "bid" not in attrs:
            raise serializers.ValidationError({"bid": [_("This field is required.")]}, "required")
        return attrs


def slip_of(values: dict[str, Any]) -> Slip:
    """The slip of a validated `ResultRequest`."""
    return Slip(
        passed_out=values["passed_out"],
        landlord=values.get("landlord"),
        lead=values.get("lead"),
        bid=values.get("bid", 0),
        doubled=tuple(values["doubled"]),
        redoubled=values["redoubled"],
        bombs=values["bombs"],
        rockets=values["rockets"],
        out_first=values.get("out_first"),
        spring=values["spring"],
        hands=values.get("hands", ""),
    )


class MatterRequest(SpeakingRequest):
    """What is spoken of, as it was seen: the open `report`, or the `revision` of the result."""

    report = StrictIntegerField(min_value=1, max_value=10_000, required=False)
    revision = StrictIntegerField(min_value=1, max_value=10_000, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Have exactly one of the two."""
        if ("report" in attrs) == ("revision" in attrs):
            text = _("Name either the report or the revision of the result.")
            raise serializers.ValidationError({"report": [text]}, "required")
        return attrs


class ConfirmRequest(MatterRequest):
    """A seat agrees."""


class DisputeRequest(MatterRequest):
    """A seat does not agree; `reason` is for the director."""

    reason = StrictCharField(max_length=300, required=False, allow_blank=True)


# --- answers ------------------------------------------------------------------------------------


class ReportedFacts(Described):
    """What happened (`winner` landlord or farmers; `spring` spring, anti_spring or null)."""

    landlord = serializers.IntegerField(allow_null=True)
    bid = serializers.IntegerField()
    bombs = serializers.IntegerField()
    rockets = serializers.IntegerField()
    spring = serializers.CharField(allow_null=True)
    doubled = positions()
    redoubled = serializers.BooleanField()
    winner = serializers.CharField(allow_null=True)
    passed_out = serializers.BooleanField()


def _points() -> serializers.DictField:
    return serializers.DictField(child=serializers.IntegerField())


class ReportOfBoard(Described):
    """A report that does not count yet; `seat` is null for a director's."""

    number = serializers.IntegerField()
    seat = serializers.CharField(allow_null=True)
    facts = ReportedFacts()
    points = _points()
    lead = serializers.CharField(allow_null=True)
    out_first = serializers.IntegerField(allow_null=True)
    hands = serializers.CharField()
    confirmed_by = serializers.ListField(child=serializers.CharField())


class ResultOfBoard(Described):
    """A result that counts; `hands` is null unless hands were swapped."""

    revision = serializers.IntegerField()
    source = serializers.ChoiceField(ResultSource.values)  # type: ignore[assignment]
    facts = ReportedFacts()
    points = _points()
    hands = serializers.CharField(allow_null=True)
    confirmed_by = serializers.ListField(child=serializers.CharField())


class LineOfTraveller(Described):
    """What another table did with a board; `hands` is null unless hands were swapped there."""

    table = serializers.IntegerField()
    facts = ReportedFacts()
    points = _points()
    hands = serializers.CharField(allow_null=True)


class BoardOfTable(Described):
    """A board at a table: `positions` "BCA" means that seat B holds position 1.

    `traveller` is null before this table's result counts, and in events without travellers.
    """

    id = serializers.CharField()
    board = serializers.IntegerField()
    positions = serializers.CharField()
    state = serializers.ChoiceField(PlayState.values)
    report = ReportOfBoard(allow_null=True)
    result = ResultOfBoard(allow_null=True)
    disputed_by = serializers.ListField(child=serializers.CharField())
    traveller = LineOfTraveller(many=True, allow_null=True)


class SeatOfTable(Described):
    """A chair and who sits on it."""

    letter = serializers.CharField()
    name = serializers.CharField()


class RulesOfTable(Described):
    """What a slip of this table can say at all."""

    passed_out = serializers.BooleanField()
    doubling = serializers.BooleanField()
    redouble = serializers.BooleanField()
    spring = serializers.BooleanField()


class TableWithBoards(Described):
    """My table with its boards; `seat` is null on the table's own device."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    physical = serializers.BooleanField()
    confirm_results = serializers.BooleanField()
    finished = serializers.BooleanField()
    seat = serializers.CharField(allow_null=True)
    seats = SeatOfTable(many=True)
    rules = RulesOfTable()
    plays = BoardOfTable(many=True)


class MyTableAnswer(Described):
    """My newest table, null before the first round."""

    table = TableWithBoards(allow_null=True)

"""The shapes of a table: its halts, its turns, its calls."""

from __future__ import annotations

from rest_framework import serializers

from games.models import PlayState
from games.models.calls import LIVE_CALLS, CallReason, CallState
from tournaments.api.directing.shapes.base import Shape


class TableCode(Shape):
    """The code of a table's device."""

    table = serializers.IntegerField()
    code = serializers.CharField()


class TableCodes(Shape):
    """The tables that got a code; the `codes` are in the first answer only."""

    tables = serializers.ListField(child=serializers.IntegerField())
    codes = TableCode(many=True, required=False)


class PlayInState(Shape):
    """The state of a play."""

    play = serializers.CharField()
    state = serializers.ChoiceField(PlayState.values)


class TableFrozen(Shape):
    """A table that stands still."""

    table = serializers.CharField()
    halted = serializers.ChoiceField(["frozen"])


class TableResumed(Shape):
    """A table that goes on."""

    table = serializers.CharField()


class ActionUndone(Shape):
    """The `seq` of the row that took the action back; null for who is still to play a board."""

    seq = serializers.IntegerField(allow_null=True)


class ClaimWithdrawn(Shape):
    """The claim that is void."""

    claim = serializers.CharField()


class TurnExtended(Shape):
    """How much more time was given."""

    seconds = serializers.IntegerField()


class BotOfSeat(Shape):
    """Which bot acts for a seat, if one does."""

    seat = serializers.CharField()
    bot = serializers.CharField(allow_null=True)


class TableOfCall(Shape):
    """The table of a call."""

    id = serializers.CharField()
    number = serializers.IntegerField()


class CallLine(Shape):
    """A call for the director; `automatic` is the clock's."""

    id = serializers.CharField()
    table = TableOfCall()
    board = serializers.IntegerField(allow_null=True)
    player = serializers.CharField()
    reason = serializers.ChoiceField(CallReason.values)
    text = serializers.CharField(allow_blank=True)
    automatic = serializers.BooleanField()
    state = serializers.ChoiceField(CallState.values)
    at = serializers.DateTimeField()
    taken_by = serializers.CharField(allow_null=True)


class LiveCall(CallLine):
    """A call that waits for a director, or that one deals with."""

    state = serializers.ChoiceField([each.value for each in LIVE_CALLS])


class CallList(Shape):
    """The calls that are open or taken."""

    results = LiveCall(many=True)

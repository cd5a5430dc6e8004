"""The shapes of the hall: what is still to do, what needs somebody, the tables."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.directing.shapes.base import Moment, Shape
from tournaments.api.directing.shapes.rounds import DirectedRound


class ReadinessPoint(Shape):
    """One thing to do; `text` and `why` are in the language of the request."""

    code = serializers.CharField()
    is_done = serializers.BooleanField()
    text = serializers.CharField()
    why = serializers.CharField()


class Readiness(Shape):
    """What has to be done before the first round."""

    points = ReadinessPoint(many=True)


class NeedOfTable(Shape):
    """What waits for somebody at a table; `text` names a reason, a board, boards or seats."""

    kind = serializers.ChoiceField(
        ["call", "dispute", "misfit", "unconfirmed", "idle", "late", "absent"]
    )
    table = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    since = Moment(allow_null=True)


class TableOfHall(Shape):
    """A table: `done` of `total` boards, the board that it is `playing`, how many it is behind."""

    table = serializers.IntegerField()
    table_id = serializers.CharField()
    state = serializers.ChoiceField(["playing", "finished", "frozen", "paused", "claimed"])
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    playing = serializers.IntegerField(allow_null=True)
    lag = serializers.IntegerField()
    calls = serializers.BooleanField()
    names = serializers.ListField(child=serializers.CharField())


class PendingCounts(Shape):
    """So many of all frequency tables are still to be counted."""

    waiting = serializers.IntegerField()
    whole = serializers.IntegerField()
    since = Moment()


class FailureLine(Shape):
    """What failed: the count of a field, a publication, or the sending of a message."""

    stage = serializers.IntegerField(allow_null=True)
    board = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    tries = serializers.IntegerField()
    since = Moment()
    is_parked = serializers.BooleanField()
    error = serializers.CharField()


class HallOfRound(Shape):
    """The round under way, what needs somebody first, and its tables, in parts."""

    stage = serializers.IntegerField(allow_null=True)
    round = DirectedRound(allow_null=True)
    paused_at = Moment(allow_null=True)
    backup_at = Moment(allow_null=True)
    asking = serializers.IntegerField()
    pending = PendingCounts(allow_null=True)
    failures = FailureLine(many=True)
    needs = NeedOfTable(many=True)
    count = serializers.IntegerField()
    finished = serializers.IntegerField()
    found = serializers.IntegerField()
    results = TableOfHall(many=True)
    next = serializers.IntegerField(allow_null=True)


class TriedAgain(Shape):
    """How much is tried again."""

    failures = serializers.IntegerField()

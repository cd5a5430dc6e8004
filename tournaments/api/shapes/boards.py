"""The shapes of boards, plays and scorecards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes.standings import Entrant, EntrantLine, OtherEvent, Standing


class BoardLine(serializers.Serializer[Any]):
    """An opened board; `averages` are the mean points of positions 1, 2, 3."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    results = serializers.IntegerField()
    averages = serializers.ListField(child=serializers.CharField(allow_null=True))


class FrequencyLine(serializers.Serializer[Any]):
    """One points value of a frequency table.

    `weight` is how many results had it, a fraction where a ruling divides a result. Below 1
    `score` and `percentage` are nobody's own (pages show a dash): they are exactly what the
    outcomes of such a ruling are weighted with, and may be below 0 or above 100 %.
    """

    points = serializers.IntegerField()
    weight = serializers.CharField()
    score = serializers.CharField()
    percentage = serializers.CharField(allow_null=True)


class FrequencyTable(serializers.Serializer[Any]):
    """The frequency table of a position, best value first."""

    position = serializers.IntegerField()
    mapping = serializers.CharField()
    results = serializers.IntegerField()
    top = serializers.CharField()
    average = serializers.CharField(allow_null=True)
    lines = FrequencyLine(many=True)


class Facts(serializers.Serializer[Any]):
    """The facts of a finished play."""

    landlord = serializers.IntegerField(allow_null=True)
    bid = serializers.IntegerField()
    bombs = serializers.IntegerField()
    rockets = serializers.IntegerField()
    spring = serializers.ChoiceField(["spring", "anti_spring"], allow_null=True)
    doubled = serializers.ListField(child=serializers.IntegerField())
    redoubled = serializers.BooleanField()
    winner = serializers.ChoiceField(["landlord", "farmers"], allow_null=True)
    passed_out = serializers.BooleanField()


class Outcome(serializers.Serializer[Any]):
    """One of the results that a ruling gave a seat; `weight` is a fraction, all sum to 1."""

    points = serializers.IntegerField()
    weight = serializers.CharField()


class SeatScore(serializers.Serializer[Any]):
    """How a play came out for one seat: points = field_average + added.

    `ruling` says how a director adjusted it: an award has no score of its own here, the points of
    an assigned or weighted result are the mean of its `outcomes`, rounded; `added` is exact.
    """

    position = serializers.IntegerField()
    seat = serializers.CharField()
    entrant = Entrant()
    player = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(["landlord", "farmer"], allow_null=True)
    points = serializers.IntegerField()
    field_average = serializers.CharField(allow_null=True)
    added = serializers.CharField(allow_null=True)
    score = serializers.CharField(allow_null=True)
    top = serializers.CharField()
    percentage = serializers.CharField(allow_null=True)
    ruling = serializers.ChoiceField(
        ["average", "average_plus", "average_minus", "assigned", "weighted"], allow_null=True
    )
    outcomes = Outcome(many=True)


class PlayResult(serializers.Serializer[Any]):
    """A finished play of an opened board; `mapping` "213": position 1 held hand 2."""

    id = serializers.CharField()
    board = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField()
    mapping = serializers.CharField()
    result = Facts()
    seats = SeatScore(many=True)


class Board(serializers.Serializer[Any]):
    """An opened board with its traveller."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    hands = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    kitty = serializers.ListField(child=serializers.CharField())
    frequency = FrequencyTable(many=True)
    previous = serializers.IntegerField(allow_null=True)
    following = serializers.IntegerField(allow_null=True)
    traveller = PlayResult(many=True)
    next = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()


class PartingStep(serializers.Serializer[Any]):
    """What a position did; `value` of bids and doubles, `cards` of plays."""

    position = serializers.IntegerField()
    kind = serializers.ChoiceField(["bid", "double", "redouble", "play", "pass"])
    value = serializers.JSONField(allow_null=True)
    cards = serializers.ListField(child=serializers.CharField())


class PartingTable(serializers.Serializer[Any]):
    """A table that went this way."""

    table = serializers.IntegerField()
    play = serializers.CharField()


class PartingLine(serializers.Serializer[Any]):
    """A way on, `depth` partings deep, which `count` of `of` tables took; mean points after it."""

    depth = serializers.IntegerField()
    steps = PartingStep(many=True)
    count = serializers.IntegerField()
    of = serializers.IntegerField()
    average = serializers.CharField()
    tables = PartingTable(many=True)


class Partings(serializers.Serializer[Any]):
    """Where the tables of an opened board parted; `lines` in the order of the tree."""

    number = serializers.IntegerField()
    total = serializers.IntegerField()
    lines = PartingLine(many=True)
    version = serializers.IntegerField()


class RecordEntry(serializers.Serializer[Any]):
    """An entry of the log of a play."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    position = serializers.IntegerField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]
    automatic = serializers.BooleanField()
    at = serializers.DateTimeField()


class PlayRecord(PlayResult):
    """A play to step through."""

    hands = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    kitty = serializers.ListField(child=serializers.CharField())
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    seconds_used = serializers.DictField(child=serializers.FloatField(), allow_null=True)
    entries = RecordEntry(many=True)
    version = serializers.IntegerField()


class ScoreLine(SeatScore):
    """A board of a scorecard."""

    number = serializers.IntegerField()
    play = serializers.CharField()
    table = serializers.IntegerField()
    result = Facts()
    others = SeatScore(many=True)


class RoundScore(serializers.Serializer[Any]):
    """A round of a scorecard."""

    number = serializers.IntegerField()
    bye = serializers.BooleanField()
    score = serializers.CharField(allow_null=True)
    top = serializers.CharField()
    points = serializers.IntegerField()
    field_average = serializers.CharField()
    added = serializers.CharField()
    boards = ScoreLine(many=True)


class Scorecard(EntrantLine):
    """An entrant's boards by round."""

    standing = Standing(allow_null=True)
    rounds = RoundScore(many=True)
    other_events = OtherEvent(many=True)
    version = serializers.IntegerField()


class RoleLine(serializers.Serializer[Any]):
    """Plays in which position `value` was landlord, or in which the bid was `value`.

    `share` and `success` are percentages; `mean` is the landlord's mean points, `mean_farmer` that
    of a farmer (of a position: wherever it was one).
    """

    value = serializers.IntegerField()
    plays = serializers.IntegerField()
    share = serializers.CharField(allow_null=True)
    won = serializers.IntegerField()
    success = serializers.CharField(allow_null=True)
    mean = serializers.CharField(allow_null=True)
    mean_farmer = serializers.CharField(allow_null=True)


class Statistics(serializers.Serializer[Any]):
    """Counts over the finished plays of the opened boards."""

    plays = serializers.IntegerField()
    passed_out = serializers.IntegerField()
    by_position = RoleLine(many=True)
    by_bid = RoleLine(many=True)
    bombs = serializers.IntegerField()
    rockets = serializers.IntegerField()
    with_bombs = serializers.IntegerField()
    springs = serializers.IntegerField()
    anti_springs = serializers.IntegerField()
    doubled = serializers.IntegerField()
    redoubled = serializers.IntegerField()
    version = serializers.IntegerField()

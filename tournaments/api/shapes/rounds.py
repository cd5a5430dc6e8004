"""The shapes of rounds, their tables and the movement."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.models import PlayState
from tournaments.api.shapes.boards import PlayResult
from tournaments.api.shapes.standings import Entrant
from tournaments.models import DrawKind, RoundState


class RoundFacts(serializers.Serializer[Any]):
    """A round: its state and its boards."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(RoundState.values)
    first_board = serializers.IntegerField()
    last_board = serializers.IntegerField()
    released_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


class RoundLine(RoundFacts):
    """A round in the list."""

    tables = serializers.IntegerField()
    tables_finished = serializers.IntegerField()


class Chair(serializers.Serializer[Any]):
    """A seat and for whom it counts; `player` names who sits there, if that is somebody else."""

    seat = serializers.CharField()
    entrant = Entrant()
    player = serializers.CharField(allow_null=True)


class TableBoard(serializers.Serializer[Any]):
    """A board at a table: `positions` "BCA" means that seat B holds position 1."""

    number = serializers.IntegerField()
    positions = serializers.CharField()


class Table(serializers.Serializer[Any]):
    """A table of a round."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(["drawn", "playing", "finished"])
    seats = Chair(many=True)
    boards = TableBoard(many=True)


class RoundSeating(RoundFacts):
    """The seating of a round."""

    boards_opened = serializers.ListField(child=serializers.IntegerField())
    byes = Entrant(many=True)
    tables = Table(many=True)
    next = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()


class BoardAtTable(TableBoard):
    """A board at one table. Of one that is not `opened` only the `state` of its play is told."""

    state = serializers.ChoiceField(["drawn", *PlayState.values])
    opened = serializers.BooleanField()
    result = PlayResult(allow_null=True)


class TablePage(serializers.Serializer[Any]):
    """A table of a round. `spectator_delay` is how many minutes a board stays closed after its last
    table has finished it.
    """

    number = serializers.IntegerField()
    state = serializers.ChoiceField(["drawn", "playing", "finished"])
    seats = Chair(many=True)
    round = serializers.IntegerField()
    spectator_delay = serializers.IntegerField()
    boards = BoardAtTable(many=True)
    version = serializers.IntegerField()


class ScheduledTable(serializers.Serializer[Any]):
    """A table of the schedule: the entrant's number by seat, the positions by board."""

    number = serializers.IntegerField()
    seats = serializers.DictField(child=serializers.IntegerField())
    positions = serializers.ListField(child=serializers.CharField())


class ScheduledRound(serializers.Serializer[Any]):
    """A round of the schedule; `byes` are entrants' numbers."""

    number = serializers.IntegerField()
    tables = ScheduledTable(many=True)
    byes = serializers.ListField(child=serializers.IntegerField())


class MovementVersion(serializers.Serializer[Any]):
    """A draw that led to the movement: why, from which round on, who came or went, what it cost."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(DrawKind.values)
    from_round = serializers.IntegerField()
    at = serializers.DateTimeField()
    people = Entrant(many=True)
    certificate = serializers.DictField()


class MovementDocument(serializers.Serializer[Any]):
    """The movement; `movement` is the document that the independent checker reads."""

    seed = serializers.IntegerField()
    certificate = serializers.DictField()
    movement = serializers.DictField()
    unseparated = serializers.ListField(child=serializers.CharField())
    versions = MovementVersion(many=True)
    entrants = Entrant(many=True)
    rounds = ScheduledRound(many=True)
    version = serializers.IntegerField()

"""The shapes of what a player is told about himself."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.schema_serializers import Expected
from tournaments.api.shapes.rounds import Chair, TableBoard
from tournaments.api.shapes.standings import EntrantLine
from tournaments.models import EventState


class MyEvent(serializers.Serializer[Any]):
    """The event that a player was entered in."""

    slug = serializers.CharField()
    name = serializers.CharField()
    state = serializers.ChoiceField(EventState.values)
    timezone = serializers.CharField()
    physical = serializers.BooleanField()
    confirm_results = serializers.BooleanField()


class MyPlayer(serializers.Serializer[Any]):
    """Who the token speaks for."""

    id = serializers.CharField()
    name = serializers.CharField()


class MyTable(serializers.Serializer[Any]):
    """Where a player sits now."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    seat = serializers.CharField()
    seats = Chair(many=True)
    boards = TableBoard(many=True)


class MyPresentPlay(serializers.Serializer[Any]):
    """The play in progress."""

    id = serializers.CharField()
    board = serializers.IntegerField()
    seq = serializers.IntegerField()


class MyNextRound(serializers.Serializer[Any]):
    """Where a player goes next."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    seat = serializers.CharField(allow_null=True)
    bye = serializers.BooleanField()


class Clock(serializers.Serializer[Any]):
    """The server's time, and until when an action is awaited: draw clocks from the difference."""

    now = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)


class Me(serializers.Serializer[Any]):
    """A player's place in the event."""

    player = MyPlayer()
    event = MyEvent()
    entrant = EntrantLine()
    status = serializers.ChoiceField(
        ["waiting_for_draw", "waiting_for_round", "bye", "playing", "finished"]
    )
    table = MyTable(allow_null=True)
    play = MyPresentPlay(allow_null=True)
    expected = Expected(allow_null=True)
    next = MyNextRound(allow_null=True)
    clock = Clock()


class MyLetters(serializers.Serializer[Any]):
    """What a player gets by e-mail. Nothing comes before the address is `confirmed`."""

    available = serializers.BooleanField()
    email = serializers.CharField(allow_blank=True)
    seating = serializers.BooleanField()
    results = serializers.BooleanField()
    confirmed = serializers.BooleanField()
    language = serializers.CharField(allow_null=True)

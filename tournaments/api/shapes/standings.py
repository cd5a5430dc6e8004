"""The shapes of entrants and how they stand: ranks, units, matches."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import EventState


class Entrant(serializers.Serializer[Any]):
    """An entrant where one is named."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class EntrantLine(Entrant):
    """An entrant in the list."""

    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    categories = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(["active", "withdrawn", "disqualified"])
    is_house = serializers.BooleanField(help_text="A bot that fills a table; it is not ranked.")


class RankedEntrant(Entrant):
    """An entrant in the standings."""

    club = serializers.CharField(allow_blank=True)
    categories = serializers.ListField(child=serializers.CharField())


class TieBreak(serializers.Serializer[Any]):
    """A step of the tie-break chain: what it gave, and whether it decided."""

    step = serializers.CharField()
    value = serializers.CharField()
    decided = serializers.BooleanField()


class Standing(serializers.Serializer[Any]):
    """A line of the standings; `change` is the places gained since the last round.

    `boards` were played, `boards_awarded` have an award, for a round sat out or by a
    ruling; `score` and `percentage` are over both. `category_rank` is the rank among those of the
    category asked for; `title_points` are null where ranks bring none.
    `score` is the sum of `rounds`, `carried` and `penalty`, which is not above 0.
    """

    rank = serializers.IntegerField()
    category_rank = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField(allow_null=True)
    entrant = RankedEntrant()
    score = serializers.CharField()
    percentage = serializers.CharField(allow_blank=True)
    boards = serializers.IntegerField()
    boards_awarded = serializers.IntegerField()
    penalty = serializers.CharField()
    rounds = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField()
    raw_rank = serializers.IntegerField()
    out_round = serializers.IntegerField(allow_null=True)
    carried = serializers.CharField()
    tie_breaks = TieBreak(many=True)
    title_points = serializers.CharField(allow_null=True)


class UnitMember(Entrant):
    """An entrant that counts for a unit."""

    score = serializers.CharField()


class UnitStanding(serializers.Serializer[Any]):
    """A club or country; `rank` null: fewer entrants than count. `mean` is of one member."""

    rank = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    score = serializers.CharField()
    mean = serializers.CharField()
    percentage = serializers.CharField(allow_blank=True)
    members = UnitMember(many=True)
    others = serializers.IntegerField()


class TeamOfMatch(Entrant):
    """A team in a match: its plain points, what it won of the others, and what that brings it in
    the standings (victory points, or points for a won match); null until the match is complete.
    """

    points = serializers.IntegerField()
    margin = serializers.IntegerField()
    worth = serializers.CharField(allow_null=True)


class BoardOfMatch(serializers.Serializer[Any]):
    """A board of a match of two teams: the points of either, null for an artificial score, and what
    it brought the first.
    """

    number = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    won = serializers.IntegerField()


class MatchOfTeams(serializers.Serializer[Any]):
    """A match of three teams, or of two (four-a-side): these have tables and boards."""

    round = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.IntegerField())
    is_complete = serializers.BooleanField()
    boards_counted = serializers.IntegerField()
    teams = TeamOfMatch(many=True)
    boards = BoardOfMatch(many=True)
    not_played = serializers.ListField(child=serializers.IntegerField())


class MatchScore(serializers.Serializer[Any]):
    """A match of two teams as one sees it: what it won of the other, and the plain points of both,
    its own first. `worth` is what the match brings each in the standings; null for a match of
    three teams, and until the match is complete.
    """

    round = serializers.IntegerField()
    margin = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    worth = serializers.ListField(child=serializers.CharField(), allow_null=True)
    is_complete = serializers.BooleanField()


class Meeting(serializers.Serializer[Any]):
    """What an entrant had with another.

    `rounds` are those in which they sat at one table; on `compared` boards both held the same hand,
    and on `wins` of them the one whose row it is had the better score. Teams have `matches`.
    """

    entrant = Entrant()
    rounds = serializers.ListField(child=serializers.IntegerField())
    compared = serializers.IntegerField()
    wins = serializers.IntegerField()
    ties = serializers.IntegerField()
    losses = serializers.IntegerField()
    matches = MatchScore(many=True)


class CrossRow(serializers.Serializer[Any]):
    """One entrant against all with whom there was something, in the order of the standings."""

    rank = serializers.IntegerField()
    entrant = Entrant()
    against = Meeting(many=True)


class OtherEvent(serializers.Serializer[Any]):
    """What the same person came to in another public event: the newest standings of the stage
    `slug`, where they are `entrant`.
    """

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField(allow_null=True)
    state = serializers.ChoiceField(EventState.values)
    entrant = serializers.CharField()
    rank = serializers.IntegerField()
    entrants = serializers.IntegerField()
    score = serializers.CharField()
    percentage = serializers.CharField(allow_blank=True)

"""The shapes of rounds: the draw, the clock, the plays of a round."""

from __future__ import annotations

from rest_framework import serializers

from games.models import PlayState, ReportState
from tournaments.api.directing.shapes.base import Moment, Shape
from tournaments.api.directing.shapes.events import Certificate
from tournaments.api.shapes import RoundFacts
from tournaments.models import (
    EliminationWhy,
)


class DirectedRound(RoundFacts):
    """A round's state."""

    released_at = Moment(allow_null=True)
    finished_at = Moment(allow_null=True)
    ends_at = Moment(allow_null=True)


class RoundExtended(Shape):
    """How much later a round ends, and for how many turns under way."""

    seconds = serializers.IntegerField()
    turns = serializers.IntegerField()


class BotsSeated(Shape):
    """On how many seats bots were seated."""

    seats = serializers.IntegerField()


class SwapOfDrawn(Shape):
    """What a swap makes of the draw; not `made` with `dry_run`.

    The costs are those of the round: `forbidden_pairs`, `club_pairs`, and in a round drawn from
    scores `spread`, `repeats`, `position_excess` and `cost`.
    """

    made = serializers.BooleanField()
    before = Certificate()
    after = Certificate()
    costs_before = serializers.DictField(child=serializers.FloatField())
    costs_after = serializers.DictField(child=serializers.FloatField())
    version = serializers.IntegerField()


class EliminationOfEntrant(Shape):
    """Somebody who is out after a round, and why."""

    id = serializers.CharField()
    entrant = serializers.CharField()
    round = serializers.IntegerField()
    why = serializers.ChoiceField(EliminationWhy.values)
    value = serializers.CharField()
    threshold = serializers.IntegerField()
    made_at = Moment()
    reversed_at = Moment(allow_null=True)


class EliminationToCome(Shape):
    """Somebody who would be out: what they have, and why that is not enough."""

    entrant = serializers.CharField()
    number = serializers.IntegerField()
    value = serializers.CharField()
    why = serializers.ChoiceField(EliminationWhy.values)


class EliminationsToCome(Shape):
    """Who would be out after the newest round, lowest first, and the threshold."""

    round = serializers.IntegerField()
    threshold = serializers.IntegerField()
    results = EliminationToCome(many=True)


class EliminationList(Shape):
    """Who is out."""

    results = EliminationOfEntrant(many=True)


class PlayOfRound(Shape):
    """A board at a table; `report` says that a report waits or is disputed.

    `table` is its number, `table_id` what the verbs of one table are called with.
    """

    play = serializers.CharField()
    table = serializers.IntegerField()
    table_id = serializers.CharField()
    board = serializers.IntegerField()
    positions = serializers.CharField()
    state = serializers.ChoiceField(PlayState.values)
    report = serializers.ChoiceField(
        [ReportState.WAITING.value, ReportState.DISPUTED.value], allow_null=True
    )


class RoundPlays(Shape):
    """The boards of a round at every table."""

    round = serializers.IntegerField()
    plays = PlayOfRound(many=True)


class TablesHalted(Shape):
    """For how many tables it was."""

    tables = serializers.IntegerField()

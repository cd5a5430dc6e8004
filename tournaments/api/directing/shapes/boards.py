"""The shapes of boards: their opening, their deals, the secret."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.directing.shapes.base import Moment, Shape


class BoardOpened(Shape):
    """Since when a board is open."""

    number = serializers.IntegerField()
    opened_at = Moment()


class WithheldRevealed(Shape):
    """The numbers of the boards that were opened."""

    boards = serializers.ListField(child=serializers.IntegerField())


class PublicValueBrought(Shape):
    """The value as it is kept, and the sessions whose deals follow from it."""

    public_value = serializers.CharField()
    sessions = serializers.ListField(child=serializers.IntegerField())


class DealSet(Shape):
    """What was committed to with the secret."""

    version = serializers.CharField()
    set_id = serializers.CharField()
    event = serializers.CharField()
    stage = serializers.CharField()
    session = serializers.CharField()
    boards = serializers.IntegerField()
    reserves = serializers.IntegerField()
    public_value_name = serializers.CharField(allow_null=True)


class AttemptsOfDeals(Shape):
    """The attempt by the number of the deal, where it is not 0."""

    original = serializers.DictField(child=serializers.IntegerField())
    reserve = serializers.DictField(child=serializers.IntegerField())


class RevealOfDeals(Shape):
    """The document `fushi-reveal-1`: all that the deals follow from."""

    format = serializers.ChoiceField(["fushi-reveal-1"])
    description = DealSet()
    secret = serializers.CharField()
    public_value = serializers.CharField(allow_null=True)
    attempts = AttemptsOfDeals()


class BoardLookedAt(Shape):
    """A board that is hidden no longer from the caller."""

    number = serializers.IntegerField()
    is_hidden = serializers.BooleanField()


class Deal(Shape):
    """A deal; hands by position."""

    kind = serializers.ChoiceField(["original", "reserve"])
    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    hands = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    kitty = serializers.ListField(child=serializers.CharField())


class DealsFile(Shape):
    """The document `fushi-deals-1`."""

    format = serializers.ChoiceField(["fushi-deals-1"])
    set_id = serializers.CharField()
    deals = Deal(many=True)


class DealsOfRound(Shape):
    """The deals of a round; the `file` is in the first answer only."""

    round = serializers.IntegerField()
    file = DealsFile(required=False)

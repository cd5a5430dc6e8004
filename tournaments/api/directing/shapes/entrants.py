"""The shapes of entrants, their codes, registrations and line-ups."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.directing.shapes.base import Moment, Shape, once
from tournaments.api.shapes import Entrant
from tournaments.models import (
    EntrantState,
    RegistrationState,
)


class EntrantInState(Shape):
    """An entrant's state."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(EntrantState.values)


class NamedEntrant(EntrantInState):
    """An entrant, or a member of a team (the id is the player's then), by name."""

    name = serializers.CharField(allow_blank=True)


class PersonData(Shape):
    """What is known of an entrant; of a member of a team or a substitute the name alone."""

    id = serializers.CharField(help_text="That of the address.")
    name = serializers.CharField()
    club = serializers.CharField(required=False, allow_blank=True)
    country = serializers.CharField(required=False, allow_blank=True)
    number = serializers.IntegerField(required=False)
    rating = serializers.IntegerField(required=False, allow_null=True)
    categories = serializers.ListField(child=serializers.CharField(), required=False)


class EntrantsWithCodes(Shape):
    """Who got a code. `codes` by id are in the first answer only; so are the `pins` of an event
    that is played with cards.
    """

    entrants = NamedEntrant(many=True)
    codes = serializers.DictField(child=serializers.CharField(), required=False)
    pins = serializers.DictField(child=serializers.CharField(), required=False)


class HouseEntered(Shape):
    """The house players, or house teams, that were entered."""

    entrants = NamedEntrant(many=True)


class RegistrationDecided(Shape):
    """What became of a registration: its `place` on the waiting list, or the id of its entrant."""

    id = serializers.CharField()
    state = serializers.ChoiceField(RegistrationState.values)
    place = serializers.IntegerField(allow_null=True)
    entrant = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class RegistrationLine(RegistrationDecided):
    """Who entered by the page; the `email` is for who runs the event.

    `is_double`: somebody of the same name, club and country is entered already.
    """

    name = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    country = serializers.CharField(allow_blank=True)
    email = serializers.CharField(allow_blank=True, required=False)
    is_double = serializers.BooleanField()
    made_at = Moment()


class RegistrationList(Shape):
    """The registrations of an event."""

    results = RegistrationLine(many=True)


class MissingEntrants(Shape):
    """Who plays and is not checked in, of how many."""

    expected = serializers.IntegerField()
    missing = NamedEntrant(many=True)


class EntrantCheckedIn(EntrantInState):
    """Whether an entrant is here."""

    is_here = serializers.BooleanField()


class PersonRemoved(Shape):
    """Whose data was removed."""

    id = serializers.CharField()
    is_removed = serializers.BooleanField()


class SubstituteSeated(Shape):
    """A substitute. The `code` is in the first answer only, null for who has one already; so is the
    `pin`, of an event that is played with cards.
    """

    player = serializers.CharField()
    from_round = serializers.IntegerField()
    code = once(allow_null=True)
    pin = once()


class LineUpSet(Shape):
    """Who plays for a team, by their places on its list."""

    entrant = serializers.CharField()
    from_round = serializers.IntegerField()
    places = serializers.ListField(child=serializers.IntegerField())


class PlacedEntrant(Entrant):
    """An entrant with rank and percentage in a version; null and "" where it has no line."""

    rank = serializers.IntegerField(allow_null=True)
    percentage = serializers.CharField(allow_blank=True)

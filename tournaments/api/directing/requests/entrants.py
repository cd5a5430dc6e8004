"""Bodies about entrants and the people who sit for them."""

from __future__ import annotations

import base64
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
)

from .base import Reasoned


class HousePlayers(Reasoned):
    """How many house players or teams; without a `count` as many as the last table lacks."""

    count = StrictIntegerField(min_value=1, max_value=20, required=False)
    from_round = StrictIntegerField(min_value=1, max_value=1500, required=False)


class EntrantsText(Reasoned):
    """A list of entrants: CSV as `text`, or a `file` (CSV or XLSX) in base64.

    `late` enters them into the rounds that are still to come. `sure`: people of the same name and
    club are different people.
    """

    text = StrictCharField(max_length=200_000, trim_whitespace=False, required=False)
    file = StrictCharField(max_length=2_800_000, required=False)
    sure = StrictBooleanField(default=False)
    late = StrictBooleanField(default=False)
    from_round = StrictIntegerField(min_value=1, max_value=1500, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of `text` and `file`; the file as bytes. Raises ValidationError."""
        if ("text" in attrs) == ("file" in attrs):
            text = _("Send either a text or a file.")
            raise serializers.ValidationError({"text": [text]}, code="required")
        if "file" in attrs:
            try:
                attrs["text"] = base64.b64decode(attrs.pop("file"), validate=True)
            except ValueError:
                text = _("A file is sent in base64.")
                raise serializers.ValidationError({"file": [text]}, code="invalid") from None
        return attrs


class OfEntrant(Reasoned):
    """Something about one entrant, from a round on (default: the next one not released)."""

    entrant = StrictCharField(max_length=16)
    from_round = StrictIntegerField(min_value=1, max_value=1500, required=False)


class PersonData(StrictSerializer):
    """What is known of somebody; of a member of a team or a substitute the name only."""

    name = StrictCharField(max_length=200, required=False)
    club = StrictCharField(max_length=200, required=False, allow_blank=True)
    country = StrictCharField(max_length=200, required=False, allow_blank=True)
    number = StrictIntegerField(min_value=1, max_value=99_999, required=False)
    rating = StrictIntegerField(
        min_value=-1_000_000, max_value=1_000_000, required=False, allow_null=True
    )
    categories = serializers.ListField(
        child=StrictCharField(max_length=40), max_length=10, required=False
    )


class NewPersonData(PersonData, Reasoned):
    """What is to be corrected. What was `seen` before is not written over if it is another by now.

    With `sure` somebody of the same name, club and country is another person.
    """

    seen = PersonData(required=False)
    sure = StrictBooleanField(default=False)


class CheckIn(StrictSerializer):
    """Who is meant (a code, a number or a name), and whether they are here."""

    who = StrictCharField(max_length=200)
    is_here = StrictBooleanField(default=True)


class Approval(Reasoned):
    """With `sure` people of the same name, club and country are different people."""

    sure = StrictBooleanField(default=False)


class NewSubstitute(OfEntrant):
    """Who sits for an entrant: a new person by `name`.

    `instead` names a substitute (a player's id) who was to play and has not yet. With `sure` it is
    another person than who plays already and is called the same.
    """

    name = StrictCharField(max_length=120)
    instead = StrictCharField(max_length=16, required=False)
    sure = StrictBooleanField(default=False)


class NewLineUp(OfEntrant):
    """Who plays for a team, by their places on its list, in this order; `stage` by its number."""

    places = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=99), min_length=1, max_length=4
    )
    stage = StrictIntegerField(min_value=1, max_value=99, required=False)

"""Bodies that make or change an event: settings, plans, keys, webhooks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
)
from games.policy import CLOCK_LIMITS
from tournaments.models import Role, Topic, VacantRanks
from tournaments.models.events import MemoryAid, TimeOut
from tournaments.plans import MINUTES


def _seconds(name: str, **options: Any) -> StrictIntegerField:
    """A clock of the table policy, within its limits."""
    least, most = CLOCK_LIMITS[name]
    return StrictIntegerField(min_value=least, max_value=most, required=False, **options)


class TableSettings(StrictSerializer):
    """How the event's tables play. A clock that is null is none; a setting not named is as usual,
    or stays. Low cards are announced as the ruleset says.
    """

    action_seconds = _seconds("action_seconds", allow_null=True)
    pool_seconds = _seconds("pool_seconds", allow_null=True)
    start_seconds = _seconds("start_seconds")
    on_timeout = serializers.ChoiceField(TimeOut.values, required=False)
    hints = StrictBooleanField(required=False)
    memory_aid = serializers.ChoiceField(MemoryAid.values, required=False)
    claims = StrictBooleanField(required=False)
    physical = StrictBooleanField(required=False)
    travellers = StrictBooleanField(required=False)
    confirm_results = StrictBooleanField(required=False)
    correction_minutes = StrictIntegerField(min_value=0, max_value=32767, required=False)
    club_best = StrictIntegerField(min_value=1, max_value=99, required=False)
    withheld_rounds = StrictIntegerField(min_value=0, max_value=999, required=False)
    spectator_delay = StrictIntegerField(min_value=0, max_value=1440, required=False)
    law_text = StrictCharField(max_length=8000, allow_blank=True, required=False)


class RegistrationSettings(StrictSerializer):
    """Whether and how people enter the event themselves."""

    registration = StrictBooleanField(required=False)
    registration_approval = StrictBooleanField(required=False)
    registration_closes_at = serializers.DateTimeField(required=False, allow_null=True)
    capacity = StrictIntegerField(min_value=1, max_value=99_999, required=False, allow_null=True)


class NewEvent(TableSettings, RegistrationSettings):
    """An event in preparation; `ruleset` names a published one, `slug` its address."""

    name = StrictCharField(max_length=120)
    slug = StrictCharField(max_length=60, default="", allow_blank=True)
    ruleset = StrictCharField(max_length=60, default="competition")
    all_pass = StrictCharField(max_length=8, default="void")
    place = StrictCharField(max_length=120, default="", allow_blank=True)
    starts_on = serializers.DateField(allow_null=True, default=None)
    timezone = StrictCharField(max_length=40, default="UTC")
    is_public = StrictBooleanField(default=True)


class PlannedEvent(StrictSerializer):
    """Three answers, of which a preset makes an event: how many people, how long, with what.

    `rounds` and `boards` a round are taken as they are; without them as many as fit. With `dry_run`
    nothing is made.
    """

    name = StrictCharField(max_length=120)
    people = StrictIntegerField(min_value=6, max_value=9999)
    minutes = StrictIntegerField(min_value=15, max_value=2880, default=150)
    plays_with = serializers.ChoiceField(sorted(MINUTES), required=False)
    rounds = StrictIntegerField(min_value=1, max_value=1500, required=False)
    boards = StrictIntegerField(min_value=1, max_value=100, required=False)
    dry_run = StrictBooleanField(default=False)


class CopiedEvent(StrictSerializer):
    """The name of a copy; its `slug` is made of it. `with_entrants`: the same people come along."""

    name = StrictCharField(max_length=120)
    with_entrants = StrictBooleanField(default=False)
    is_public = StrictBooleanField(default=True)


class EventChanges(TableSettings, RegistrationSettings):
    """Settings of an event; what is not named stays. Until a round is released all of them."""

    disqualified_ranks = serializers.ChoiceField(VacantRanks.values, required=False)
    name = StrictCharField(max_length=120, required=False)
    place = StrictCharField(max_length=120, required=False, allow_blank=True)
    starts_on = serializers.DateField(required=False, allow_null=True)
    timezone = StrictCharField(max_length=40, required=False)
    is_public = StrictBooleanField(required=False)
    all_pass = StrictCharField(max_length=8, required=False)


class NewKey(StrictSerializer):
    """What a key may do, and what it is for."""

    role = serializers.ChoiceField(Role.values)
    label = StrictCharField(max_length=80)  # type: ignore[assignment]


class NewWebhook(StrictSerializer):
    """Where a program is told, and of what."""

    url = StrictCharField(max_length=500)
    topics = serializers.ListField(child=serializers.ChoiceField(Topic.values), max_length=10)


class EventFile(StrictSerializer):
    """A file that an installation has handed over, as a form sends it; `slug` is its address here,
    where its own is taken. With `dry_run` nothing is made.
    """

    file = serializers.FileField()
    slug = serializers.CharField(max_length=60, default="", allow_blank=True)
    dry_run = serializers.BooleanField(default=False)

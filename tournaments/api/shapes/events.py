"""The shapes of an event and of its commitments."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes.rounds import RoundLine
from tournaments.api.shapes.standings import Standing
from tournaments.models import EventState


class EventLine(serializers.Serializer[Any]):
    """An event in the list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField(allow_null=True)
    state = serializers.ChoiceField(EventState.values)


class SessionCommitment(serializers.Serializer[Any]):
    """The commitment of a session."""

    session = serializers.IntegerField()
    commitment = serializers.CharField()


class Overview(EventLine):
    """An event; `boards` are those that the version counts."""

    timezone = serializers.CharField()
    ruleset = serializers.CharField()
    all_pass = serializers.ChoiceField(["void", "forced"])
    format = serializers.CharField()
    method = serializers.CharField()
    scoring = serializers.CharField(help_text="What the ranks go by: the comparison, or matches.")
    bye_award = serializers.IntegerField(help_text="The least percentage of a bye.")
    awards = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Average plus, average, average minus: per cent, or points a board where points"
        " are compared. Empty: 60, 50, 40, or 2, 0, -2.",
    )
    cap = serializers.IntegerField(
        allow_null=True, help_text="The most that a board of four-a-side brings; null as the rules."
    )
    tie_breaks = serializers.ListField(child=serializers.CharField())
    entrants = serializers.IntegerField()
    version = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    boards = serializers.ListField(child=serializers.IntegerField())
    boards_in_play = serializers.IntegerField()
    rounds = RoundLine(many=True)
    standings = Standing(many=True)
    commitments = SessionCommitment(many=True)


class CommittedSession(serializers.Serializer[Any]):
    """What was committed to: SHA-256(secret ‖ canonical); `deals` has the opened boards."""

    session = serializers.IntegerField()
    commitment = serializers.CharField()
    committed_at = serializers.DateTimeField()
    description = serializers.DictField()
    canonical = serializers.CharField()
    public_value = serializers.CharField(allow_null=True)
    revealed_at = serializers.DateTimeField(allow_null=True)
    reveal = serializers.DictField(allow_null=True)
    deals = serializers.DictField()


class Commitments(serializers.Serializer[Any]):
    """The commitments of an event."""

    sessions = CommittedSession(many=True)
    version = serializers.IntegerField()


class SignedSummary(serializers.Serializer[Any]):
    """A summary (`fushi-summary-1`, docs/formats.md) and its Ed25519 signature in Base64."""

    summary = serializers.DictField()
    signature = serializers.CharField()
    version = serializers.IntegerField()


class PublicKey(serializers.Serializer[Any]):
    """The key by which the installation signs, in Base64."""

    algorithm = serializers.ChoiceField(["Ed25519"])
    public_key = serializers.CharField()
    made_at = serializers.CharField()

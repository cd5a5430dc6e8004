"""The shapes of the programs that are told of an event, and of what became of their messages."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.directing.shapes.base import Moment, Shape, once
from tournaments.models import MessageKind, Topic


class DeliveryLine(Shape):
    """A message to a webhook; `status` is the last answer, `why` a reason or the last fault."""

    type = serializers.ChoiceField(MessageKind.values)
    made_at = Moment()
    state = serializers.ChoiceField(["waiting", "failing", "parked", "sent", "dropped"])
    status = serializers.IntegerField(allow_null=True)
    tries = serializers.IntegerField()
    why = serializers.CharField(allow_blank=True)


class WebhookLine(Shape):
    """A program that is told, with its last ten messages, newest first."""

    id = serializers.CharField()
    url = serializers.CharField()
    topics = serializers.ListField(child=serializers.ChoiceField(Topic.values))
    created_at = Moment()
    ended_at = Moment(allow_null=True)
    deliveries = DeliveryLine(many=True)


class WebhookMade(WebhookLine):
    """A new webhook; the `secret` that signs is in the first answer only."""

    secret = once()


class WebhookList(Shape):
    """All webhooks of an event."""

    results = WebhookLine(many=True)


class WebhookTested(Shape):
    """The message that will be sent."""

    message = serializers.CharField()

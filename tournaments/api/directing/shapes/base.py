"""What the shapes of the director's answers share."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

Shape = serializers.Serializer[Any]


class Moment(serializers.DateTimeField):
    """A time with its offset, as exact as it is stored."""


def next_page(text: str) -> serializers.CharField:
    return serializers.CharField(allow_null=True, help_text=text)


def once(**options: Any) -> serializers.CharField:
    """Something that is in the first answer only."""
    return serializers.CharField(required=False, **options)

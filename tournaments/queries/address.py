"""The address of an event, or of one of its stages: `spring-cup`, and `spring-cup.1` for stage 1.

Without a stage it is the one being played: the newest that is drawn, or the first.
"""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import SlugConverter


class AddressConverter(SlugConverter):
    """A slug, perhaps with a stage's number behind a full stop."""

    regex = r"[-a-zA-Z0-9_]+(?:\.[1-9][0-9]?)?"


register_converter(AddressConverter, "address")


def split(address: str) -> tuple[str, int | None]:
    """The event's slug and the number of the stage, None for the one being played."""
    slug, _dot, number = address.partition(".")
    return slug, int(number) if number.isascii() and number.isdigit() else None

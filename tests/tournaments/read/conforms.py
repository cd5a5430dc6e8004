"""Whether a document is what its OpenAPI shape says: the same fields, the same kinds of values."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from rest_framework import serializers

from tournaments.api.directing.shapes import Moment

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
DATE = re.compile(r"\d{4}-\d\d-\d\d")


def faults(shape: Any, value: Any, place: str = "") -> list[str]:
    """Where `value` is not what the serializer (or field) `shape` describes."""
    if type(shape) is type(serializers.DictField().child):
        return []  # anything
    if value is None:
        return [] if shape.allow_null else [f"{place} is null"]
    if isinstance(shape, serializers.ListSerializer | serializers.ListField):
        if not isinstance(value, list):
            return [f"{place} is no list"]
        inner = [faults(shape.child, each, f"{place}[{i}]") for i, each in enumerate(value)]
        return [fault for each in inner for fault in each]
    if isinstance(shape, serializers.Serializer):
        return _fields(shape, value, place)
    if isinstance(shape, serializers.DictField):
        if not isinstance(value, dict):
            return [f"{place} is no object"]
        found = [faults(shape.child, each, f"{place}[{name}]") for name, each in value.items()]
        return [fault for each in found for fault in each]
    return [] if _fits(shape, value) else [f"{place} is {value!r}, not a {type(shape).__name__}"]


def _fields(shape: serializers.Serializer[Any], value: Any, place: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{place} is no object"]
    found = [f"{place}.{name} is not described" for name in value.keys() - shape.fields.keys()]
    for name, field in shape.fields.items():
        if name not in value:
            found += [f"{place}.{name} is missing"] if field.required else []
        else:
            found += faults(field, value[name], f"{place}.{name}")
    return found


def _fits(field: Any, value: Any) -> bool:
    if isinstance(field, serializers.BooleanField):
        return isinstance(value, bool)
    if isinstance(field, serializers.IntegerField):
        return type(value) is int
    if isinstance(field, serializers.FloatField):
        return type(value) in (int, float)
    if isinstance(field, serializers.ChoiceField):
        return value in field.choices
    if isinstance(field, serializers.JSONField):
        return True
    if not isinstance(value, str):
        return False
    if isinstance(field, Moment):
        return datetime.fromisoformat(value).tzinfo is not None
    if isinstance(field, serializers.DateTimeField):
        return bool(TIME.fullmatch(value))
    if isinstance(field, serializers.DateField):
        return bool(DATE.fullmatch(value))
    return bool(value) or field.allow_blank

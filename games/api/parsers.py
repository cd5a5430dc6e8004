"""How the API reads a body: strict JSON of a bounded length, and nothing that a text may not hold.

Owns what a body may be before any field is looked at. What it must say is the serializers'.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from games.errors import Problem

#: Bytes of a body; the longest that any call needs has a few thousand.
LONGEST_BODY = 256 * 1024
#: Objects and lists within each other; the deepest body of any call has three.
DEEPEST_BODY = 32
#: No text holds these: halves of a character cannot be sent on, NUL cannot be stored everywhere.
UNFIT = re.compile("[\x00\ud800-\udfff]")


def too_large() -> Problem:
    """413 for a body of more than LONGEST_BODY bytes."""
    detail = _("The body has more than %(most)d bytes.") % {"most": LONGEST_BODY}
    return Problem(413, "too_large", detail)


class StrictJSONParser(JSONParser):
    """JSON in UTF-8: no repeated members, no NaN, no lone surrogates, no NUL."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value that the body stands for. Raises `Problem` (413 `too_large`), `ParseError`."""
        if isinstance(stream, HttpRequest) and _declared_length(stream) > LONGEST_BODY:
            raise too_large()
        body = stream.read(LONGEST_BODY + 1)
        if len(body) > LONGEST_BODY:
            raise too_large()
        try:
            return read_json(body)
        except (ValueError, RecursionError) as fault:
            raise ParseError from fault


def read_json(body: bytes) -> Any:
    """The value of a strict JSON text. Raises ValueError, RecursionError where it nests deeply."""
    value = json.loads(body.decode(), object_pairs_hook=_object_of, parse_constant=_refuse_constant)
    _check(value)
    return value


def _declared_length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isascii() and text.isdecimal() else 0


def _object_of(members: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(members)
    if len(made) != len(members):
        raise ValueError("a member is repeated")
    return made


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _check(value: Any) -> None:
    """Raise ValueError for a text with unfit characters, or for too many levels."""
    level = [value]
    for _depth in range(DEEPEST_BODY + 1):
        following: list[Any] = []
        for each in level:
            if isinstance(each, str):
                if UNFIT.search(each):
                    raise ValueError("a text has characters that no text may have")
            elif isinstance(each, dict):
                following += each.keys()
                following += each.values()
            elif isinstance(each, list):
                following += each
        if not following:
            return
        level = following
    raise ValueError("too many levels")

"""Query parameters of the public resources, and the cursors that pin a version.

Owns their reading: a known parameter that is malformed is 400 with its name; unknown ones are
ignored.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.api.problems import FieldError, Problem
from games.errors import Text
from tournaments.queries import NotPublicError

LIMIT = 100
MOST = 1000
LARGEST = 2**31 - 1

_CURSOR = re.compile(r"(\d{1,10})\.(\d{1,10})")


def fault(name: str, code: str, detail: Text) -> Problem:
    """400 for one parameter."""
    text = _("A parameter of the address is not what it should be; see errors.")
    return Problem(400, "invalid", text, [FieldError(name, code, detail)])


def whole_number(
    request: HttpRequest, name: str, *, default: int | None = None, most: int = LARGEST
) -> int | None:
    """The parameter `name` as a number from 1 to `most`, or `default`. Raises `Problem` (400)."""
    text = request.GET.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:11]) <= most):
        detail = _("A whole number from 1 to %(most)d is expected.") % {"most": most}
        raise fault(name, "not_in_range", detail)
    return int(text)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The part of a list that is asked for: `limit` lines from `offset`, at `version` or newest."""

    version: int | None
    offset: int
    limit: int

    def following(self, version: int, total: int) -> str | None:
        """The cursor of the next stretch of a list of `total` lines; None at its end."""
        offset = self.offset + self.limit
        return None if offset >= total else cursor(version, offset)


def stretch(request: HttpRequest) -> Stretch:
    """`limit`, `cursor` and `version` of a list; the cursor's version is binding.

    Raises `Problem` (400) naming the parameter, and NotPublicError for version 0, which is none.
    """
    limit = whole_number(request, "limit", default=LIMIT, most=MOST)
    assert limit is not None
    if set(request.GET.get("version", "")) == {"0"}:
        raise NotPublicError
    version = whole_number(request, "version")
    text = request.GET.get("cursor")
    if text is None:
        return Stretch(version, 0, limit)
    pinned, offset = _read_cursor(text)
    if version is not None and version != pinned:
        detail = _("The cursor belongs to version %(version)d.") % {"version": pinned}
        raise fault("version", "other_version", detail)
    return Stretch(pinned, offset, limit)


def cursor(version: int, offset: int) -> str:
    """An opaque text that names a place in a list of a version."""
    return base64.urlsafe_b64encode(f"{version}.{offset}".encode()).decode().rstrip("=")


def _read_cursor(text: str) -> tuple[int, int]:
    try:
        plain = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        found = _CURSOR.fullmatch(plain.decode())
    except (binascii.Error, ValueError):
        found = None
    if found is None or max(map(int, found.groups())) > LARGEST:
        raise fault("cursor", "bad_cursor", _("This is not a cursor of this list."))
    return int(found[1]), int(found[2])

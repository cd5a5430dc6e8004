"""Where a decision came from: by which way, and the network address of the request.

Stored as `<way> <address>` ("console 192.0.2.7"), or the way alone. What players do is recorded
without an address: it has the way `system`.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from django.db.models import TextChoices
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class Way(TextChoices):
    """By which way a decision came."""

    CONSOLE = "console", _("console")
    ADMIN = "admin", _("admin")
    INVITATION = "invitation", _("accepted invitation")
    KEY = "api-key", _("API key")
    API = "api", _("API, signed in")
    COMMAND = "command", _("command line")
    SYSTEM = "system", _("the server itself")


def origin(way: Way, meta: Mapping[str, Any]) -> str:
    """The origin of a request with these headers; its address is what the server says alone.

    Behind a trusted proxy the server has put the client's address there already.
    """
    text = str(meta.get("REMOTE_ADDR") or "").partition("%")[0]
    try:
        return f"{way.value} {ip_address(text)}"
    except ValueError:  # a Unix socket has none
        return way.value


def told(stored: str) -> str:
    """A stored origin in the reader's language."""
    way, _space, address = stored.partition(" ")
    word = str(Way(way).label) if way in Way.values else way
    return f"{word} {address}".strip()


def site_of(request: HttpRequest) -> str:
    """Under which address this installation was reached, without a path: for links in letters."""
    return f"{request.scheme}://{request.get_host()}"

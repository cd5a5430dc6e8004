"""Conditional answers for everybody: strong entity tags, answered before any session work.

Owns the tag and the headers of public resources. What it lets through depends on the address, the
language and the published state alone, never on who asks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

import engine

#: Part of every tag: an answer of another release is another answer.
RELEASE = engine.__version__


def entity_tag(request: HttpRequest, kind: str, *state: object) -> str:
    """A strong tag for the request's address, `kind` ("html", "json"), language and `state`."""
    parts = (RELEASE, kind, get_language(), request.get_full_path(), *state)
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
    return f'"{digest}"'


def conditional(
    request: HttpRequest, tag: str, build: Callable[[], HttpResponse]
) -> HttpResponseBase:
    """304 if the caller has the answer with this tag already, else what `build` returns.

    Touches neither session nor user. Call it with a tag made before anything else was read.
    """
    response = get_conditional_response(request, etag=tag) or build()
    if response.status_code in (200, 304):
        response["ETag"] = tag
        response["Cache-Control"] = "public, no-cache"
    return response

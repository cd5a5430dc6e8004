"""Conditional answers for everybody: strong entity tags, answered before any session work.

Owns the tag and the headers of public resources, and the answers made lately. What it lets through
depends on the address, the language and the published state alone, never on who asks.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

import engine

#: Part of every tag: an answer of another release is another answer.
RELEASE = engine.__version__
#: Bytes of the answers that a process keeps.
MOST_KEPT = 32 * 2**20
TURNS = 64

Key = tuple[str, bool, str]


class Kept:
    """Answers by host and tag, those asked for lately; a tag never means another answer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._guard = threading.Lock()
        self._turns = [threading.Lock() for _ in range(TURNS)]
        self._answers: OrderedDict[Key, tuple[dict[str, str], bytes]] = OrderedDict()

    def get(self, key: Key) -> HttpResponse | None:
        """A new response with the kept headers and content."""
        with self._guard:
            found = self._answers.get(key)
            if found is None:
                return None
            self._answers.move_to_end(key)
        headers, content = found
        return HttpResponse(content, headers=headers)

    def turn(self, key: Key) -> threading.Lock:
        """What to hold while an answer is made: of many who ask at once only one makes it."""
        return self._turns[hash(key) % TURNS]

    def put(self, key: Key, response: HttpResponse) -> None:
        """Keep a complete answer that sets no cookie; the ones asked for longest ago go."""
        if response.status_code != 200 or response.cookies or len(response.content) > self._most:
            return
        with self._guard:
            if key in self._answers:
                return
            self._answers[key] = (dict(response.headers), response.content)
            self._size += len(response.content)
            while self._size > self._most:
                _key, (_headers, content) = self._answers.popitem(last=False)
                self._size -= len(content)

    def clear(self) -> None:
        """Forget all."""
        with self._guard:
            self._answers.clear()
            self._size = 0


kept = Kept(MOST_KEPT)


def entity_tag(request: HttpRequest, kind: str, *state: object) -> str:
    """A strong tag for the request's address, `kind` ("html", "json"), language and `state`."""
    parts = (RELEASE, kind, get_language(), request.get_full_path(), *state)
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
    return f'"{digest}"'


def conditional(
    request: HttpRequest, tag: str, build: Callable[[], HttpResponse]
) -> HttpResponseBase:
    """304 if the caller has the answer with this tag already, else what `build` returned for it.

    Touches neither session nor user. Call it with a tag made before anything else was read, and
    with a `build` whose answer follows from host, address, language and the tag's state.
    """
    response = get_conditional_response(request, etag=tag) or _answer(request, tag, build)
    if response.status_code in (200, 304):
        response["ETag"] = tag
        response["Cache-Control"] = "public, no-cache"
    return response


def _answer(request: HttpRequest, tag: str, build: Callable[[], HttpResponse]) -> HttpResponse:
    key = request.get_host(), request.is_secure(), tag
    response = kept.get(key)
    if response is not None:
        return response
    with kept.turn(key):
        response = kept.get(key)
        if response is None:
            response = build()
            kept.put(key, response)
    return response

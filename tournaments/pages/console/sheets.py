"""How printed sheets are sent: those of a large hall in portions, so that the first come at once.

Owns the sending alone. A page has its sheets where its template says `{{ sheets }}`; a template of
its own renders each portion, from what was read before: nothing here asks the database.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from .base import Directing, show

PLACE = "<!--sheets-->"

Thing = TypeVar("Thing")


def send_sheets(
    request: Directing,
    templates: tuple[str, str],
    things: Sequence[Thing],
    make: Callable[[Thing], object],
    *,
    portion: int,
    **context: object,
) -> HttpResponseBase:
    """A page with a sheet for each thing; beyond `portion` so many at a time.

    `templates` are those of the page and of some sheets; `make` gives what a sheet says, when its
    turn comes.
    """
    page, sheet = templates
    whole = show(request, page, "prints", sheets=mark_safe(PLACE), **context)  # noqa: S308
    head, _place, tail = whole.content.decode().partition(PLACE)
    shared = {"event": request.event, **context}
    language, zone = translation.get_language(), timezone.get_current_timezone()

    def render(first: int) -> str:
        sheets = list(map(make, things[first : first + portion]))
        with translation.override(language), timezone.override(zone):
            return render_to_string(sheet, {"sheets": sheets, **shared})

    if len(things) <= portion:
        return HttpResponse(head + render(0) + tail)

    async def sent() -> AsyncIterator[str]:
        yield head
        for first in range(0, len(things), portion):
            yield await sync_to_async(render)(first)
        yield tail

    return StreamingHttpResponse(sent())

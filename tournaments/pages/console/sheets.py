"""How printed sheets are sent: those of a large hall in portions, so that the first come at once.

Owns the sending alone. A page has its sheets where its template says `{{ sheets }}`; a template of
its own renders each portion, from what was read before: nothing here asks the database.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from itertools import chain, islice

from asgiref.sync import sync_to_async
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from .base import Directing, show

PLACE = "<!--sheets-->"

Render = Callable[[list[object]], str]


def send_sheets(
    request: Directing,
    template: str,
    sheet: str,
    sheets: Iterable[object],
    *,
    portion: int,
    **context: object,
) -> HttpResponseBase:
    """The page `template` with `sheets` by the template `sheet`, at most `portion` at a time.

    `sheets` may be an iterator that makes each when it is rendered.
    """
    whole = show(request, template, "prints", sheets=mark_safe(PLACE), **context)  # noqa: S308
    head, _place, tail = whole.content.decode().partition(PLACE)
    shared = {"event": request.event, **context}
    language, zone = translation.get_language(), timezone.get_current_timezone()

    def render(some: list[object]) -> str:
        with translation.override(language), timezone.override(zone):
            return render_to_string(sheet, {"sheets": some, **shared})

    rest = iter(sheets)
    first, more = list(islice(rest, portion)), list(islice(rest, 1))
    if not more:
        return HttpResponse(head + render(first) + tail)
    return StreamingHttpResponse(_sent(head, chain(first, more, rest), portion, render, tail))


async def _sent(
    head: str, sheets: Iterator[object], portion: int, render: Render, tail: str
) -> AsyncIterator[str]:
    """The page in portions; between them the server answers others."""

    def following() -> str:
        some = list(islice(sheets, portion))
        return render(some) if some else ""

    yield head
    while html := await sync_to_async(following)():
        yield html
    yield tail

"""What of an event can be taken along as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.exports import files_of
from tournaments.queries import Edition, NotPublicError

from .public import event_page, event_view


@event_view
def files(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Every file with what it holds."""
    return event_page(request, "pages/files.html", edition, "standings", files=files_of(edition))


@event_view
def file(request: HttpRequest, edition: Edition, name: str) -> HttpResponse:
    """One file of the newest version, or of the one asked for; its name tells which."""
    chosen = next((each for each in files_of(edition) if each.name == name), None)
    if chosen is None:
        raise NotPublicError
    stem, _dot, ending = name.rpartition(".")
    told = f"{edition.slug}-{stem}-v{edition.version}.{ending}"
    return HttpResponse(
        chosen.make(edition),
        content_type=chosen.content_type,
        headers={"Content-Disposition": f'attachment; filename="{told}"'},
    )

"""What a critic wants to see: the movement's certificate, and how the deals were committed.

The documents can be downloaded as the command line of the engine reads them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from engine.movements.checker import check
from engine.movements.sentences import certificate_sentences
from tournaments.queries import (
    Edition,
    MovementPage,
    NotPublicError,
    commitment_page,
    movement_page,
)

from .public import event_page, event_view

#: Players times rounds up to which a page checks the movement itself (0.05 s).
MOST_CHECKED = 1500


@event_view
def movement(request: HttpRequest, edition: Edition) -> HttpResponse:
    """The certificate in sentences and figures, and the whole schedule."""
    try:
        page = movement_page(edition)
    except NotPublicError:
        return event_page(request, "pages/movement.html", edition, "movement", page=None)
    language = "zh" if (get_language() or "").startswith("zh") else "en"
    return event_page(
        request,
        "pages/movement.html",
        edition,
        "movement",
        page=page,
        sentences=certificate_sentences(page.certificate, language),
        is_sound=_is_sound(page),
    )


def _is_sound(page: MovementPage) -> bool | None:
    """What the engine's independent checker says; None where it would keep a reader waiting."""
    if len(page.people) * len(page.rounds) > MOST_CHECKED:
        return None
    return check(page.movement, page.certificate).is_sound


@event_view
def movement_file(request: HttpRequest, edition: Edition) -> HttpResponse:
    """The movement as stored by the draw."""
    return download(movement_page(edition).movement, "movement.json")


@event_view
def verify(request: HttpRequest, edition: Edition) -> HttpResponse:
    """Commitments, reveals, and how to check them without us."""
    page = commitment_page(edition)
    documents = [(each, printed(each.description)) for each in page.commitments]
    return event_page(request, "pages/verify.html", edition, "verify", documents=documents)


@event_view
def reveal_file(request: HttpRequest, edition: Edition, session: int) -> HttpResponse:
    """The reveal of a session's set; the one 404 until there is one."""
    for each in commitment_page(edition).commitments:
        if each.session == session and each.reveal is not None:
            return download(each.reveal, "reveal.json")
    raise NotPublicError


@event_view
def deals_file(request: HttpRequest, edition: Edition, session: int) -> HttpResponse:
    """The deals of a session's opened boards, as they were played."""
    deals = commitment_page(edition).deals.get(session)
    if deals is None:
        raise NotPublicError
    return download(deals, "deals.json")


def printed(document: Mapping[str, Any]) -> str:
    """A document as people read it."""
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True)


def download(document: Mapping[str, Any], name: str) -> HttpResponse:
    """A document as a file."""
    return HttpResponse(
        printed(document) + "\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

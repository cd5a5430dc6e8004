"""What a critic wants to see: the movement's certificate, and how the deals were committed.

The documents can be downloaded as the command line of the engine reads them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext

from engine.messages import sentence
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
#: Sentences of the engine that verify.js fills in itself, with the names of their values.
_ENGINE_SENTENCES = {
    "name_of_original": ("number",),
    "name_of_reserve": ("number",),
    "name_with_attempt": ("name", "attempt"),
    "other_commitment": ("own", "published"),
    "unrecorded_attempt": ("board", "attempt"),
    "other_attempt": ("board", "attempt"),
    "other_deal": ("board",),
    "equal_deals": ("board", "earlier"),
}


@event_view
def movement(request: HttpRequest, edition: Edition) -> HttpResponse:
    """The certificate in sentences and figures, and the whole schedule."""
    try:
        page = movement_page(edition)
    except NotPublicError:
        return event_page(request, "pages/movement.html", edition, "movement", page=None)
    return event_page(
        request,
        "pages/movement.html",
        edition,
        "movement",
        page=page,
        sentences=certificate_sentences(page.certificate, _language()),
        is_sound=_is_sound(page),
    )


def _language() -> str:
    """The engine's name for the reader's language."""
    return "zh" if (get_language() or "").startswith("zh") else "en"


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
    texts = _verdicts() if any(each.reveal for each in page.commitments) else None
    return event_page(
        request, "pages/verify.html", edition, "verify", documents=documents, texts=texts
    )


def _verdicts() -> dict[str, str]:
    """What verify.js says, with its values in braces; of faults it says what the engine says."""
    told = {
        code: sentence(code, _language(), **{name: f"{{{name}}}" for name in values})
        for code, values in _ENGINE_SENTENCES.items()
    }
    return told | {
        "busy": gettext("Checking …"),
        "one": gettext("1 deal follows from the commitment."),
        "all": gettext("{number} deals follow from the commitment."),
        "none": gettext("The secret belongs to the commitment; no board has been opened."),
        "wrong": gettext("This does not fit:"),
        "more": gettext("… and {number} more."),
        "unreadable": gettext("{file} could not be had, or is not what it should be."),
        "other_description": gettext(
            "The secret was published with another document than the commitment covers."
        ),
        "other_public_value": gettext(
            "The secret was published with another public value than this page shows."
        ),
        "other_set": gettext("The deals are those of another set."),
        "absent": gettext("{board} does not exist in this set."),
        "not_compared": gettext("The boards were therefore not compared."),
    }


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

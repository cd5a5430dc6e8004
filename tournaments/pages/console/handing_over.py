"""The event as a file for another installation: what goes along, whether it may, and the file."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from django.http import HttpResponse, HttpResponseBase

from tournaments.models import Event, Role
from tournaments.services.actors import Actor
from tournaments.services.hand_over import hand_over, hand_over_refusal
from tournaments.signing import signing_key

from .base import Directing, console, show

CONTENT_TYPE = "application/zip"


def file_answer(event: Event, actor: Actor) -> HttpResponse:
    """The file of an event, to be kept. Raises NotPermitted, HandOverRefused."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "event.zip"
        hand_over(event, actor, file)
        content = file.read_bytes()
    name = f'attachment; filename="{event.slug}.zip"'
    return HttpResponse(content, content_type=CONTENT_TYPE, headers={"Content-Disposition": name})


@console
def hand_over_page(request: Directing) -> HttpResponseBase:
    """POST makes the file: it has everybody's names and all of the audit, so owners only."""
    if request.method == "POST":
        return file_answer(request.event, request.actor)
    owns = request.role == Role.OWNER
    return show(
        request,
        "console/hand_over.html",
        "settings",
        refusal=hand_over_refusal(request.event),
        key=signing_key().public if owns else "",
    )

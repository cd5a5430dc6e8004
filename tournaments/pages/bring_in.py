"""An event from another installation's file, in the browser: what is in it first, then the event.

For the installation's administrators. The file waits beside the database between the two steps, one
for each of them, and goes when it was used or refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.errors import BringInRefused, TournamentError
from tournaments.event_file.contents import foretold, told
from tournaments.event_file.write import hash_of
from tournaments.origins import Way, origin
from tournaments.services.actors import Actor
from tournaments.services.bring_in import bring_in, look_into
from tournaments.simulation import free_slug

from .uploads import keep_upload


def waiting_event(user: User) -> Path:
    """Where the file that an administrator has sent lies between the two steps."""
    place: Path = settings.VAR_DIR / f"event-of-user-{user.pk}.zip"
    return place


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required(login_url="sign-in")
def bring_in_event(request: HttpRequest) -> HttpResponse:
    """Choose a file, read what is in it and what would happen, and only then have it made."""
    assert isinstance(request.user, User)
    if not request.user.is_superuser:
        raise PermissionDenied
    actor = Actor.of(request.user, origin(Way.CONSOLE, request.META))
    place, context, refusal = waiting_event(request.user), {}, ""
    if request.method == "POST":
        try:
            if request.POST.get("sure"):
                return _made(request, actor, place)
            if not keep_upload(request, "file", place):
                raise BringInRefused("file_missing", _("Choose the file of an event."))
            context = _looked_at(actor, place, "")
        except TournamentError as fault:
            refusal = fault.detail
            if fault.code in ("slug_taken", "slug_invalid"):  # the file is as good as before
                context = _looked_at(actor, place, request.POST.get("slug", ""))
            else:
                place.unlink(missing_ok=True)
    context["refusal"] = refusal
    status = 422 if refusal else 200
    return render(request, "pages/bring_in.html", context, status=status)


def _looked_at(actor: Actor, place: Path, slug: str) -> dict[str, Any]:
    """What a page tells of the file that waits. Raises BringInRefused."""
    found = look_into(place, actor)
    return {
        "sentences": told(found),
        "consequences": foretold(found),
        "is_new": not found.same,
        "is_free": found.is_free,
        "slug": slug or free_slug(found.slug),
        "sha256": hash_of(place.open("rb")),
    }


def _made(request: HttpRequest, actor: Actor, place: Path) -> HttpResponse:
    """Bring in exactly the file that was looked into. Raises TournamentError."""
    if not place.exists() or hash_of(place.open("rb")) != request.POST.get("sha256"):
        sentence = _("The file that you looked into is not here any more: choose it again.")
        raise BringInRefused("file_missing", sentence)
    event = bring_in(place, actor, request.POST.get("slug", "").strip())
    place.unlink(missing_ok=True)
    messages.success(request, _("The event is here, and you own it."))
    return HttpResponseRedirect(reverse("direct", args=[event.slug]))

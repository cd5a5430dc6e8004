"""What every public page shares: its methods, its one kind of 404, its caching, its time zone.

A public page never reads the session and never depends on who asks: only on what is published
and on the language. Of a hidden event there are the same pages, never kept, for who has a role in
it: that is where a rehearsal is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.caching import conditional, entity_tag
from tournaments.models import Event
from tournaments.queries import Edition, NotPublicError, edition, freshness
from tournaments.queries.address import split
from tournaments.services.actors import Actor

#: What the language of a page is chosen by.
LANGUAGE_HEADERS = ("Accept-Language", "Cookie")


def event_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Make a page of an event from `view(request, edition, …)`.

    GET and HEAD only. `?version=` reads by an earlier version. Nothing public at the address is
    the one 404; a known tag is answered before anything else is read.
    """

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str, **named: Any) -> HttpResponseBase:
        try:
            version = _version(request)
            fresh = freshness(
                slug,
                version,
                rounds=True,
                table=named.get("table"),
                entrant=named.get("entrant_id"),
            )
            tag = entity_tag(request, "html", fresh.tag, fresh.is_newest)
            response = conditional(
                request, tag, lambda: view(request, edition(slug, fresh.version), **named)
            )
        except NotPublicError:
            response = _hidden(request, view, slug, named)
        patch_vary_headers(response, LANGUAGE_HEADERS)
        return response

    return page


def _hidden(
    request: HttpRequest, view: Callable[..., HttpResponse], slug: str, named: dict[str, Any]
) -> HttpResponse:
    """The page of a hidden event, for its own people. Raises Http404 for everybody else."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        raise Http404
    event = Event.objects.filter(slug=split(slug)[0], is_public=False).first()
    if event is None or Actor.of(request.user).role_in(event) is None:
        raise Http404
    try:
        version = _version(request)
        response = view(request, edition(slug, version, hidden=True), **named)
    except NotPublicError:
        raise Http404 from None
    response["Cache-Control"] = "private, no-store"
    return response


def event_page(
    request: HttpRequest, template: str, edition: Edition, tab: str, **context: Any
) -> HttpResponse:
    """Render a page of an event, with its head and tabs, in the event's time zone.

    A page that `is_pinned` by its address stays with one version; it `is_old` if there are newer.
    """
    is_pinned = "version" in request.GET
    shared = {"edition": edition, "tab": tab, "is_pinned": is_pinned}
    shared["is_old"] = is_pinned and not edition.is_newest
    with timezone.override(edition.zone):
        return render(request, template, shared | context)


def _version(request: HttpRequest) -> int | None:
    """The version asked for, None for the newest. Raises NotPublicError for 0, which is none."""
    version = whole_number(request.GET.get("version"))
    if version == 0:
        raise NotPublicError
    return version


def whole_number(text: str | None) -> int | None:
    """A number from an address: None if absent; raises NotPublicError if it is none."""
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise NotPublicError
    return int(text)


def from_another_site(request: HttpRequest) -> bool:
    """Whether a foreign page sent this: a browser names where a form was in its Origin."""
    origin = request.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != request.get_host()

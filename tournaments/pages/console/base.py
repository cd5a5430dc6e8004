"""What every page of the console shares: the role, the time zone, refusals told as sentences."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.db import despite_deadlocks
from games.errors import Problem
from tournaments.admin.audit import SENTENCES
from tournaments.backups import folder, newest
from tournaments.errors import NotPermitted, TournamentError
from tournaments.models import Event, Role
from tournaments.origins import Way, origin
from tournaments.queries.decisions import last_decision
from tournaments.queries.desk import actor_names
from tournaments.services.actors import RUNNING, Actor
from tournaments.services.enter_slip import SCORING
from tournaments.sight import hidden_boards

View = Callable[..., HttpResponseBase]


class Directing(HttpRequest):
    """A request of somebody with a role in the event (for the type checker: what is added).

    `hidden` are the boards that they may not see yet: see `tournaments.sight`.
    """

    event: Event
    actor: Actor
    role: str
    hidden: frozenset[str]


def console(view: View) -> View:
    """A page of the console: reading with any role, changing as an owner or a director.

    A scorer types in result slips, checks people in, and records incidents whose decision changes
    no score.

    Who has no role in the event gets the 404 of an event that does not exist.
    """

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @_tells_what_was_lost
    @login_required(login_url="sign-in")
    @wraps(view)
    def page(request: Directing, slug: str, **named: Any) -> HttpResponseBase:
        assert isinstance(request.user, User)
        actor = Actor.of(request.user, origin(Way.CONSOLE, request.META))
        event = Event.objects.filter(slug=slug).first()
        role = actor.role_in(event) if event is not None else None
        if event is None or role is None:
            raise Http404
        if request.method == "POST" and role not in _who_may(request):
            raise PermissionDenied
        request.event, request.actor, request.role = event, actor, role
        request.hidden = hidden_boards(actor, event)
        with timezone.override(ZoneInfo(event.timezone)):
            try:
                return despite_deadlocks(lambda: view(request, **named))
            except NotPermitted as fault:
                raise PermissionDenied from fault
            except (TournamentError, Problem) as fault:
                messages.error(request, told(event, fault))
                return HttpResponseRedirect(request.get_full_path())

    return page


def _tells_what_was_lost(view: View) -> View:
    """Who sends a form after the own session has ended is told at the sign-in that nothing came."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if request.method == "POST" and not request.user.is_authenticated:
            sentence = _("You were signed out, and nothing was changed. Sign in, then do it again.")
            messages.error(request, sentence)
        return view(request, *args, **named)

    return page


def _who_may(request: HttpRequest) -> tuple[Role, ...]:
    """Who may post it at all: a scorer types in slips, checks people in and records incidents; all
    else is for owners and directors.
    """
    form = request.POST
    desk = form.get("do") in ("slip", "check-in", "check-out") or form.get("what") == "incident"
    return SCORING if desk else RUNNING


def told(event: Event, fault: TournamentError | Problem, about: str = "") -> str:
    """A refusal as a sentence, with every fault; who was faster is named with it."""
    if isinstance(fault, Problem):
        detail = " ".join(str(each) for each in (fault.detail, *(e.detail for e in fault.errors)))
        about = about if fault.status == 409 else ""
    else:
        detail, about = fault.detail, fault.about
    entry = last_decision(event.pk, about) if about else None
    if entry is None:
        return detail
    words = {
        "refusal": detail,
        "who": actor_names({entry.actor}).get(entry.actor, entry.actor),
        "what": SENTENCES.get(entry.verb, entry.verb),
        "at": timezone.localtime(entry.at).strftime("%H:%M:%S"),
    }
    return _("%(refusal)s (%(who)s, %(at)s: %(what)s)") % words


def show(request: Directing, template: str, tab: str, **context: Any) -> HttpResponse:
    """Render a page of the console with its head and menu."""
    shared = {
        "backup": newest(),
        "backs_up": folder() is not None,
        "event": request.event,
        "hides": bool(request.hidden),
        "tab": tab,
        "runs": request.role in RUNNING,
        "scores": request.role in SCORING,
        "owns": request.role == Role.OWNER,
    }
    return render(request, template, shared | context)


def whole(text: str | None) -> int | None:
    """A number from an address or a form; None if it is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 9 else None

"""Letters, as the reader of them decides: at the table with the own code, or by a letter's links.

No page here tells an address to anybody but the player who is signed in at the table.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.api.authentication import COOKIE
from games.errors import Problem
from games.models import Player
from games.queries import player_from_token
from tournaments.models import Event
from tournaments.notifications.links import to_confirm, to_end
from tournaments.origins import site_of
from tournaments.queries.my_event import my_event
from tournaments.services.subscribe import (
    Wish,
    confirm_subscription,
    end_subscription,
    subscribe,
    subscription_of,
)

from .public import from_another_site


# The cookie is for this site's own pages (SameSite=Strict); a foreign page is told by its Origin.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_letters(request: HttpRequest) -> HttpResponse:
    """What the player who is signed in on this device gets, and the form that changes it."""
    found = _signed_in(request)
    if found is None:
        return redirect("table-client")
    player, event = found
    refusal, status = "", 200
    if request.method == "POST":
        if from_another_site(request):
            raise Http404
        wish = Wish(
            request.POST.get("email", "")[:300],
            bool(request.POST.get("seating")),
            bool(request.POST.get("results")),
        )
        try:
            subscribe(event, player.person, wish, site_of(request))
            return HttpResponseRedirect(request.path)
        except Problem as problem:
            refusal, status = str(problem.detail), problem.status
    context = {
        "event": event,
        "player": player,
        "row": subscription_of(event, player.person),
        "email": request.POST.get("email", player.person.email),
        "refusal": refusal,
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "letters/mine.html", context, status=status)


def _signed_in(request: HttpRequest) -> tuple[Player, Event] | None:
    """The player of this device's cookie, in an event; None for nobody, and for practice."""
    try:
        _token, player = player_from_token(request.COOKIES.get(COOKIE, ""))
    except Problem:
        return None
    mine = my_event(player)
    return None if mine is None else (player, mine.event)


@csrf_exempt  # who holds the link decides: it needs no cookie
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirming asks for a click: programs that look at letters open every link."""
    row = to_confirm(token)
    if row is not None and request.method == "POST":
        confirm_subscription(row)
        row.refresh_from_db()
    return render(request, "letters/confirm.html", {"row": row}, status=200 if row else 404)


@csrf_exempt  # mail programs post here by themselves (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, token: str) -> HttpResponse:
    """No more letters, by one click, without signing in."""
    is_ours, row = to_end(token)
    if row is not None and request.method == "POST":
        end_subscription(row)
    goes_on = row is not None and (row.seating or row.results)
    context = {"row": row, "is_ours": is_ours, "goes_on": goes_on}
    return render(request, "letters/end.html", context, status=200 if is_ours else 404)

"""Practice: the button of the first page, and what a visitor sees of others when he has played.

Private to whoever holds the table client's cookie; everybody else gets the one 404.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.api.authentication import COOKIE, set_player_cookie
from games.errors import Problem
from games.models import Player
from games.queries import current_play, player_from_token
from tournaments.models import PRACTICE_REALM
from tournaments.queries import NotPublicError
from tournaments.queries.practice import PracticeChoice, practice_page, seat_at
from tournaments.services.start_practice import start_practice

from .public import from_another_site, whole_number


# Public pages, which have no token of a form, post to it; a foreign page is told by its Origin.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Seat the visitor and send him to the table. To look at it leads to the first page."""
    if request.method != "POST":
        return redirect("start")
    if not settings.PRACTICE_TABLES or from_another_site(request):
        raise Http404
    player = _player(request)
    if player is not None and player.realm != PRACTICE_REALM:
        reason = _("This device is signed in at the table of an event. Sign out there first.")
        return _refused(request, 409, reason)
    wanted = None
    if "event" in request.POST:
        wanted = _wanted(player, request.POST)
        if wanted is None:
            reason = _("This seat cannot be taken: somebody has still to play the board.")
            return _refused(request, 409, reason)
    try:
        started = start_practice(player, request.META.get("REMOTE_ADDR", ""), wanted)
    except Problem as problem:
        response = _refused(request, problem.status, str(problem.detail))
        for name, value in problem.headers.items():
            response.headers[name] = value
        return response
    response = redirect("table-client")
    if started.token is not None:
        set_player_cookie(response, started.token)
    return response


@never_cache
@require_safe
def others(request: HttpRequest, play_id: str) -> HttpResponse:
    """How others did with the same hand; while the board is not over, the table itself."""
    player = _player(request)
    if player is None:
        raise Http404
    page = practice_page(player, play_id)
    if page is None:
        play = current_play(player)
        if play is not None and play.pk == play_id:
            return redirect("table-client")
        raise Http404
    offered = bool(settings.PRACTICE_TABLES)
    return render(request, "pages/practice.html", {"page": page, "offered": offered})


def _player(request: HttpRequest) -> Player | None:
    """Whose cookie this is; None without a live one."""
    raw = request.COOKIES.get(COOKIE)
    try:
        return player_from_token(raw)[1] if raw else None
    except Problem:
        return None


def _wanted(player: Player | None, form: QueryDict) -> PracticeChoice | None:
    """The seat that the form of a board's page names."""
    try:
        board, position = (whole_number(form.get(name)) for name in ("board", "position"))
    except NotPublicError:
        return None
    return seat_at(player, str(form["event"]), board or 0, position or 0)


def _refused(request: HttpRequest, status: int, reason: str) -> HttpResponse:
    return render(request, "pages/practice_refused.html", {"reason": reason}, status=status)

"""The hall: what needs somebody, and every table; one table's drawer."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.translation import gettext as _

from games.models import Call, Dispute, Table
from tournaments.pages.new_event import readiness
from tournaments.queries.desk import desk
from tournaments.queries.hall import TABLES_A_PAGE, hall, present_round
from tournaments.services.announce import announce
from tournaments.services.answer_call import close_call, take_call
from tournaments.services.direct_table import (
    extend_turn,
    seat_substitute_bot,
    undo_last_action,
    withdraw_open_claim,
)
from tournaments.services.freeze_table import freeze_table, resume_table
from tournaments.services.mark_not_played import mark_not_played, mark_to_be_played
from tournaments.services.pause_event import pause_event, resume_event
from tournaments.services.settle_dispute import settle_dispute
from tournaments.stage_ends import stage_to_direct

from .base import Directing, console, show, whole


@console
def hall_page(request: Directing) -> HttpResponseBase:
    """The round under way; `?part=hall` is only what changes by itself."""
    if request.method == "POST":
        return _act(request)
    round_ = present_round(request.event)
    if round_ is None or round_.state == "drawn":
        stage = stage_to_direct(request.event)
        points = readiness(request.event, stage)
        return show(request, "console/waiting.html", "hall", round=round_, points=points)
    search = request.GET.get("q", "")[:80]
    offset = whole(request.GET.get("from")) or 0
    found = hall(round_, search=search, offset=offset)
    following = offset + TABLES_A_PAGE
    context = {
        "hall": found,
        "search": search,
        "following": following if following < found.found else None,
        "preceding": max(0, offset - TABLES_A_PAGE) if offset else None,
    }
    part = request.GET.get("part") == "hall"
    return show(
        request, "console/hall_part.html" if part else "console/hall.html", "hall", **context
    )


def _act(request: Directing) -> HttpResponse:
    """Pause all, go on, announce."""
    reason = request.POST.get("reason", "").strip()
    match request.POST.get("do"):
        case "pause":
            pause_event(request.event, request.actor, reason=reason)
            messages.success(request, _("Every table is paused."))
        case "resume":
            resume_event(request.event, request.actor, reason=reason)
            messages.success(request, _("The tables go on."))
        case "announce":
            announce(request.event, request.POST.get("text", ""), request.actor)
            messages.success(request, _("It is announced."))
        case _:
            raise Http404
    return HttpResponseRedirect(request.path)


@console
def table_page(request: Directing, number: int, table: int) -> HttpResponseBase:
    """A table's drawer: alone for htmx, within the console otherwise."""
    found = desk(request.event, number, table)
    if found is None:
        raise Http404
    if request.method == "POST":
        _act_at(request, found.table.table)
        return HttpResponseRedirect(request.path)
    alone = bool(request.headers.get("HX-Request"))
    template = "console/drawer.html" if alone else "console/table.html"
    return show(request, template, "hall", desk=found)


def _act_at(request: Directing, table: Table) -> None:
    """One table's verbs: freeze, go on, take back, more time, a bot, answer a call."""
    form, actor = request.POST, request.actor
    reason = form.get("reason", "").strip()
    match form.get("do"):
        case "freeze":
            freeze_table(table, actor, reason=reason)
        case "thaw":
            resume_table(table, actor, reason=reason)
        case "undo":
            undo_last_action(table, actor, reason=reason, seen=whole(form.get("seq")))
        case "void-claim":
            withdraw_open_claim(table, actor, reason=reason)
        case "extend":
            extend_turn(table, whole(form.get("seconds")) or 0, actor, reason=reason)
        case "bot":
            seat_substitute_bot(
                table, form.get("seat", ""), form.get("strength", ""), actor, reason=reason
            )
        case "take" | "close":
            call = Call.objects.filter(pk=whole(form.get("call")) or 0, table=table).first()
            if call is None:
                raise Http404
            if form["do"] == "take":
                take_call(call, actor)
            else:
                close_call(call, actor, note=reason[:300])
        case "not-played" | "to-be-played":
            play = table.plays.filter(pk=form.get("play", "")).first()
            if play is None:
                raise Http404
            mark = mark_not_played if form["do"] == "not-played" else mark_to_be_played
            mark(play, actor, reason)
        case "stands" | "corrected":
            disputes = Dispute.objects.filter(play__table=table)
            dispute = disputes.filter(pk=whole(form.get("dispute")) or 0).first()
            if dispute is None:
                raise Http404
            settle_dispute(request.event, dispute, form["do"], actor, reason)
        case _:
            raise Http404
    messages.success(request, _("Done."))

"""Rounds: draw, look, release, finish, undo. Refusals come as sentences with what to do."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import DrawRefused
from tournaments.models import Round, RoundState, Stage, StageKind
from tournaments.services.draw_round import draw_round
from tournaments.services.draw_stage import draw_stage
from tournaments.services.finish_round import finish_round
from tournaments.services.release_round import release_round
from tournaments.services.swap_drawn import swap_drawn, work_out_swap
from tournaments.services.undo_draw import undo_draw
from tournaments.services.undo_round import undo_round

from .base import Directing, console, show, whole


@console
def rounds_page(request: Directing) -> HttpResponseBase:
    """All rounds of the newest stage, and what can be done next."""
    stages = Stage.objects.filter(event=request.event).select_related("event")
    stage = stages.order_by("-number").first()
    if request.method == "POST":
        if stage is None:
            raise Http404
        return _act(request, stage)
    rounds = [] if stage is None else list(stage.rounds.order_by("number"))
    return show(
        request,
        "console/rounds.html",
        "rounds",
        stage=stage,
        rounds=rounds,
        swiss=stage is not None and stage.kind == StageKind.INDIVIDUAL_SWISS,
        certificate=None if stage is None else stage.certificate,
        released=any(each.state != RoundState.DRAWN for each in rounds),
        following=next((each for each in rounds if each.state == RoundState.DRAWN), None),
        entrants=request.event.entrants.filter(state="active").count(),
    )


def _act(request: Directing, stage: Stage) -> HttpResponse:
    form = request.POST
    reason = form.get("reason", "").strip()
    match form.get("do"):
        case "draw":
            draw_stage(stage, request.actor)
            messages.success(request, _("The stage is drawn. Look at it, then release round 1."))
        case "draw-round":
            provisional = bool(form.get("provisional"))
            draw_round(stage, request.actor, provisional=provisional, reason=reason)
            messages.success(request, _("The round is drawn."))
        case "undo-round":
            undo_round(stage, request.actor, reason)
            messages.success(request, _("The draw of the round is undone."))
        case "undo":
            undo_draw(stage, request.actor, reason)
            messages.success(request, _("The draw is undone."))
        case "release":
            early = bool(form.get("early"))
            release_round(_round(stage, form), request.actor, early=early, reason=reason)
            messages.success(request, _("The round is released."))
            return HttpResponseRedirect(reverse("direct", args=[request.event.slug]))
        case "swap":
            return _swap(request, stage)
        case "finish":
            finish_round(_round(stage, form), request.actor, reason)
            messages.success(request, _("The round is finished."))
    return HttpResponseRedirect(request.path)


def _swap(request: Directing, stage: Stage) -> HttpResponse:
    """Show what it costs that two change places; with the version shown and a reason, do it."""
    form = request.POST
    number = whole(form.get("round")) or 0
    people = {e.number: e for e in request.event.entrants.select_related("person")}
    one, other = (people.get(whole(form.get(name)) or 0) for name in ("one", "other"))
    if one is None or other is None:
        raise DrawRefused("not_in_draw", _("Name two entrants of this draw."))
    version = whole(form.get("version"))
    reason = form.get("reason", "").strip()
    if version is None or not reason:
        swap = work_out_swap(stage, number, one, other)
        rows = [
            (name, swap.before.get(name), value)
            for name, value in swap.after.items()
            if isinstance(value, int | float | str) and swap.before.get(name) != value
        ]
        context = {"swap": swap, "rows": rows, "one": one, "other": other, "number": number}
        return show(request, "console/swap.html", "rounds", **context)
    swap_drawn(stage, number, one, other, request.actor, reason, version)
    messages.success(request, _("They have changed places. The same swap again is the way back."))
    return HttpResponseRedirect(request.path)


def _round(stage: Stage, form: Mapping[str, str]) -> Round:
    number = whole(form.get("round")) or 0
    found = stage.rounds.filter(number=number).select_related("stage__event", "session").first()
    if found is None:
        raise Http404
    return found

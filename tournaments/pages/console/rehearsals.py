"""Rehearsals: the event played by bots on a hidden copy; how far it is, and how to stop it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.utils.translation import gettext as _

from engine.bots import STRENGTHS
from tournaments.models import Rehearsal
from tournaments.services.rehearse import ask_rehearsal, cancel_rehearsal, planned_plays

from .base import Directing, console, show, whole

LINES = 20


@console
def rehearsals_page(request: Directing) -> HttpResponseBase:
    """The rehearsals, newest first; `?part=list` is only what changes by itself."""
    if request.method == "POST":
        _act(request)
        return HttpResponseRedirect(request.path)
    rows = list(Rehearsal.objects.filter(event=request.event).select_related("copy")[:LINES])
    part = request.GET.get("part") == "list"
    return show(
        request,
        "console/rehearsals_part.html" if part else "console/rehearsals.html",
        "settings",
        rehearsals=rows,
        live=any(each.is_live for each in rows),
        plays=0 if part else planned_plays(request.event),
        strengths=STRENGTHS,
    )


def _act(request: Directing) -> None:
    form = request.POST
    if form.get("do") == "rehearse":
        seed = whole(form.get("seed")) or 1
        ask_rehearsal(request.event, request.actor, bots=form.get("bots", "chance"), seed=seed)
        messages.success(request, _("The bots begin."))
        return
    if form.get("do") != "cancel":
        raise Http404
    rows = Rehearsal.objects.filter(event=request.event, pk=whole(form.get("rehearsal")) or 0)
    found = rows.select_related("event").first()
    if found is None:
        raise Http404
    cancel_rehearsal(found, request.actor)
    messages.success(request, _("The rehearsal is stopped."))

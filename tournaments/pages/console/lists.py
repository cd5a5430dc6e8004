"""Rulings, audit, settings and keys."""

from __future__ import annotations

import csv
import json

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.admin.audit import SENTENCES
from tournaments.models import ApiKey, Event, Role, RoleAssignment, Ruling, Stage
from tournaments.pages.invitations import invitation
from tournaments.queries import entrants_of
from tournaments.queries.desk import actor_names, audit_lines
from tournaments.services.change_event import change_event
from tournaments.services.create_event import create_stage
from tournaments.services.issue_api_key import issue_api_key, revoke_api_key

from .base import Directing, console, show, whole
from .event_form import EventForm

LINES = 100
MOST_EXPORTED = 100_000


@console
def rulings_page(request: Directing) -> HttpResponseBase:
    """All rulings, newest first; a penalty and a withdrawn board are begun here."""
    before = whole(request.GET.get("before"))
    rows = Ruling.objects.filter(stage__event=request.event).select_related(
        "board", "play__table", "reversed_by", "reverses"
    )
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: LINES + 1])
    ids = [row.entrant_id for row in found if row.entrant_id]
    return show(
        request,
        "console/rulings.html",
        "rulings",
        rulings=found[:LINES],
        names={pk: who.name for pk, who in entrants_of(request.event.pk, ids).items()},
        actors=actor_names({row.actor for row in found}),
        following=found[LINES - 1].pk if len(found) > LINES else None,
    )


@console
def audit_page(request: Directing) -> HttpResponseBase:
    """Who changed what; `?format=csv` is the whole of what was searched for."""
    search = request.GET.get("q", "")[:80]
    if request.GET.get("format") == "csv":
        return _csv(request, search)
    found = audit_lines(
        request.event, search, before=whole(request.GET.get("before")), limit=LINES + 1
    )
    lines = [(row, str(SENTENCES.get(row.verb, row.verb))) for row in found[:LINES]]
    return show(
        request,
        "console/audit.html",
        "audit",
        lines=lines,
        search=search,
        actors=actor_names({row.actor for row in found}),
        following=found[LINES - 1].pk if len(found) > LINES else None,
    )


def _csv(request: Directing, search: str) -> HttpResponse:
    name = f"{request.event.slug}-audit.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(["at", "actor", "verb", "target", "reason", "before", "after"])
    for row in audit_lines(request.event, search, before=None, limit=MOST_EXPORTED):
        data = [json.dumps(each, ensure_ascii=False) for each in (row.before, row.after)]
        cells = [row.at.isoformat(), row.actor, row.verb, row.target, row.reason, *data]
        writer.writerow([f"'{cell}" if cell[:1] in "=+-@" else cell for cell in cells])
    return response


@console
def settings_page(request: Directing) -> HttpResponseBase:
    """The event's settings, its stage, who has a role, and its keys."""
    key = link = ""
    form = EventForm(instance=request.event)
    if request.method == "POST":
        match request.POST.get("do"):
            case "event":
                form = EventForm(request.POST, instance=_fresh(request.event))
                if not _change(request, form):
                    return _settings(request, form)
            case "stage":
                _add_stage(request)
            case "key":
                role, label = request.POST.get("role", ""), request.POST.get("label", "")
                _row, key = issue_api_key(request.event, role, label, request.actor)
            case "invite":
                token = invitation(request.event, request.POST.get("role", ""), request.actor)
                link = request.build_absolute_uri(reverse("invitation", args=[token]))
            case "revoke":
                rows = ApiKey.objects.filter(event=request.event).select_related("event")
                row = rows.filter(pk=whole(request.POST.get("key")) or 0).first()
                if row is None:
                    raise Http404
                revoke_api_key(row, request.actor)
                messages.success(request, _("The key is revoked."))
        if not (key or link):
            return HttpResponseRedirect(request.path)
    return _settings(request, form, key=key, link=link)


def _settings(
    request: Directing, form: EventForm, *, key: str = "", link: str = ""
) -> HttpResponse:
    return show(
        request,
        "console/settings.html",
        "settings",
        form=form,
        stage=Stage.objects.filter(event=request.event).order_by("-number").first(),
        keys=ApiKey.objects.filter(event=request.event),
        people=RoleAssignment.objects.filter(event=request.event).select_related("user"),
        roles=Role.choices,
        key=key,
        link=link,
    )


def _fresh(event: Event) -> Event:
    """The event once more: a form writes into what it is given, before anything is accepted."""
    return Event.objects.get(pk=event.pk)


def _change(request: Directing, form: EventForm) -> bool:
    """Save the settings; False with the faults in the form."""
    if not form.is_valid():
        return False
    change_event(request.event, request.actor, form.changes)
    messages.success(request, _("The settings are saved."))
    return True


def _add_stage(request: Directing) -> None:
    create_stage(
        request.event,
        rounds=whole(request.POST.get("rounds")) or 0,
        boards_per_round=whole(request.POST.get("boards")) or 0,
        method=request.POST.get("method", "matchpoints"),
        kind=request.POST.get("kind", "individual-barometer"),
        actor=request.actor,
    )
    messages.success(request, _("The stage is set up: enter people, then draw."))

"""Rulings, audit, settings and keys."""

from __future__ import annotations

import csv
import json

from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from engine import comparison
from engine.hand import Result as Facts
from engine.rulesets import Ruleset
from tournaments.admin.audit import SENTENCES
from tournaments.exports.sheets import safe
from tournaments.formats import formats_for
from tournaments.models import (
    ApiKey,
    CarryOver,
    Event,
    Incident,
    Role,
    RoleAssignment,
    Ruling,
    Scoring,
    StageKind,
    Topic,
    Webhook,
)
from tournaments.pages.invitations import invitation
from tournaments.queries import entrants_of
from tournaments.queries.audit import audit_lines
from tournaments.queries.audit_subjects import audit_subjects
from tournaments.queries.corrections import corrections
from tournaments.queries.deliveries import hooks_of
from tournaments.queries.desk import actor_names
from tournaments.queries.pending import pending
from tournaments.queries.people import plays_as
from tournaments.services.assign_role import assign_role
from tournaments.services.change_event import change_event
from tournaments.services.failures import failures_of
from tournaments.services.issue_api_key import issue_api_key, revoke_api_key
from tournaments.services.link_player import link_player, player_named
from tournaments.services.notify import readers
from tournaments.services.webhooks import end_webhook, make_webhook, try_webhook
from tournaments.stage_ends import light_stages, stage_to_direct
from tournaments.tie_chain import OFFERED
from tournaments.words import TIE_BREAKS

from .base import Directing, console, show, whole
from .event_form import EventForm, refuse_overtaken
from .plan_form import PlanForm
from .stage_form import MOST_STEPS, add_stage, change_plan, plan_forms, set_ranking

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
    noted = Incident.objects.filter(stage__event=request.event).select_related(
        "play__board", "play__table", "reversed_by"
    )
    incidents = list(noted.exclude(play__board__in=request.hidden).order_by("-pk")[:LINES])
    corrected = corrections(request.event, request.hidden, limit=LINES)
    deciding = {row.actor for row in found} | {row.actor for row in incidents}
    deciding |= {row.actor for row in corrected}
    return show(
        request,
        "console/rulings.html",
        "rulings",
        stages=light_stages(request.event),
        directed=stage_to_direct(request.event),
        rulings=[(row, row.board_id in request.hidden) for row in found[:LINES]],
        names={pk: who.name for pk, who in entrants_of(request.event.pk, ids).items()},
        incidents=incidents,
        corrected=[
            (each, Facts.from_data(each.before), Facts.from_data(each.after)) for each in corrected
        ],
        actors=actor_names(deciding),
        following=found[LINES - 1].pk if len(found) > LINES else None,
    )


@console
def audit_page(request: Directing) -> HttpResponseBase:
    """Who changed what; `?format=csv` is the whole of what was searched for."""
    search = request.GET.get("q", "")[:80]
    if request.GET.get("format") == "csv":
        return _csv(request, search)
    found = audit_lines(
        request.event,
        search,
        before=whole(request.GET.get("before")),
        limit=LINES + 1,
        hidden=request.hidden,
    )
    lines = [(row, str(SENTENCES.get(row.verb, row.verb))) for row in found[:LINES]]
    return show(
        request,
        "console/audit.html",
        "audit",
        lines=lines,
        search=search,
        actors=actor_names({row.actor for row in found}),
        subjects=audit_subjects(request.event, [row.target for row in found[:LINES]]),
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
    writer.writerow(
        ["at", "actor", "name", "origin", "verb", "target", "reason", "before", "after"]
    )
    rows = audit_lines(
        request.event, search, before=None, limit=MOST_EXPORTED, hidden=request.hidden
    )
    names = actor_names({row.actor for row in rows})
    for row in rows:
        data = [
            json.dumps(each, ensure_ascii=False, sort_keys=True) for each in (row.before, row.after)
        ]
        who = [row.actor, names.get(row.actor, ""), row.origin]
        cells = [row.at.isoformat(), *who, row.verb, row.target, row.reason, *data]
        writer.writerow([safe(cell) for cell in cells])
    return response


@console
def settings_page(request: Directing) -> HttpResponseBase:
    """The event's settings, its stage, who has a role, and its keys."""
    key = link = secret = ""
    form = EventForm(instance=request.event)
    if request.method == "POST":
        match request.POST.get("do"):
            case "event":
                form = EventForm(request.POST, instance=_fresh(request.event))
                if not _change(request, form):
                    return _settings(request, form)
            case "stage":
                add_stage(request)
            case "plan":
                plan = change_plan(request)
                if plan is not None:
                    return _settings(request, form, plan)
            case "ranking":
                set_ranking(request)
            case "key":
                role, label = request.POST.get("role", ""), request.POST.get("label", "")
                _row, key = issue_api_key(request.event, role, label, request.actor)
            case "webhook":
                topics = request.POST.getlist("topics")
                _hook, secret = make_webhook(
                    request.event, request.POST.get("url", ""), topics, request.actor
                )
            case "webhook-end" | "webhook-test":
                _change_webhook(request)
            case "invite":
                role, player = request.POST.get("role", ""), request.POST.get("plays_as", "")
                token = invitation(request.event, role, request.actor, player)
                link = request.build_absolute_uri(reverse("invitation", args=[token]))
            case "plays-as":
                _link(request)
            case "role":
                _assign(request)
            case "revoke":
                rows = ApiKey.objects.filter(event=request.event).select_related("event")
                row = rows.filter(pk=whole(request.POST.get("key")) or 0).first()
                if row is None:
                    raise Http404
                revoke_api_key(row, request.actor)
                messages.success(request, _("The key is revoked."))
        if not (key or link or secret):
            return HttpResponseRedirect(request.path)
    return _settings(request, form, key=key, link=link, secret=secret)


def _change_webhook(request: Directing) -> None:
    """End one, or try it."""
    rows = Webhook.objects.filter(event=request.event).select_related("event")
    row = rows.filter(pk=whole(request.POST.get("webhook")) or 0).first()
    if row is None:
        raise Http404
    if request.POST["do"] == "webhook-end":
        end_webhook(row, request.actor)
        messages.success(request, _("Nothing more is sent there."))
    else:
        try_webhook(row, request.actor)
        messages.success(request, _("A test is on its way: its answer stands below in a moment."))


def _settings(
    request: Directing, form: EventForm, plan: PlanForm | None = None, **shown_once: str
) -> HttpResponse:
    """The page; `plan` is the form of a stage whose faults are to be told."""
    return show(
        request,
        "console/settings.html",
        "settings",
        form=form,
        stages=[
            (stage, plan if plan is not None and plan.instance.pk == stage.pk else unchanged)
            for stage, unchanged in plan_forms(request.event)
        ],
        formats=[
            (each.kind, StageKind(each.kind).label)
            for each in formats_for(Ruleset.from_data(request.event.ruleset).players)
        ],
        methods=comparison.names(),
        scorings=Scoring.choices,
        tie_breaks=[(name, TIE_BREAKS[name]) for name in OFFERED],
        steps=range(MOST_STEPS),
        carry_overs=CarryOver.choices,
        keys=ApiKey.objects.filter(event=request.event),
        people=[
            (held, plays_as(held), request.role == Role.OWNER or held.user_id == request.user.pk)
            for held in RoleAssignment.objects.filter(event=request.event).select_related("user")
        ],
        roles=Role.choices,
        failures=failures_of(request.event),
        pending=pending(request.event),
        sends_mail=django_settings.SENDS_MAIL,
        readers=readers(request.event).count(),
        hooks=hooks_of(request.event) if request.role == Role.OWNER else [],
        topics=Topic.choices,
        **shown_once,
    )


def _fresh(event: Event) -> Event:
    """The event once more: a form writes into what it is given, before anything is accepted."""
    return Event.objects.get(pk=event.pk)


def _change(request: Directing, form: EventForm) -> bool:
    """Save the settings that were changed; False with the faults in the form.

    Raises EventRefused("changed_meanwhile") where somebody else has changed the same.
    """
    if not form.is_valid():
        return False
    refuse_overtaken(form, f"event:{request.event.pk}")
    change_event(request.event, request.actor, form.changes)
    messages.success(request, _("The settings are saved."))
    return True


def _held(request: Directing) -> User:
    """Who has the role that a form is about."""
    held = RoleAssignment.objects.filter(event=request.event).select_related("user")
    found = held.filter(user=whole(request.POST.get("user")) or 0).first()
    if found is None:
        raise Http404
    assert isinstance(found.user, User)
    return found.user


def _assign(request: Directing) -> None:
    role = request.POST.get("role", "")
    if role and role not in Role.values:
        raise Http404
    assign_role(request.event, _held(request), Role(role) if role else None, request.actor)
    messages.success(request, _("The role is changed."))


def _link(request: Directing) -> None:
    user = _held(request)
    player = player_named(request.event, request.POST.get("plays_as", ""))
    link_player(request.event, user, player, request.actor)
    messages.success(request, _("It is noted as whom they play."))

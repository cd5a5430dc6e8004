"""The forms of a stage on the page of settings: a new one, its plan, how ranks come about.

Owns what the forms say, by the names of the services; these check it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.models import CarryOver, Event, Stage, StageKind
from tournaments.services.change_event import change_stage
from tournaments.services.create_event import create_stage
from tournaments.services.stage_checks import pairs_from, title_points_from
from tournaments.stage_ends import light_stages

from .base import Directing, whole
from .event_form import refuse_overtaken
from .plan_form import PlanForm

#: Steps of a tie-break chain that a form asks for.
MOST_STEPS = 5


def add_stage(request: Directing) -> None:
    create_stage(request.event, actor=request.actor, **_stage_settings(request))
    messages.success(request, _("The stage is set up: enter people, then draw."))


def _stage_settings(request: Directing) -> dict[str, Any]:
    """What the form says of a new stage, by the names of `create_stage`."""
    form = request.POST
    settings: dict[str, Any] = {
        "name": form.get("name", "").strip(),
        "rounds": whole(form.get("rounds")) or 0,
        "boards_per_round": whole(form.get("boards")) or 0,
        "sessions": whole(form.get("sessions")) or 1,
        "reserve_boards": whole(form.get("reserves")) or 0,
        "public_value_name": form.get("public_value_name", "").strip(),
        "out_below": _signed(form.get("out_below"), 40),
        "out_step": _signed(form.get("out_step"), 2),
        "out_until": whole(form.get("out_until")) or 6,
        "kind": form.get("kind", StageKind.INDIVIDUAL_BAROMETER),
        "method": form.get("method", ""),
        "scoring": form.get("scoring", ""),
        "cap": whole(form.get("cap")),
        "allow_repeats": bool(form.get("allow_repeats")),
        "separate_clubs": bool(form.get("separate_clubs")),
        "forbidden_pairs": pairs_from(form.get("forbidden_pairs", "")),
        "tie_breaks": _chain(request),
        "title_points": title_points_from(form.get("title_points", "")),
    }
    source = whole(form.get("source"))
    if source:
        settings["source"] = request.event.stages.filter(number=source).first()
        settings["first_rank"] = whole(form.get("first_rank")) or 1
        settings["last_rank"] = whole(form.get("last_rank"))
        settings["carry_over"] = form.get("carry_over", CarryOver.NONE)
        settings["carry_share"] = whole(form.get("carry_share")) or 50
    return settings


def _signed(text: str | None, usual: int) -> int:
    """A whole number of a form that may be negative."""
    value = whole((text or "").removeprefix("-"))
    if value is None:
        return usual
    return -value if (text or "").startswith("-") else value


def plan_forms(event: Event) -> list[tuple[Stage, PlanForm]]:
    """Each stage with the form of what may still be changed of it."""
    drawn = set(event.stages.filter(movement__isnull=False).values_list("pk", flat=True))
    return [
        (stage, PlanForm(instance=stage, drawn=stage.pk in drawn)) for stage in light_stages(event)
    ]


def change_plan(request: Directing) -> PlanForm | None:
    """Save what was changed of one stage; the form with its faults, if it has some.

    Raises EventRefused("changed_meanwhile") where somebody else has changed the same.
    """
    stage = _numbered(request)
    form = PlanForm(request.POST, instance=stage, drawn=stage.movement is not None)
    if not form.is_valid():
        return form
    refuse_overtaken(form, f"stage:{stage.pk}")
    change_stage(stage, request.actor, form.changes)
    messages.success(request, _("The settings are saved."))
    return None


def _numbered(request: Directing) -> Stage:
    """The stage whose number a form gives."""
    stages = request.event.stages.select_related("event", "source")
    stage = stages.filter(number=whole(request.POST.get("number")) or 0).first()
    if stage is None:
        raise Http404
    return stage


def set_ranking(request: Directing) -> None:
    """The chain of tie-breaks and the title points of one stage, at any time."""
    stage = _numbered(request)
    changes = {
        "tie_breaks": _chain(request),
        "title_points": title_points_from(request.POST.get("title_points", "")),
    }
    change_stage(stage, request.actor, changes)
    messages.success(request, _("The settings are saved."))


def _chain(request: Directing) -> list[str]:
    """The steps chosen, in their order; one that is left empty, or chosen before, is no step."""
    return list(dict.fromkeys(name for name in request.POST.getlist("tie_break") if name))

"""When a stage has ended, and which stage of an event is to be directed: pure reads."""

from __future__ import annotations

from tournaments.formats import format_of
from tournaments.models import Event, RoundState, Stage
from tournaments.score_out import is_decided


def has_ended(stage: Stage) -> bool:
    """Whether no round of a stage is still to be drawn or to be played."""
    if format_of(stage.kind).score_out:
        return is_decided(stage)
    states = list(stage.rounds.values_list("state", flat=True))
    return len(states) >= stage.rounds_planned and set(states) <= {RoundState.FINISHED}


def light_stages(event: Event) -> list[Stage]:
    """The stages in order, without what grows with the event: movements and certificates.

    Whoever needs these reads them with one statement more.
    """
    rows = event.stages.select_related("event", "source").defer(
        "movement", "certificate", "source__movement", "source__certificate"
    )
    return list(rows.order_by("number"))


def stage_to_direct(event: Event) -> Stage | None:
    """The first stage of an event that has not ended, or its last; None without a stage."""
    stages = light_stages(event)
    return next((stage for stage in stages if not has_ended(stage)), stages[-1] if stages else None)

"""Create an event with its stages as a plan says: all of it, or nothing."""

from games.db import write_transaction
from tournaments.models import Event, Stage
from tournaments.plans import Plan

from .actors import Actor
from .create_event import create_event, create_stage


def create_planned_event(plan: Plan, actor: Actor) -> Event:
    """Create the event of a plan; the second stage takes the best of the first.

    Raises NotPermitted; EventRefused with a code of `create_event` or `create_stage`.
    """
    preset = plan.preset
    with write_transaction():
        event = create_event(
            name=plan.name,
            actor=actor,
            ruleset=preset.ruleset,
            physical=plan.plays_with == "cards",
            **preset.settings,
        )
        before: Stage | None = None
        for settings in plan.stages():
            before = create_stage(event, source=before, actor=actor, **settings)
    return event

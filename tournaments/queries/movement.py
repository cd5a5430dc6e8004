"""The movement for the critic: certificate, whole schedule, and who is who."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Stage

from .edition import Edition, NotPublicError
from .people import EntrantRef, entrants_of
from .schedule import ScheduledRound, read_movement


@dataclass(frozen=True, slots=True)
class MovementPage:
    """The drawn movement. `certificate` is the engine's data (repeat_meetings, …).

    `rounds` name entrants by number; `people` maps the number to the entrant. `seed` and
    `movement` (the stored document) are all that the independent checker needs.
    """

    edition: Edition
    certificate: Mapping[str, Any]
    rounds: tuple[ScheduledRound, ...]
    people: Mapping[int, EntrantRef]
    seed: int
    movement: Mapping[str, Any]


def movement_page(edition: Edition) -> MovementPage:
    """The movement and its certificate; two statements. Raises NotPublicError before the draw."""
    stage = (
        Stage.objects.filter(id=edition.stage_id).values("movement", "certificate", "seed").first()
    )
    if stage is None or stage["movement"] is None:
        raise NotPublicError
    return MovementPage(
        edition=edition,
        certificate=stage["certificate"] or {},
        rounds=read_movement(stage["movement"]),
        people={e.number: e for e in entrants_of(edition.event_id).values()},
        seed=stage["seed"],
        movement=stage["movement"],
    )

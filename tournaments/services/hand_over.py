"""Hand an event over as a file, for an installation that brings it in among its own.

Only what is over is handed over: then nothing in it is secret any more, and nothing that opens
something here has to go along.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import HandOverRefused
from tournaments.event_file.write import write_event
from tournaments.models import (
    DirtyMark,
    Event,
    EventState,
    Failure,
    Role,
    Session,
    StandingsMark,
)

from .actors import Actor
from .audit import record


def hand_over(event: Event, actor: Actor, path: Path) -> int:
    """Write the event's file, and record that it was; the number of rows in it.

    It has all of the audit, without network addresses, and everybody's name, club and rating: only
    an owner may. Raises NotPermitted; HandOverRefused as `hand_over_refusal` says; OSError.
    """
    actor.require(event, Role.OWNER)
    if refusal := hand_over_refusal(event):
        raise refusal
    rows = sum(write_event(event, path).values())
    with path.open("rb") as file, write_transaction():
        digest = sha256()
        while piece := file.read(2**20):
            digest.update(piece)
        after = {"rows": rows, "sha256": digest.hexdigest()}
        record(event, actor, "hand_over", f"event:{event.pk}", after=after)
    return rows


def hand_over_refusal(event: Event) -> HandOverRefused | None:
    """Why an event cannot be handed over now (at most five statements); None if it can be.

    Its codes are `not_finished`, `not_official`, `not_revealed` and `not_counted`.
    """
    if event.state != EventState.FINISHED:
        sentence = _("An event is handed over when it has ended: its boards are secret before.")
        return HandOverRefused("not_finished", sentence)
    if Session.objects.filter(stage__event=event, board_set__revealed_at=None).exists():
        sentence = _("A session is not revealed yet: reveal its secret first (Rounds).")
        return HandOverRefused("not_revealed", sentence)
    if event.official_at is None:
        sentence = _("Results may still be disputed: wait until the correction period is over.")
        return HandOverRefused("not_official", sentence)
    marks = DirtyMark.objects.filter(field__stage__event=event).exists()
    if marks or StandingsMark.objects.filter(stage__event=event).exists():
        sentence = _("Standings are still being counted: try again in a moment.")
        return HandOverRefused("not_counted", sentence)
    if Failure.objects.filter(stage__event=event).exists():
        sentence = _("Something could not be counted (Settings): try it again first.")
        return HandOverRefused("not_counted", sentence)
    return None

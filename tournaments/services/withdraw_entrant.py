"""Take an entrant out of an event, or let them in again; once drawn, from a round on.

What was played stays and counts. The rounds still to come are a new version of the movement.
"""

from typing import Any

from django.utils.translation import gettext as _

from games.db import write_transaction
from tournaments.errors import DrawRefused, EventRefused
from tournaments.models import DrawKind, Entrant, EntrantState, Event

from .actors import Actor
from .audit import record
from .fill_places import fill_places
from .late_changes import note_if_late
from .revising import Change, Revision, lock, open_stage, store, work_out
from .ruling_effects import check_reason, settle_standings


def withdraw_entrant(
    entrant: Entrant, actor: Actor, reason: str = "", *, from_round: int | None = None
) -> Entrant:
    """Withdraw an entrant; in a drawn stage from `from_round` (default: the next unreleased) on.

    A round that is released goes on with them. Before the draw the first of the waiting list takes
    the place. Raises NotPermitted; EventRefused with
    `already_withdrawn` (`already_active` on the way back) or `changed_meanwhile`; DrawRefused with
    a code of `revising`.
    """
    return _move(entrant, actor, EntrantState.WITHDRAWN, "withdraw_entrant", reason, from_round)


def readmit_entrant(
    entrant: Entrant, actor: Actor, reason: str = "", *, from_round: int | None = None
) -> Entrant:
    """Let an entrant in again: no points for the rounds missed, and no bye before others.

    Raises as `withdraw_entrant` does.
    """
    return _move(entrant, actor, EntrantState.ACTIVE, "readmit_entrant", reason, from_round)


def disqualify_entrant(
    entrant: Entrant, actor: Actor, reason: str, *, from_round: int | None = None
) -> Entrant:
    """Take an entrant out of the ranking, during the event or after it.

    Their results stay for all others; the ranks close up or stay vacant, as the event says.
    `readmit_entrant` undoes it. Raises as `withdraw_entrant` does; RulingRefused("reason_missing").
    """
    reason = check_reason(reason)
    state = EntrantState.DISQUALIFIED
    return _move(entrant, actor, state, "disqualify_entrant", reason, from_round)


def _move(
    entrant: Entrant,
    actor: Actor,
    state: EntrantState,
    verb: str,
    reason: str,
    from_round: int | None,
) -> Entrant:
    actor.require(entrant.event)
    entrant = Entrant.objects.select_related("event").get(pk=entrant.pk)
    _refuse_twice(entrant, state)
    revision = _revision(entrant, state, from_round)
    with write_transaction():
        drawn = _store(revision, entrant, state) if revision else {}
        event = Event.objects.select_for_update(no_key=True).get(pk=entrant.event_id)
        entrant = Entrant.objects.select_related("event").get(pk=entrant.pk)
        if revision is None and _is_drawn(entrant, state) and open_stage(event) is not None:
            sentence = _("The draw has changed meanwhile: try again.")
            raise EventRefused("changed_meanwhile", sentence, about=f"entrant:{entrant.pk}")
        _refuse_twice(entrant, state)
        if EntrantState.DISQUALIFIED in (entrant.state, state):
            for stage in event.stages.all():
                note_if_late(stage, None, actor, reason)
                settle_standings(stage)
        _save(entrant, state, actor, verb, reason, drawn)
        fill_places(event)
    return entrant


def _store(revision: Revision, entrant: Entrant, state: EntrantState) -> dict[str, Any]:
    try:
        locked = lock(revision)
    except DrawRefused:
        _refuse_twice(Entrant.objects.get(pk=entrant.pk), state)  # that is how the draw changed
        raise
    return store(revision, locked)


def _refuse_twice(entrant: Entrant, state: EntrantState) -> None:
    if entrant.state == state:
        about = f"entrant:{entrant.pk}"
        if state == EntrantState.WITHDRAWN:
            sentence = _("This entrant has withdrawn already.")
            raise EventRefused("already_withdrawn", sentence, about=about)
        if state == EntrantState.DISQUALIFIED:
            sentence = _("This entrant is disqualified already.")
            raise EventRefused("already_disqualified", sentence, about=about)
        raise EventRefused("already_active", _("This entrant is in already."), about=about)


def _save(
    entrant: Entrant,
    state: EntrantState,
    actor: Actor,
    verb: str,
    reason: str,
    drawn: dict[str, Any],
) -> None:
    before = {"state": entrant.state}
    entrant.state = state
    entrant.save(update_fields=["state"])
    after = {"state": str(state), **({"draw": drawn} if drawn else {})}
    target = f"entrant:{entrant.pk}"
    record(entrant.event, actor, verb, target, reason=reason, before=before, after=after)


def _is_drawn(entrant: Entrant, state: EntrantState) -> bool:
    """Whether the draw has to follow: who is out already is in no round to come."""
    return EntrantState.ACTIVE in (entrant.state, state)


def _revision(entrant: Entrant, state: EntrantState, from_round: int | None) -> Revision | None:
    """Return the new version of the movement; None where no drawn round is left to change."""
    stage = open_stage(entrant.event)
    if stage is None or not _is_drawn(entrant, state):
        return None
    assert stage.movement is not None
    mine = (entrant.number,)
    known = entrant.number in stage.movement["entrants"]
    if state != EntrantState.ACTIVE:
        return work_out(stage, Change(DrawKind.WITHDRAWAL, leave=mine), from_round)
    if known:
        return work_out(stage, Change(DrawKind.RE_ENTRY, back=mine), from_round)
    if stage.source_id is not None:
        return None
    return work_out(stage, Change(DrawKind.LATE_ENTRY, enter=mine), from_round)

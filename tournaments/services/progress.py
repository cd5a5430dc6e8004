"""How rounds and events come to their end: by the last play of their tables.

Owns the one test of "all played". Locks in the order round, stage, event.
"""

from datetime import datetime

from games.models import Play
from games.models.plays import UNFINISHED
from tournaments import hints
from tournaments.models import Event, EventState, Round, RoundState, Stage
from tournaments.stage_ends import has_ended

from .actors import SYSTEM, Actor
from .audit import record
from .opening import mark_standings_due
from .settle_match import open_closed_boards


def finish_if_played(round_: Round, at: datetime, besides: Play | None = None) -> bool:
    """Finish a released round if none of its plays is unfinished; tell whether this did it.

    The round is locked first, so that of two boards that end together the second sees the first.
    (`besides` is the play that is just finishing. A round ends with the end of a board, so it is
    enough to ask then.) The event ends with its last round.
    """
    state = Round.objects.select_for_update(no_key=True).get(pk=round_.pk).state
    if state not in (RoundState.RELEASED, RoundState.PLAYING):
        return False
    unfinished = Play.objects.filter(table__round_table__round=round_, state__in=UNFINISHED)
    if besides is not None:
        unfinished = unfinished.exclude(pk=besides.pk)
    if unfinished.exists():
        return False
    open_closed_boards(round_, at)
    finish(round_, at, SYSTEM)
    return True


def finish(round_: Round, at: datetime, actor: Actor, reason: str = "") -> None:
    """Finish a locked round, and its event after the last round of the last stage."""
    event_id = round_.stage.event_id
    Round.objects.filter(pk=round_.pk).update(state=RoundState.FINISHED, finished_at=at)
    # The version that follows is the one of the round's end, which is kept.
    mark_standings_due(round_.stage_id, at)
    record(
        round_.stage.event,
        actor,
        "finish_round",
        f"round:{round_.pk}",
        reason=reason,
        after={"stage": round_.stage_id, "round": round_.number},
    )
    hints.round_changed(event_id, round_.stage_id, round_.number, RoundState.FINISHED)
    finish_event_if_over(round_.stage.event)


def finish_event_if_over(event: Event) -> None:
    """Finish an event all of whose stages have ended."""
    if _is_over(event.pk):
        Event.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
        record(event, SYSTEM, "finish_event", f"event:{event.pk}")
        hints.event_changed(event.pk, "finished")


def _is_over(event_id: str) -> bool:
    """Whether every stage of the event has ended."""
    stages = Stage.objects.filter(event=event_id).defer("movement", "certificate")
    return all(has_ended(stage) for stage in stages)

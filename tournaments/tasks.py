"""Celery's entry points, and the sweep that makes them dispensable. Thin: services do the work.

A task is a hint that something is marked in the database. It may be lost, late or run twice.
Services send hints, so they are imported where they are called.
"""

from collections import defaultdict
from datetime import timedelta

from celery import shared_task
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import send_hint
from tournaments.models import DirtyMark, Failure, Rehearsal, Stage, StandingsMark

#: How many fields of a stage one sweep counts at most: the next one comes within a second.
MOST_FIELDS_A_SWEEP = 500
#: Seconds before the same fields are hinted at again: in a burst one count serves many results.
RECOUNT_REST = 0.2
#: A rehearsal whose hint seems lost, and one whose worker seems dead.
PATIENCE, STALE = timedelta(seconds=5), timedelta(minutes=2)


@shared_task(name="tournaments.recount")
def recount(field_ids: list[int]) -> None:
    """Count these fields again, those that are marked and that nobody else counts now."""
    from tournaments.services.recount_fields import recount_fields

    recount_fields(field_ids, wait=False)


@shared_task(name="tournaments.publish")
def publish(stage_id: str) -> None:
    """Publish a stage's standings, if they are due; what raises is noted and tried again later."""
    from tournaments.services.failures import NOT_TO_BLAME, note_failure
    from tournaments.services.publish_standings import SPACING, Outcome, publish_standings

    failure = Failure.objects.filter(stage=stage_id, field=None).first()
    if failure and (failure.parked_at or failure.retry_at > timezone.now()):
        return
    try:
        if publish_standings(stage_id) is Outcome.TOO_EARLY:
            wait = SPACING.total_seconds()
            send_hint(publish, stage_id, after=wait, rest=wait)
    except NOT_TO_BLAME:
        raise
    except Exception as fault:
        note_failure(stage_id, None, fault)
    else:
        if failure:
            failure.delete()


@shared_task(name="tournaments.rehearse")
def rehearse(rehearsal_id: int) -> None:
    """Play a rehearsal, if it still waits."""
    from tournaments.simulation import run_rehearsal

    run_rehearsal(rehearsal_id)


def hint_rehearsal(rehearsal_id: int) -> None:
    """After the commit, have a rehearsal played: it is marked as waiting."""
    send_hint(rehearse, rehearsal_id)


def hint_recount(field_ids: list[int]) -> None:
    """After the commit, have these fields counted: their marks are written."""
    send_hint(recount, field_ids, rest=RECOUNT_REST)


def hint_publish(stage_id: str) -> None:
    """After the commit, have the stage's standings published: they are marked as due."""
    send_hint(publish, stage_id)


def sweep() -> None:
    """Do what is marked in the database, whether or not anybody gave a hint of it.

    Stage by stage, those of small events first: a large one delays none of them.
    """
    from tournaments.services.failures import rests
    from tournaments.services.open_waiting_boards import open_waiting_boards

    open_waiting_boards()
    marked = DirtyMark.objects.exclude(rests(timezone.now(), "field__failure__"))
    fields: dict[str, list[int]] = defaultdict(list)
    for stage_id, field_id in (
        marked.order_by("field_id").values_list("field__stage", "field_id").distinct()
    ):
        fields[stage_id].append(field_id)
    due = StandingsMark.objects.values_list("stage_id", flat=True).distinct()
    for stage_id in _smallest_first({*fields, *due}):
        recount(fields[stage_id][:MOST_FIELDS_A_SWEEP])
        if StandingsMark.objects.filter(stage=stage_id).exists():
            publish(stage_id)
    _sweep_rehearsals()


def _smallest_first(stage_ids: set[str]) -> list[str]:
    """Stages in the order of the number of entrants of their events."""
    if len(stage_ids) < 2:
        return list(stage_ids)
    sized = Stage.objects.filter(pk__in=stage_ids).annotate(size=Count("event__entrants"))
    return list(sized.order_by("size", "pk").values_list("pk", flat=True))


def _sweep_rehearsals() -> None:
    """Hint again at the oldest one that waits; give up one whose worker has died."""
    live = list(Rehearsal.objects.filter(state__in=("waiting", "running")).order_by("pk")[:20])
    now = timezone.now()
    for each in live:
        if each.state == "running" and each.beat_at and each.beat_at < now - STALE:
            Rehearsal.objects.filter(pk=each.pk, state="running", beat_at=each.beat_at).update(
                state="failed", trouble=_("The server was stopped meanwhile."), ended_at=now
            )
    waiting = [each for each in live if each.state == "waiting" and each.asked_at < now - PATIENCE]
    if waiting and not any(each.state == "running" for each in live):
        send_hint(rehearse, waiting[0].pk)

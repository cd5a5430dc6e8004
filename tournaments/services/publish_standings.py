"""Publish a stage's standings as a whole version with its manifest, at most two a second.

Owns numbering, spacing and what is kept for ever. A version is written only if it says something
new. It shows one moment: whatever is committed after that leaves its own mark, so that nobody waits
for a publication, and none fails because results keep arriving.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.db import in_one_moment
from tournaments import hints
from tournaments.models import DirtyMark, Field, Ruling, Stage, StandingsMark, StandingsVersion

from .compact_standings import OLD, SLACK
from .notify import tell_standings
from .recount_fields import count_marked, lock_fields, recount_fields
from .standings import Manifest, manifest_of, standings_payload

#: The least time between two versions of a stage.
SPACING = timedelta(seconds=0.5)


class Outcome(StrEnum):
    """What became of a wish to publish."""

    PUBLISHED = "published"
    UNCHANGED = "unchanged"
    NOT_DUE = "not_due"
    TOO_EARLY = "too_early"  # still due: the last one is too young, or another is being made
    INCOMPLETE = "incomplete"  # still due: a count has failed and is tried again


def publish_standings(stage_id: str) -> Outcome:
    """Publish the standings of a stage if they are due; safe to call at any time, by anybody.

    Counts the marked fields of opened boards first, each batch in a transaction of its own. Then
    one transaction that sees one moment: it counts what was marked since, reads, writes the
    version, and deletes the marks of that moment.
    """
    recount_fields(_marks(stage_id).values_list("field_id", flat=True).distinct())
    with _no_collection():
        return in_one_moment(lambda: _publish(stage_id))


@contextmanager
def _no_collection() -> Iterator[None]:
    """Let Python not look for cycles meanwhile: all rows are kept to the end, so that it finds none
    and takes as long as everything else together.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _publish(stage_id: str) -> Outcome:
    """Locks in the order fields, stage, as counts and rulings do."""
    marks = _marks(stage_id)
    sound = marks.filter(field__failure=None)
    fields = lock_fields(sound.values_list("field_id", flat=True).distinct())
    # The stage alone: its event changes with results, which wait for nobody.
    free = Stage.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
    light = free.defer("movement", "certificate")  # they grow with the event
    stage = light.filter(pk=stage_id).order_by("pk").first()
    if stage is None:
        return Outcome.TOO_EARLY
    due = list(stage.marks.values_list("pk", flat=True))
    if not due:
        return Outcome.NOT_DUE
    last = stage.versions.order_by("-number").first()
    now = timezone.now()
    if last is not None and now - last.published_at < SPACING:
        return Outcome.TOO_EARLY
    count_marked(fields)
    if marks.exists():
        return Outcome.INCOMPLETE
    manifest = manifest_of(stage)
    outcome = Outcome.UNCHANGED
    if manifest:  # before, there is nothing to rank, and perhaps no draw
        payload = standings_payload(stage, _previous_ranks(stage))
        outcome = _store(stage, last, manifest, payload, now)
    StandingsMark.objects.filter(pk__in=due).delete()
    Stage.objects.filter(pk=stage_id).update(
        pending_note="", keeps_next=False, compact_at=Coalesce(F("compact_at"), now + OLD + SLACK)
    )
    return outcome


def _marks(stage_id: str) -> QuerySet[DirtyMark]:
    """What must be counted before: what is parked waits for a person, and the others do not."""
    return DirtyMark.objects.filter(
        field__stage=stage_id,
        field__board__opened_at__isnull=False,
        field__failure__parked_at=None,
    )


def _previous_ranks(stage: Stage) -> dict[str, int]:
    """Return the ranks of the last version that is kept: those at the end of a round."""
    kept = stage.versions.filter(is_kept=True).order_by("-number").first()
    if kept is None:
        return {}
    return {row["entrant"]: row["rank"] for row in kept.payload["rows"]}


def _store(
    stage: Stage,
    last: StandingsVersion | None,
    manifest: Manifest,
    payload: dict[str, Any],
    now: datetime,
) -> Outcome:
    note = stage.pending_note
    whole = _counts_whole_rounds(stage, manifest)
    keep = bool(note) or stage.keeps_next or whole
    same = last is not None and last.manifest == manifest and not note
    if last is not None and same and not _ruled_since(last) and is_same(last.payload, payload):
        if keep and not last.is_kept:
            StandingsVersion.objects.filter(pk=last.pk).update(is_kept=True)
        return Outcome.UNCHANGED
    version = StandingsVersion.objects.create(
        stage=stage,
        number=last.number + 1 if last is not None else 1,
        manifest=manifest,
        payload=payload,
        note=note,
        is_kept=keep,
        published_at=now,
    )
    if whole:
        tell_standings(stage, version)
    hints.version_published(stage.event_id, stage.pk, version.number)
    return Outcome.PUBLISHED


def _ruled_since(last: StandingsVersion) -> bool:
    """Whether travellers tell something new though no figure changed: two seats exchanged, say."""
    rows = Ruling.objects.filter(stage=last.stage_id, board__opened_at__isnull=False)
    return rows.filter(made_at__gt=last.published_at).exists()


def _counts_whole_rounds(stage: Stage, manifest: Manifest) -> bool:
    """Whether each round counts with all its boards or with none: such a version is kept."""
    counted = set(
        Field.objects.filter(pk__in=[int(pk) for pk in manifest]).values_list(
            "board__number", flat=True
        )
    )
    rounds = stage.rounds.values_list("first_board", "last_board")
    played = Field.objects.filter(stage=stage, position=1, expected__gt=0)
    wanted = set(played.values_list("board__number", flat=True)) | counted
    boards = [set(range(first, last + 1)) & wanted for first, last in rounds]
    return all(each <= counted or not each & counted for each in boards)


def is_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two payloads say the same, apart from the ranks that they compare with."""

    def content(payload: dict[str, Any]) -> dict[str, Any]:
        rows = [{**row, "previous_rank": None} for row in payload["rows"]]
        return {**payload, "rows": rows}

    return content(one) == content(other)

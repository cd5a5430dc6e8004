"""Publish a stage's standings as a whole version with its manifest, at most two a second.

Owns numbering, spacing and what is kept for ever. A version is written only if it says something
new; whatever changes while it is made leaves the standings due.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.utils import timezone

from games.db import write_transaction
from tournaments import hints
from tournaments.models import DirtyMark, Field, Stage, StandingsVersion

from .notify import tell_standings
from .recount_fields import recount_fields
from .standings import Manifest, manifest_of, standings_payload

#: The least time between two versions of a stage.
SPACING = timedelta(seconds=0.5)


class Outcome(StrEnum):
    """What became of a wish to publish."""

    PUBLISHED = "published"
    UNCHANGED = "unchanged"
    NOT_DUE = "not_due"
    TOO_EARLY = "too_early"  # still due
    INCOMPLETE = "incomplete"  # a fact changed meanwhile: still due


def publish_standings(stage_id: str) -> Outcome:
    """Publish the standings of a stage if they are due; safe to call at any time, by anybody.

    Counts the marked fields of opened boards first. Then one transaction under the stage's lock:
    read by manifest, verify that nothing moved meanwhile, write the version, clear what was due.
    """
    recount_fields(_marks(stage_id).values_list("field_id", flat=True).distinct())
    with write_transaction():
        light = Stage.objects.defer("movement", "certificate")  # they grow with the event
        stage = light.select_for_update(no_key=True).get(pk=stage_id)
        if stage.standings_due_since is None:
            return Outcome.NOT_DUE
        last = stage.versions.order_by("-number").first()
        now = timezone.now()
        if last is not None and now - last.published_at < SPACING:
            return Outcome.TOO_EARLY
        manifest = manifest_of(stage)
        payload = standings_payload(stage, _previous_ranks(stage))
        # Each statement sees its own moment: this one proves that it was the same for all.
        if manifest_of(stage) != manifest or _marks(stage_id).exists():
            return Outcome.INCOMPLETE
        outcome = _store(stage, last, manifest, payload, now)
        Stage.objects.filter(pk=stage_id).update(
            standings_due_since=None, pending_note="", keeps_next=False
        )
    return outcome


def _marks(stage_id: str) -> Any:
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
    if not manifest:
        return Outcome.UNCHANGED
    same = last is not None and last.manifest == manifest and not note
    if last is not None and same and is_same(last.payload, payload):
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

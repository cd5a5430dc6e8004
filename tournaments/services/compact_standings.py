"""Delete provisional versions that were replaced long ago, and the counts that nobody reads.

Owns what goes. Kept for ever: the newest version of a stage, those at the end of a round, those
with a note and those after a decision (`is_kept`), every count that one of them names, and the
current count of each field.
"""

from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from games.db import write_transaction
from tournaments.models import FieldGeneration, FrequencyRow, Stage, StandingsVersion

#: How long after its replacement a provisional version is deleted, with the counts that only it
#: names; and more than the time between making anything and committing it.
OLD, SLACK = timedelta(days=1), timedelta(hours=1)
#: What one sweep deletes at most; the rest follows a second later.
MOST_VERSIONS, MOST_COUNTS = 200, 2000


def compact_standings(now: datetime | None = None) -> tuple[int, int]:
    """Compact one stage whose time has come; how many versions and counts went. Idempotent.

    Costs one statement on an index while no stage's time has come.
    """
    now = timezone.now() if now is None else now
    due = Stage.objects.filter(compact_at__lte=now).order_by("compact_at").values_list("pk")
    found = due.first()
    if found is None:
        return 0, 0
    with write_transaction():
        # Who works on it now, or publishes, is not waited for: the next sweep comes soon.
        locked = Stage.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        waits = locked.filter(pk=found[0], compact_at__lte=now)
        stage = waits.only("pk").order_by("pk").first()
        if stage is None:
            return 0, 0
        versions = _delete_versions(stage, now)
        counts = _delete_counts(stage, now) if versions < MOST_VERSIONS else 0
        if versions < MOST_VERSIONS and counts < MOST_COUNTS:
            at = now + OLD if _has_younger(stage, now) else None
            Stage.objects.filter(pk=stage.pk).update(compact_at=at)
    return versions, counts


def _delete_versions(stage: Stage, now: datetime) -> int:
    """A version is old a day after another took its place, however long it was the newest."""
    later = StandingsVersion.objects.filter(
        stage=OuterRef("stage"), number__gt=OuterRef("number"), published_at__lt=now - OLD
    )
    old = stage.versions.filter(Exists(later), is_kept=False, note="")
    ids = list(old.order_by("number").values_list("pk", flat=True)[:MOST_VERSIONS])
    StandingsVersion.objects.filter(pk__in=ids).delete()
    return len(ids)


def _delete_counts(stage: Stage, now: datetime) -> int:
    """A count is named by old manifests only: younger versions were made after its replacement."""
    manifests = stage.versions.filter(published_at__lt=now - OLD).values_list("manifest", flat=True)
    named = {
        (int(field), number)
        for manifest in manifests.iterator(chunk_size=20)
        for field, number in manifest.items()
    }
    later = FieldGeneration.objects.filter(
        field=OuterRef("field"), number__gt=OuterRef("number"), counted_at__lt=now - OLD - SLACK
    )
    replaced = FieldGeneration.objects.filter(
        Exists(later), field__stage=stage, number__lt=F("field__generation")
    )
    rows = replaced.order_by("field_id", "number").values_list("field_id", "number", "pk")
    gone = [row for row in rows.iterator() if row[:2] not in named][:MOST_COUNTS]
    for field, group in groupby(gone, key=itemgetter(0)):
        numbers = [number for _, number, _ in group]
        FrequencyRow.objects.filter(field=field, generation__in=numbers).delete()
    ids = [pk for _, _, pk in gone]
    FieldGeneration.objects.filter(pk__in=ids).delete()
    return len(gone)


def _has_younger(stage: Stage, now: datetime) -> bool:
    """Whether there is anything that may grow old yet."""
    counts = FieldGeneration.objects.filter(
        field__stage=stage, counted_at__gte=now - OLD - SLACK, number__gt=1
    )
    versions = stage.versions.filter(published_at__gte=now - OLD, number__gt=1)
    return versions.exists() or counts.exists()

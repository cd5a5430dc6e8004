"""What an answer depends on, read cheaply: enough to say "not modified" and nothing more.

Never loads a manifest, a payload or a name. What it returns is made before the answer is read, so
that an answer may be newer than its tag, never older.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from tournaments.models import AuditEntry, Event, Round, Stage, StandingsVersion

from .edition import NotPublicError


@dataclass(frozen=True, slots=True)
class Freshness:
    """The published version (0: none), the event's last decision, and how its rounds stand.

    `audit` counts decisions up: a draw, a release, an opening, a changed name or club. `rounds`
    is 0 unless it was asked for.
    """

    event_id: str
    version: int
    audit: int
    state: str
    rounds: int = 0

    @property
    def tag(self) -> str:
        """All of it as one text."""
        return "-".join(str(part) for part in astuple(self))


def freshness(slug: str, version: int | None = None, *, rounds: bool = False) -> Freshness:
    """The freshness of the public event `slug` at its newest version, or at `version`.

    One statement; one more with `rounds`, for answers that tell how many tables have finished.
    Raises NotPublicError for a missing or hidden event.
    """
    newest_stage = Stage.objects.filter(event_id=OuterRef("pk")).order_by("-number")
    row = (
        Event.objects.filter(slug=slug, is_public=True)
        .annotate(
            stage=Subquery(newest_stage.values("pk")[:1]),
            audit_number=Subquery(_last_decision()),
        )
        .values_list("pk", "state", "stage", "audit_number", Subquery(_last_version()))
        .first()
    )
    if row is None:
        raise NotPublicError
    event_id, state, stage, audit, newest = row
    return Freshness(
        event_id=event_id,
        version=(newest or 0) if version is None else version,
        audit=audit or 0,
        state=state,
        rounds=_rounds(stage) if rounds and stage else 0,
    )


def _last_decision() -> QuerySet[AuditEntry, int]:
    entries = AuditEntry.objects.filter(event_id=OuterRef("pk")).order_by("-at", "-pk")
    return entries.values_list("pk", flat=True)[:1]


def _last_version() -> QuerySet[StandingsVersion, int]:
    versions = StandingsVersion.objects.filter(stage_id=OuterRef("stage")).order_by("-number")
    return versions.values_list("number", flat=True)[:1]


def _rounds(stage_id: str) -> int:
    """A figure that grows whenever a round or one of its tables goes on."""
    counts = Round.objects.filter(stage_id=stage_id).aggregate(
        drawn=Count("pk", distinct=True),
        begun=Count("pk", distinct=True, filter=~Q(state="drawn")),
        playing=Count("pk", distinct=True, filter=Q(state__in=("playing", "finished"))),
        ended=Count("pk", distinct=True, filter=Q(state="finished")),
        tables=Count("tables", filter=Q(tables__table__finished_at__isnull=False)),
    )
    return int(sum(counts.values()))

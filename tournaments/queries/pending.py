"""What waits for the worker: counts and versions of an event that are marked and not made yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min
from django.utils import timezone

from tournaments.models import DirtyMark, Event, Field, StandingsMark

#: What is younger is work under way, of which nobody has to know.
PATIENCE = timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class Pending:
    """So many of all frequency tables are still to be counted; `since` the oldest mark."""

    waiting: int
    whole: int
    since: datetime

    @property
    def done(self) -> int:
        """How many are counted."""
        return self.whole - self.waiting


def pending(event: Event) -> Pending | None:
    """What has waited longer than usual; two statements, and a third where there is something.

    What cannot be counted is told elsewhere, and does not count here.
    """
    marks = DirtyMark.objects.filter(field__stage__event=event, field__failure=None)
    counts = marks.aggregate(waiting=Count("field", distinct=True), since=Min("at"))
    due = StandingsMark.objects.filter(stage__event=event).aggregate(since=Min("at"))
    since = min((each["since"] for each in (counts, due) if each["since"]), default=None)
    if since is None or timezone.now() - since < PATIENCE:
        return None
    whole = Field.objects.filter(stage__event=event).count()
    return Pending(counts["waiting"], whole, since)

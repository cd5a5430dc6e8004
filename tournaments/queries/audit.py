"""The audit of an event: who decided what, searched by a text or by what an entry says exactly.

Owns what a search looks at. Entries about boards that whoever asks is still to play are left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat

from tournaments.models import AuditEntry, Event
from tournaments.sight import audit_in_sight

#: What a text is looked for in.
SEARCHED = ("verb", "target", "reason", "actor", "origin")


def audit_lines(
    event: Event,
    search: str = "",
    *,
    narrowed: Mapping[str, str] | None = None,
    before: int | None,
    limit: int,
    hidden: frozenset[str],
) -> list[AuditEntry]:
    """The audit, newest first, narrowed to entries that have `search` in one of their texts.

    Those of users whose sign-in name has it are found, too. `narrowed` are columns and what they
    are to be; `origin` what it begins with.
    """
    rows = audit_in_sight(AuditEntry.objects.filter(event=event), hidden).order_by("-pk")
    if search:
        named = User.objects.filter(username__icontains=search).annotate(
            reference=Concat(Value("user:"), Cast("pk", CharField()))
        )
        found = Q(actor__in=named.values("reference"))
        for column in SEARCHED:
            found |= Q(**{f"{column}__icontains": search})
        rows = rows.filter(found)
    for column, value in (narrowed or {}).items():
        rows = rows.filter(**{"origin__startswith" if column == "origin" else column: value})
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return list(rows[:limit])

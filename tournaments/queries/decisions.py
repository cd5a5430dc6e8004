"""Who decided last about something: what a refusal tells, and what outdates a preview.

A thing is named as the audit names it, `<noun>:<id>`: `play:…`, `board:…`, `entrant:…`, `round:…`.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tournaments.models import AuditEntry, Ruling

#: Nouns that a ruling can be about; its own audit entry names the ruling.
RULED = ("play", "board", "entrant")
#: How many rulings about one thing are looked at, newest first.
MOST_RULINGS = 50


def last_decision(event_id: str, about: str) -> AuditEntry | None:
    """The newest audit entry about a thing; None if there is none."""
    return decisions(event_id, about).first()


def decisions(event_id: str, about: str) -> QuerySet[AuditEntry]:
    """The audit entries about a thing and about the rulings on it, newest first."""
    noun, _, pk = about.partition(":")
    targets = [about]
    if noun in RULED:
        wanted: dict[str, Any] = {f"{noun}_id": pk}
        if noun == "board":
            wanted["play"] = None
        rulings = Ruling.objects.filter(stage__event=event_id, **wanted).order_by("-pk")
        targets += [f"ruling:{one}" for one in rulings.values_list("pk", flat=True)[:MOST_RULINGS]]
    return AuditEntry.objects.filter(event=event_id, target__in=targets).order_by("-pk")

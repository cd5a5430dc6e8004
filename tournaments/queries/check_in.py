"""Who is here and who is missing, for the desk; and who is meant by what was scanned or typed."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from games.services.issue_code import LENGTH, code_hash, normalised
from tournaments.models import Entrant, EntrantState, Event

MOST_MATCHES = 20


def expected(event: Event) -> QuerySet[Entrant]:
    """Everybody who plays, by number; house players are always here."""
    rows = Entrant.objects.filter(event=event, state=EntrantState.ACTIVE, person__is_bot=False)
    return rows.select_related("person", "event").order_by("number")


def missing(event: Event) -> QuerySet[Entrant]:
    """Who plays and is not checked in."""
    return expected(event).filter(checked_in_at=None)


def has_begun(event: Event) -> bool:
    """Whether anybody was checked in: without that nobody is missed."""
    return expected(event).filter(checked_in_at__isnull=False).exists()


def meant(event: Event, text: str) -> list[Entrant]:
    """The entrants meant by a code (also within the address of its QR), a number or a name.

    A member's code or name means the team.
    """
    text = text.strip()
    number = text if text.isascii() and text.isdigit() and len(text) < LENGTH else ""
    code = text.rpartition("#")[2]
    rows = expected(event)
    if number:
        return list(rows.filter(number=int(number)))
    if len(normalised(code)) == LENGTH:
        digest = code_hash(code)
        holder = Q(player__code_hash=digest) | Q(members__player__code_hash=digest)
        holder |= Q(substitutions__player__code_hash=digest)
        if found := list(rows.filter(holder).distinct()):
            return found
    if not text:
        return []
    named = Q(person__name__icontains=text) | Q(members__player__person__name__icontains=text)
    return list(rows.filter(named).distinct()[:MOST_MATCHES])

"""Bring an event in from another installation's file, beside the events that are here.

Everything is made, or nothing. People who are known here by their id stay as they are here; who was
removed, here or there, stays removed. Whoever brings the event in owns it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.db import DatabaseError
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.ids import new_id
from games.models import Person
from games.models.people import RemovedName
from tournaments.archive_rows import ArchiveError
from tournaments.caching import kept as kept_answers
from tournaments.errors import BringInRefused
from tournaments.event_file.contents import Contents, Renamed
from tournaments.event_file.decisions import KEPT, Kept
from tournaments.event_file.make import make_event, refuse_other_deals
from tournaments.event_file.numbers import number_rows
from tournaments.event_file.read import EventFile, event_file
from tournaments.models import Event, Role, RoleAssignment, SigningKey

from .actors import Actor
from .audit import record
from .create_event import check_slug
from .hand_over import hand_over_refusal
from .rebuild import rebuild
from .remove_person import forget_in

PEOPLE, EVENT = (
    next(kept for kept in KEPT if kept.label == label)
    for label in ("games.person", "tournaments.event")
)


def look_into(source: Path | IO[bytes], actor: Actor) -> Contents:
    """What a file holds; nothing is changed. Raises NotPermitted; BringInRefused("bad_file")."""
    actor.require_administrator()
    with _sound(source) as file:
        event = _only(file, EVENT)
        fields = event["fields"]
        same = Event.objects.filter(pk=event["pk"]).values_list("slug", flat=True).first()
        names = {row["pk"]: str(row["fields"]["name"]) for _line, row in file.rows(PEOPLE)}
        here = _names_here(names)
        renamed = [
            Renamed(names[pk], name) for pk, name in here.items() if name and name != names[pk]
        ]
        return Contents(
            name=str(fields["name"]),
            slug=str(fields["slug"]),
            place=str(fields["place"]),
            starts_on=str(fields["starts_on"] or ""),
            is_public=fields["is_public"] is True,
            release=file.release,
            written_at=file.written_at,
            key=file.key,
            is_own=SigningKey.objects.filter(public=file.key).exists(),
            people=len(names),
            known=len(here),
            renamed=tuple(each for each in renamed if each.there),
            entrants=file.count("tournaments.entrant"),
            results=file.count("games.result"),
            versions=file.count("tournaments.standingsversion"),
            decisions=file.count("tournaments.auditentry"),
            same=same or "",
            is_free=not Event.objects.filter(slug=str(fields["slug"])).exists(),
        )


def bring_in(source: Path | IO[bytes], actor: Actor, slug: str = "") -> Event:
    """Make the event of a file here, under `slug` or its own address, and return it.

    All of it is derived again from its logs and results before it counts. Raises NotPermitted;
    BringInRefused with `bad_file` or `brought_in_already`; EventRefused with `slug_taken` or
    `slug_invalid`.
    """
    actor.require_administrator()
    with _sound(source) as file, write_transaction():
        row = _only(file, EVENT)
        if same := Event.objects.filter(pk=row["pk"]).first():
            sentence = _("This event is here already: %(address)s")
            raise BringInRefused(
                "brought_in_already", sentence % {"address": f"/e/{same.slug}/"}, slug=same.slug
            )
        wanted = slug or str(row["fields"]["slug"])
        check_slug(wanted)
        event = _made(file, wanted)
        if actor.user is not None:
            RoleAssignment.objects.create(event=event, user=actor.user, role=Role.OWNER)
        after = {
            "slug": row["fields"]["slug"],
            "release": file.release,
            "written_at": file.written_at.isoformat(),
            "key": file.key,
        }
        record(event, actor, "bring_in", f"event:{event.pk}", after=after)
    kept_answers.clear()
    return event


def _made(file: EventFile, slug: str) -> Event:
    numbers = number_rows(file)
    people = {row["pk"]: str(row["fields"]["name"]) for _line, row in file.rows(PEOPLE)}
    here = _names_here(people)
    forgotten = {pk: people[pk] for pk, name in here.items() if not name and people[pk]}
    for pk, name in here.items():
        if name and not people[pk]:  # removed there, and so nobody whom this event may name
            numbers.keys["games.person"][pk] = new_id()
    event = make_event(file, numbers, slug, here.keys())
    _prove(event)
    for person in Person.objects.filter(pk__in=forgotten):
        forget_in(person, forgotten[person.pk], [event])
    return event


def _prove(event: Event) -> None:
    """Refuse what may not be handed over, or does not follow from its own facts."""
    if hand_over_refusal(event) is not None:
        raise ArchiveError(_("The event in the file is not over."))
    refuse_other_deals(event)
    try:
        differences = rebuild(event).differences
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        sentence = _("What is in the file cannot be counted: %(fault)s")
        raise ArchiveError(sentence % {"fault": repr(fault)}) from fault
    if differences:
        first = differences[0]
        sentence = _("The %(kind)s of %(target)s does not follow from the facts in the file.")
        raise ArchiveError(sentence % {"kind": first.kind, "target": first.target})


def _names_here(people: dict[str, str]) -> dict[str, str]:
    """The names of those who are here already; empty for who was removed."""
    found: dict[str, str] = {}
    ids = list(people)
    for start in range(0, len(ids), 500):
        for person in Person.objects.filter(pk__in=ids[start : start + 500]).only("name"):
            found[person.pk] = "" if isinstance(person.name, RemovedName) else str(person.name)
    return found


def _only(file: EventFile, kept: Kept) -> dict[str, Any]:
    rows = [row for _line, row in file.rows(kept)]
    if len(rows) != 1:
        raise ArchiveError(_("The file has not one event."))
    return rows[0]


@contextmanager
def _sound(source: Path | IO[bytes]) -> Iterator[EventFile]:
    """The file, opened; what is wrong with it is a refusal."""
    try:
        with event_file(source) as file:
            yield file
    except ArchiveError as fault:
        raise BringInRefused("bad_file", str(fault)) from fault
    except DatabaseError as fault:
        sentence = _("The database does not take the rows: %(fault)s")
        raise BringInRefused("bad_file", sentence % {"fault": fault}) from fault

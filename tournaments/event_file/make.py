"""Make the rows of an event's file here, column by column, and prove that they fit each other.

Owns what a row has to be like to be inserted. Works within the transaction of
`services.bring_in`, which decides whether the event is brought in at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import connection, models
from django.utils.translation import gettext as _

from engine.dealing import Kind, fingerprint
from engine.dealing_reveal import Reveal, verify
from engine.errors import EngineError
from games.crypto import encrypt
from games.models import BoardSet
from tournaments.archive_rows import BATCH, ArchiveError, put_rows
from tournaments.models import Event

from .decisions import KEPT, Kept
from .numbers import Numbers, is_key, is_numbered, new_numbers
from .read import EventFile, faulty


def make_event(file: EventFile, numbers: Numbers, slug: str, present: Collection[str]) -> Event:
    """Insert every row and return the event, under `slug`; people who are `present` stay as here.

    Raises ArchiveError for a row that cannot be one, or names what is not in the file.
    """
    (event_id,) = _events(numbers)
    for kept in KEPT:
        batch: list[models.Model] = []
        for row in _made(file, kept, numbers, event_id):
            if kept.label == "games.person" and row.pk in present:
                continue
            if isinstance(row, Event):
                row.slug = slug
            batch.append(row)
            if len(batch) == BATCH:
                put_rows(kept.model, batch)
                batch = []
        if batch:
            put_rows(kept.model, batch)
    connection.check_constraints()
    return Event.objects.get(pk=event_id)


def _events(numbers: Numbers) -> list[str]:
    found = list(numbers.keys["tournaments.event"].values())
    if len(found) != 1:
        raise ArchiveError(_("The file has not one event."))
    return found


def _made(file: EventFile, kept: Kept, numbers: Numbers, event_id: str) -> Iterator[models.Model]:
    known = numbers.keys.get(kept.label)
    fresh: Iterator[Any] = iter(())
    if known is None and is_numbered(kept.model):
        fresh = iter(new_numbers(kept.model, file.count(kept.label)))
    for line, row in file.rows(kept):
        try:
            if not is_key(kept.model, row["pk"]):
                raise ValueError(_("its key is none, or is there twice"))
            key = known[row["pk"]] if known is not None else next(fresh)
            made = _object(kept, key, numbers.translated(kept, row["fields"]))
            if getattr(made, "realm", event_id) != event_id:
                raise ValueError(_("it is of another event"))
        except ValidationError as fault:
            raise faulty(kept, line, " ".join(fault.messages)) from None
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as fault:
            raise faulty(kept, line, fault) from None
        yield made


def _object(kept: Kept, key: Any, fields: dict[str, Any]) -> models.Model:
    """A row that every column accepts. Raises ValidationError, ValueError."""
    values: dict[str, Any] = {"id": key}
    for name, value in fields.items():
        column = cast("models.Field[Any, Any]", kept.model._meta.get_field(name))
        values[column.attname] = value if column.is_relation else _accepted(column, value)
    if kept.model is BoardSet:
        values["secret_encrypted"] = encrypt(Reveal.from_data(values["reveal"]).secret)
    return kept.model(**values)


def _accepted(column: models.Field[Any, Any], value: Any) -> Any:
    found = column.to_python(value)
    if found is None:
        if not column.null:
            raise ValueError(_("%(column)s is empty") % {"column": column.name})
        return found
    if column.choices and found != "" and found not in dict(column.flatchoices):
        raise ValueError(_("%(column)s has no such value") % {"column": column.name})
    column.run_validators(found)
    return found


def refuse_other_deals(event: Event) -> None:
    """Refuse an event whose deals do not follow from what was committed to. Raises ArchiveError."""
    sets = BoardSet.objects.filter(session__stage__event=event).prefetch_related("boards")
    for each in sets:
        try:
            reveal = Reveal.from_data(each.reveal)
            faults: list[object] = [fault.detail for fault in verify(reveal, each.commitment)]
            for board in each.boards.all():
                dealt = reveal.board(cast(Kind, board.kind), board.number, board.attempt).deal
                if fingerprint(dealt) != board.fingerprint:
                    faults.append(_("board %(number)d is another") % {"number": board.number})
        except EngineError as fault:
            faults = [fault]
        same = each.reveal is not None and each.reveal["description"] == each.description
        if faults or not same:
            sentence = _("The deals do not follow from their commitment: %(fault)s")
            told = faults[0] if faults else _("its description is another")
            raise ArchiveError(sentence % {"fault": told})

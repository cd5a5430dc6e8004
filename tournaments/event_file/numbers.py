"""Which number each row of a file gets here, and everything that names rows by their numbers.

Random ids stay as they are; whole numbers are given anew, in their order. References to accounts
and keys of the sending installation get its mark, so that nobody here is taken for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import connection, models
from django.utils.translation import gettext as _

from games.ids import is_id

from .decisions import ACTORS, KEPT, NAMING, Kept
from .read import EventFile, faulty

#: Digits of the sender's key that mark what is the sender's: `user:7@d75a9801`.
MARK_LENGTH = 8
#: Nouns of references that have a meaning at the sender alone.
FOREIGN = frozenset({"user", "key", "webhook"})
#: Nouns of the audit's targets that are named by a number.
NUMBERED = {"ruling": "tournaments.ruling", "session": "tournaments.session"}
#: Members of the audit's documents that name rows: one of them, or a list.
MEMBERS = {
    "person": "games.person",
    "ruling": "tournaments.ruling",
    "incident": "tournaments.incident",
    "elimination": "tournaments.elimination",
    "dispute": "games.dispute",
    "claim": "games.claim",
    "call": "games.call",
    "fields": "tournaments.field",
}


class DanglingError(ValueError):
    """A row names another that is not in the file."""

    def __init__(self, label: str, old: object) -> None:
        super().__init__(_("%(label)s %(old)s is not in the file") % {"label": label, "old": old})


@cache
def points_at(kept: Kept) -> dict[str, str]:
    """The columns of a model that name a row, with the model that it is of."""
    found = {}
    for name in kept.columns:
        related = kept.model._meta.get_field(name).related_model
        if related is not None:
            assert not isinstance(related, str)
            found[name] = related._meta.label_lower
    return found


#: Models that others of the file point at, or that documents name.
NAMED = {label for kept in KEPT for label in points_at(kept).values()} | {*MEMBERS.values()}


@dataclass(slots=True)
class Numbers:
    """Keys in the file and here, by model; `mark` stands for the sending installation."""

    mark: str
    keys: dict[str, dict[Any, Any]] = field(default_factory=dict)

    def of(self, label: str, old: Any) -> Any:
        """The key here. Raises DanglingError."""
        try:
            return self.keys[label][old]
        except (KeyError, TypeError):
            raise DanglingError(label, old) from None

    def known(self, label: str, old: Any) -> Any:
        """The key here of what may be gone since it was written down; None for what is."""
        try:
            return self.keys[label].get(old)
        except TypeError:
            return None

    def translated(self, kept: Kept, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The columns of a row, whatever names another row made new. Raises ValueError."""
        new = dict(fields)
        for name, label in points_at(kept).items():
            if new[name] is not None:
                new[name] = self.of(label, new[name])
        for name in kept.columns:
            if (kept.label, name) in ACTORS:
                new[name] = self.actor(new[name])
            elif (kept.label, name) in NAMING:
                new[name] = TRANSLATORS[kept.label, name](self, new[name])
        return new

    def actor(self, reference: Any) -> str:
        """A reference with the sender's mark where it is an account or a key."""
        noun, _colon, number = str(reference).partition(":")
        foreign = noun in FOREIGN and "@" not in number
        return f"{reference}@{self.mark}" if foreign else str(reference)

    def target(self, text: Any) -> str:
        """What an entry of the audit is about."""
        noun, _colon, number = str(text).partition(":")
        if noun == "person":
            return f"person:{self.known('games.person', number) or number}"
        if noun not in NUMBERED:
            return self.actor(text)
        new = self.known(NUMBERED[noun], int(number)) if number.isdecimal() else None
        return f"{noun}:{number}@{self.mark}" if new is None else f"{noun}:{new}"

    def named_in(self, document: Any) -> Any:
        """A document of the audit."""
        if not isinstance(document, dict):
            return document
        return {name: self._member(name, value) for name, value in document.items()}

    def _member(self, name: str, value: Any) -> Any:
        label = MEMBERS.get(name)
        if label is None or value is None:
            return value
        if isinstance(value, list):
            return [new for each in value if (new := self.known(label, each)) is not None]
        new = self.known(label, value)
        return value if new is None and label == "games.person" else new

    def claim_in(self, data: Any) -> Any:
        """What an entry of a table's log says."""
        if not isinstance(data, dict) or "claim" not in data:
            return data
        return {**data, "claim": str(self.of("games.claim", int(data["claim"])))}

    def manifest(self, manifest: Any) -> dict[str, Any]:
        """Which counts a version reads."""
        if not isinstance(manifest, dict):
            raise ValueError(_("the manifest is no object"))
        return {
            str(self.of("tournaments.field", int(old))): generation
            for old, generation in manifest.items()
        }


TRANSLATORS: dict[tuple[str, str], Callable[[Numbers, Any], Any]] = {
    ("games.logentry", "data"): Numbers.claim_in,
    ("tournaments.standingsversion", "manifest"): Numbers.manifest,
    ("tournaments.auditentry", "target"): Numbers.target,
    ("tournaments.auditentry", "before"): Numbers.named_in,
    ("tournaments.auditentry", "after"): Numbers.named_in,
}


def number_rows(file: EventFile) -> Numbers:
    """Give every row that others name its key here. Within the transaction that brings it in.

    Raises ArchiveError for a key that is none, or is there twice.
    """
    numbers = Numbers(file.key[:MARK_LENGTH])
    for kept in KEPT:
        if kept.label not in NAMED:
            continue
        old: dict[Any, Any] = {}
        for line, row in file.rows(kept):
            if not is_key(kept.model, row["pk"]) or row["pk"] in old:
                raise faulty(kept, line, _("its key is none, or is there twice"))
            old[row["pk"]] = row["pk"]
        if is_numbered(kept.model):
            old = dict(zip(old, new_numbers(kept.model, len(old)), strict=True))
        numbers.keys[kept.label] = old
    return numbers


def is_numbered(model: type[models.Model]) -> bool:
    """Whether a model's keys are whole numbers, of this installation alone."""
    return isinstance(model._meta.pk, models.AutoField)


def is_key(model: type[models.Model], key: object) -> bool:
    """Whether a key in a file can be one of this model's."""
    if is_numbered(model):
        return type(key) is int and key > 0
    return isinstance(key, str) and is_id(key)


def new_numbers(model: type[models.Model], count: int) -> list[int]:
    """So many free keys of a model, rising."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
                [f'"{table}"', count],
            )
            return sorted(number for (number,) in cursor.fetchall())
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        last = cursor.fetchone()
    start = 1 + (last[0] if last else 0)
    return list(range(start, start + count))

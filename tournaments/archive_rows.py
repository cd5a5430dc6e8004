"""Rows of a database in a file, and back: what every archive of Fushi is made of.

An archive is a zip with one JSON line a row in a member for each model. Owns how rows are written
at one moment, read and inserted as they were, and that a file is there whole or not at all. Which
rows, and what they need besides, is `tournaments.archive`'s and `tournaments.event_file`'s.
"""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, time
from pathlib import Path
from typing import IO, Any

from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.utils.translation import gettext as _

BATCH = 500
#: What reading a damaged file raises.
DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError)


class ArchiveError(Exception):
    """A file is no archive that can be read here; the sentence says why."""


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written and read, for its owner alone, that takes its place when all went well.

    Raises OSError, and leaves no half file; what is no file, such as a folder or a device, is never
    replaced.
    """
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is not a file")
    part = path.with_name(f"{path.name}.part")
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def opened(source: Path | IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """An archive to be read. Raises ArchiveError for what is none."""
    try:
        archive = zipfile.ZipFile(source)
    except (OSError, *DAMAGED) as fault:
        words = {"path": source if isinstance(source, Path) else _("The file"), "fault": fault}
        raise ArchiveError(_("%(path)s cannot be read as an archive: %(fault)s") % words) from None
    with archive:
        yield archive


def member_of(model: type[models.Model]) -> str:
    """The name of the member that holds a model's rows."""
    return f"{model._meta.label_lower}.jsonl"


def write_rows(
    archive: zipfile.ZipFile,
    model: type[models.Model],
    rows: Iterable[models.Model],
    fields: Collection[str] | None = None,
) -> int:
    """Write a model's rows, with these fields only if any are named; how many there were."""
    with archive.open(member_of(model), "w", force_zip64=True) as binary:
        stream = io.TextIOWrapper(binary, encoding="utf-8", write_through=True)
        counter = _Counter(rows)
        serializers.serialize(
            "jsonl",
            counter,
            stream=stream,
            fields=fields,
            use_natural_foreign_keys=True,
            cls=_Exact,
        )
        stream.detach()
    return counter.count


class _Exact(DjangoJSONEncoder):
    """JSON that keeps the microseconds of times."""

    def default(self, o: Any) -> Any:
        """A time as ISO 8601, whole; everything else as Django prints it."""
        return o.isoformat() if isinstance(o, datetime | time) else super().default(o)


class _Counter:
    """Rows passed through and counted."""

    def __init__(self, rows: Iterable[models.Model]) -> None:
        self._rows = rows
        self.count = 0

    def __iter__(self) -> Iterator[models.Model]:
        for row in self._rows:
            self.count += 1
            yield row


@contextmanager
def one_moment() -> Iterator[None]:
    """Let every read see the same state, without the lock that writers need."""
    if connection.in_atomic_block:
        yield  # the caller's transaction, which began before this
        return
    if connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")


def put_rows(model: type[models.Model], objects: Sequence[Any]) -> None:
    """Insert rows exactly as they are: no default, no time of now, no signal."""
    fields = model._meta.local_concrete_fields
    size = max(1, min(BATCH, connection.ops.bulk_batch_size(list(fields), list(objects))))
    queryset: Any = model._base_manager.all()
    for start in range(0, len(objects), size):
        queryset._insert(objects[start : start + size], fields=fields, using="default", raw=True)

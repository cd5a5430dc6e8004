"""A whole installation in one file, and back: from either database into either.

The archive (`fushi-backup-1`) is a zip: `manifest.json`, `secret.key`, and one JSON line a row for
every model. It holds the installation's key, without which codes, tokens and deals are nothing:
whoever has the file can direct every event. It is written whole or not at all.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, models, transaction

import engine
from tournaments.models import OutboxMessage

FORMAT = "fushi-backup-1"
#: Made anew by every installation, so that they are not carried over.
LEFT_OUT = frozenset({"contenttypes.contenttype", "auth.permission", "admin.logentry"})
BATCH = 500


class ArchiveError(Exception):
    """A file is no archive that can be restored here; the sentence says why."""


def archived_models() -> list[type[models.Model]]:
    """Every model that an archive holds, those first that others point at."""
    wanted = [
        (config, [m for m in config.get_models() if m._meta.label_lower not in LEFT_OUT])
        for config in apps.get_app_configs()
    ]
    ordered: list[type[models.Model]] = serializers.sort_dependencies(wanted, allow_cycles=True)
    return [model for model in ordered if model._meta.label_lower not in LEFT_OUT]


def write_archive(path: Path) -> dict[str, int]:
    """Write everything as it is at one moment; return the number of rows by model.

    Writers are not held up. Raises OSError, and leaves no half archive; what is no file, such as
    a folder or a device, is never replaced.
    """
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is not a file")
    part = path.with_name(f"{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                counts = _write_rows(archive)
                archive.writestr("secret.key", settings.SECRET_KEY)
                manifest = {
                    "format": FORMAT,
                    "release": engine.__version__,
                    "written_at": datetime.now(UTC).isoformat(),
                    "rows": counts,
                }
                archive.writestr("manifest.json", json.dumps(manifest, indent=1))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return counts


def _write_rows(archive: zipfile.ZipFile) -> dict[str, int]:
    counts = {}
    with _one_moment():
        for model in archived_models():
            label = model._meta.label_lower
            with archive.open(f"{label}.jsonl", "w", force_zip64=True) as binary:
                stream = io.TextIOWrapper(binary, encoding="utf-8", write_through=True)
                counter = _Counter(model._base_manager.order_by("pk").iterator(chunk_size=2000))
                serializers.serialize(
                    "jsonl", counter, stream=stream, use_natural_foreign_keys=True, cls=_Exact
                )
                stream.detach()
                counts[label] = counter.count
    return counts


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
def _one_moment() -> Iterator[None]:
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


def read_manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest. Raises ArchiveError."""
    try:
        manifest: dict[str, Any] = json.loads(archive.read("manifest.json"))
    except (KeyError, ValueError, zipfile.BadZipFile):
        raise ArchiveError("This is not an archive of Fushi.") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ArchiveError(f"This archive has another format than {FORMAT}.")
    if not isinstance(manifest.get("rows"), dict):
        raise ArchiveError("The archive does not say what it holds: it is not restored.")
    known = {model._meta.label_lower for model in archived_models()}
    if unknown := sorted(set(manifest["rows"]) - known):
        raise ArchiveError(f"Another release wrote this archive: it has {', '.join(unknown)}.")
    return manifest


def archived_key(path: Path) -> str:
    """The installation's key that an archive holds. Raises ArchiveError."""
    with _opened(path) as archive:
        read_manifest(archive)
        try:
            key = archive.read("secret.key").decode()
        except (KeyError, UnicodeDecodeError, zipfile.BadZipFile):
            key = ""
    if not key.strip():
        raise ArchiveError("The archive has lost the installation's key: it is not restored.")
    return key


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as fault:
        raise ArchiveError(f"{path} cannot be read as an archive: {fault}") from None
    with archive:
        yield archive


def restore_archive(path: Path, keep_key: Callable[[], None] | None = None) -> dict[str, int]:
    """Read an archive into this installation's empty database; return the rows by model.

    One transaction: everything or nothing. `keep_key` is called before it ends, so that rows are
    never there without the key that they need. Raises ArchiveError for another file, a database
    that is not empty or has no room, and rows that are missing or cannot be read.
    """
    with _opened(path) as archive:
        manifest = read_manifest(archive)
        if any(model._base_manager.exists() for model in archived_models()):
            raise ArchiveError("This database is not empty: restore into a new installation.")
        try:
            with transaction.atomic():
                counts = _restore_rows(archive, manifest["rows"])
                if keep_key is not None:
                    keep_key()
        except DatabaseError as fault:
            raise ArchiveError(f"The database does not take the rows: {fault}") from fault
    return counts


def _restore_rows(archive: zipfile.ZipFile, wanted: dict[str, int]) -> dict[str, int]:
    counts = {}
    for model in archived_models():
        label = model._meta.label_lower
        if label not in wanted:
            continue
        try:
            counts[label] = _read_rows(archive, model)
        except (KeyError, ValueError, DeserializationError, zipfile.BadZipFile) as fault:
            raise ArchiveError(f"The rows of {label} cannot be read: {fault}") from fault
    if counts != wanted:
        raise ArchiveError("The archive has lost rows: it is not restored.")
    # Whoever waits for them may have had them since: nobody is told anything twice.
    unsent = OutboxMessage.objects.filter(sent_at=None, dropped_because="")
    unsent.update(dropped_because="restored")
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), archived_models()):
            cursor.execute(statement)
    return counts


def _read_rows(archive: zipfile.ZipFile, model: type[models.Model]) -> int:
    count = 0
    batch: list[DeserializedObject] = []
    with archive.open(f"{model._meta.label_lower}.jsonl") as binary:
        stream = io.TextIOWrapper(binary, encoding="utf-8")
        for row in serializers.deserialize("jsonl", stream):
            batch.append(row)
            count += 1
            if len(batch) == BATCH:
                _insert(model, batch)
                batch = []
    if batch:
        _insert(model, batch)
    return count


def _insert(model: type[models.Model], rows: list[DeserializedObject]) -> None:
    """Insert rows exactly as they were: no default, no time of now, no signal."""
    fields = model._meta.local_concrete_fields
    objects: list[Any] = [row.object for row in rows]
    size = max(1, min(BATCH, connection.ops.bulk_batch_size(list(fields), objects)))
    queryset: Any = model._base_manager.all()
    for start in range(0, len(objects), size):
        queryset._insert(objects[start : start + size], fields=fields, using="default", raw=True)
    for row in rows:
        for name, values in (row.m2m_data or {}).items():
            getattr(row.object, name).set(values)

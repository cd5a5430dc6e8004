"""A whole installation in one file, and back: from either database into either.

The archive (`fushi-backup-1`) is a zip: `manifest.json`, `secret.key`, and one JSON line a row for
every model. It holds the installation's key, without which codes, tokens and deals are nothing:
whoever has the file can direct every event. It is written whole or not at all.
"""

from __future__ import annotations

import hmac
import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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
from django.utils.translation import gettext as _

import engine
from games.db import write_transaction
from tournaments.models import OutboxMessage

FORMAT = "fushi-backup-1"
#: Made anew by every installation, so that they are not carried over.
LEFT_OUT = frozenset({"contenttypes.contenttype", "auth.permission", "admin.logentry"})
#: Written by every server that runs, whatever it is used for.
BY_ITSELF = frozenset({"games.clockbeat", "sessions.session"})
BATCH = 500
#: What reading a damaged file raises.
DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError)


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
    except (KeyError, ValueError, *DAMAGED):
        raise ArchiveError(_("This is not an archive of Fushi.")) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ArchiveError(_("This archive has another format than %(own)s.") % {"own": FORMAT})
    if not isinstance(manifest.get("rows"), dict):
        raise ArchiveError(_("The archive does not say what it holds: it is not restored."))
    known = {model._meta.label_lower for model in archived_models()}
    if unknown := sorted(set(manifest["rows"]) - known):
        sentence = _("Another release wrote this archive: it has %(unknown)s.")
        raise ArchiveError(sentence % {"unknown": ", ".join(unknown)})
    return manifest


def archived_key(path: Path) -> str:
    """The installation's key that an archive holds. Raises ArchiveError."""
    with _opened(path) as archive:
        read_manifest(archive)
        try:
            key = archive.read("secret.key").decode()
        except (KeyError, UnicodeDecodeError, *DAMAGED):
            key = ""
    if not key.strip():
        raise ArchiveError(_("The archive has lost the installation's key: it is not restored."))
    return key


def key_fits(key: str) -> bool:
    """Whether the key of an archive is, or can become, that of this installation."""
    return hmac.compare_digest(key, settings.SECRET_KEY) or not os.environ.get("SECRET_KEY")


def keep_key(key: str) -> None:
    """Keep the archive's key for the next start; its file is whole, or as it was."""
    if hmac.compare_digest(key, settings.SECRET_KEY):
        return
    place = settings.VAR_DIR / "secret.key"
    part = place.with_name("secret.key.part")
    part.write_text(key)
    part.chmod(0o600)
    part.replace(place)


@dataclass(frozen=True, slots=True)
class Contents:
    """What an archive holds, before anything is made of it: `events` are (name, state)."""

    written_at: datetime
    release: str
    people: int
    results: int
    decisions: int
    accounts: int
    events: tuple[tuple[str, str], ...]


def contents(path: Path) -> Contents:
    """Look into an archive. Raises ArchiveError."""
    member = "tournaments.event"
    with _opened(path) as archive:
        manifest = read_manifest(archive)
        rows = manifest["rows"]
        try:
            lines = archive.read(f"{member}.jsonl").decode().splitlines()
            found = [json.loads(line)["fields"] for line in lines if line]
            return Contents(
                written_at=datetime.fromisoformat(manifest["written_at"]),
                release=str(manifest.get("release", "")),
                people=int(rows.get("games.person", 0)),
                results=int(rows.get("games.result", 0)),
                decisions=int(rows.get("tournaments.auditentry", 0)),
                accounts=int(rows.get("auth.user", 0)),
                events=tuple((str(each["name"]), str(each["state"])) for each in found),
            )
        except (KeyError, ValueError, TypeError, *DAMAGED) as fault:
            sentence = _("The rows of %(label)s cannot be read: %(fault)s")
            raise ArchiveError(sentence % {"label": member, "fault": fault}) from fault


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as fault:
        words = {"path": path, "fault": fault}
        raise ArchiveError(_("%(path)s cannot be read as an archive: %(fault)s") % words) from None
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
        try:
            with write_transaction():
                _refuse_rows()
                counts = _restore_rows(archive, manifest["rows"])
                if keep_key is not None:
                    keep_key()
        except DatabaseError as fault:
            sentence = _("The database does not take the rows: %(fault)s")
            raise ArchiveError(sentence % {"fault": fault}) from fault
    return counts


def _refuse_rows() -> None:
    """Refuse a database that holds anything but what a server that runs writes by itself."""
    for model in archived_models():
        if model._meta.label_lower not in BY_ITSELF and model._base_manager.exists():
            sentence = _(
                "This database is not empty (%(what)s): restore into a new installation. Two"
                " installations are not put together."
            )
            raise ArchiveError(sentence % {"what": model._meta.verbose_name_plural})
    for model in archived_models():
        if model._meta.label_lower in BY_ITSELF:
            model._base_manager.all().delete()


def _restore_rows(archive: zipfile.ZipFile, wanted: dict[str, int]) -> dict[str, int]:
    counts = {}
    for model in archived_models():
        label = model._meta.label_lower
        if label not in wanted:
            continue
        try:
            counts[label] = _read_rows(archive, model)
        except (KeyError, ValueError, DeserializationError, *DAMAGED) as fault:
            words = {"label": label, "fault": fault}
            sentence = _("The rows of %(label)s cannot be read: %(fault)s")
            raise ArchiveError(sentence % words) from fault
    if counts != wanted:
        raise ArchiveError(_("The archive has lost rows: it is not restored."))
    connection.check_constraints()
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

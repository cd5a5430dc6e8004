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
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.db import DatabaseError, connection, models
from django.utils.translation import gettext as _

import engine
from games.db import write_transaction
from tournaments.archive_rows import (
    BATCH,
    DAMAGED,
    ArchiveError,
    member_of,
    one_moment,
    opened,
    put_rows,
    whole_file,
    write_rows,
)
from tournaments.models import OutboxMessage

FORMAT = "fushi-backup-1"
#: Made anew by every installation, so that they are not carried over.
LEFT_OUT = frozenset({"contenttypes.contenttype", "auth.permission", "admin.logentry"})
#: Written by every server that runs, whatever it is used for.
BY_ITSELF = frozenset({"games.clockbeat", "sessions.session"})


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

    Writers are not held up. Raises OSError, as `whole_file` does.
    """
    with (
        whole_file(path) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        with one_moment():
            counts = {}
            for model in archived_models():
                rows = model._base_manager.order_by("pk").iterator(chunk_size=2000)
                counts[model._meta.label_lower] = write_rows(archive, model, rows)
        archive.writestr("secret.key", settings.SECRET_KEY)
        manifest = {
            "format": FORMAT,
            "release": engine.__version__,
            "written_at": datetime.now(UTC).isoformat(),
            "rows": counts,
        }
        archive.writestr("manifest.json", json.dumps(manifest, indent=1))
    return counts


def read_manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest. Raises ArchiveError."""
    try:
        manifest: dict[str, Any] = json.loads(archive.read("manifest.json"))
    except (KeyError, ValueError, *DAMAGED):
        raise ArchiveError(_("This is not an archive of Fushi.")) from None
    if isinstance(manifest, dict) and "event_file" in manifest:
        sentence = _("This is the file of one event: it is brought in where an installation is.")
        raise ArchiveError(sentence)
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
    with opened(path) as archive:
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
    with opened(path) as archive:
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


def restore_archive(path: Path, keep_key: Callable[[], None] | None = None) -> dict[str, int]:
    """Read an archive into this installation's empty database; return the rows by model.

    One transaction: everything or nothing. `keep_key` is called before it ends, so that rows are
    never there without the key that they need. Raises ArchiveError for another file, a database
    that is not empty or has no room, and rows that are missing or cannot be read.
    """
    with opened(path) as archive:
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
    with archive.open(member_of(model)) as binary:
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
    put_rows(model, [row.object for row in rows])
    for row in rows:
        for name, values in (row.m2m_data or {}).items():
            getattr(row.object, name).set(values)

"""Write one event into a file, as it is at one moment, with the installation's signature."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import engine
from tournaments.archive_rows import member_of, one_moment, whole_file, write_rows
from tournaments.models import Event
from tournaments.signing import signed

from . import FORMAT
from .decisions import KEPT, rows_of

MANIFEST = "manifest.json"
PIECE = 2**20


def write_event(event: Event, path: Path) -> dict[str, int]:
    """Write the file; the number of rows by model. Writers are not held up.

    Raises OSError, and leaves no half file. Whether the event may be handed over is not asked.
    """
    with whole_file(path) as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, one_moment():
            counts = {
                kept.label: write_rows(archive, kept.model, rows_of(kept, event), kept.columns)
                for kept in KEPT
            }
        with zipfile.ZipFile(file) as archive:
            hashes = {name: hash_of(archive.open(name)) for name in archive.namelist()}
        with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
            document = _manifest(event, counts, hashes)
            archive.writestr(MANIFEST, json.dumps(document, indent=1))
    return counts


def _manifest(event: Event, counts: dict[str, int], hashes: dict[str, str]) -> dict[str, Any]:
    made = signed(
        {
            "format": FORMAT,
            "release": engine.__version__,
            "written_at": datetime.now(UTC).isoformat(),
            "event": {"id": event.pk, "slug": event.slug, "name": event.name},
            "columns": {kept.label: sorted(kept.columns) for kept in KEPT},
            "rows": counts,
            "sha256": hashes,
        }
    )
    return {"event_file": made.document, "signature": made.signature}


def hash_of(stream: IO[bytes]) -> str:
    """SHA-256 of what a stream still has, which is then closed."""
    digest = sha256()
    with stream:
        while piece := stream.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def members() -> set[str]:
    """The names of all members of a file."""
    return {MANIFEST, *(member_of(kept.model) for kept in KEPT)}

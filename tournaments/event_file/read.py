"""Look into the file of an event: that it is whole, as it was written, and of a size that is sane.

Nothing is read into the database here. Every refusal is an `ArchiveError` whose sentence names the
member, and the line where there is one.
"""

from __future__ import annotations

import base64
import binascii
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext as _

from engine.ed25519 import is_genuine
from engine.summary import signed_bytes
from tournaments.archive import FORMAT as BACKUP
from tournaments.archive_rows import DAMAGED, ArchiveError, member_of, opened

from . import FORMAT
from .decisions import KEPT, Kept
from .write import MANIFEST, members

#: More than an event of ten thousand tables has: bytes unpacked, of all and of one row; rows.
MOST_BYTES, LONGEST_ROW = 8 * 2**30, 256 * 2**20
MOST_ROWS = 20_000_000
#: How many times its size a file unpacks to at most; real ones have ten to thirty.
MOST_TIMES = 100
LONGEST_MANIFEST = 2**20


@dataclass(frozen=True, slots=True)
class EventFile:
    """An opened file whose signature, members and hashes fit."""

    archive: zipfile.ZipFile
    manifest: dict[str, Any]

    @property
    def key(self) -> str:
        """The public key of the installation that wrote it."""
        return str(self.manifest["key"])

    @property
    def release(self) -> str:
        """The release that wrote it."""
        return str(self.manifest["release"])

    @property
    def written_at(self) -> datetime:
        """When it was written."""
        return datetime.fromisoformat(self.manifest["written_at"])

    def count(self, label: str) -> int:
        """How many rows of a model it has."""
        return int(self.manifest["rows"][label])

    def rows(self, kept: Kept) -> Iterator[tuple[int, dict[str, Any]]]:
        """The rows of a model with the number of their line. Raises ArchiveError."""
        member = member_of(kept.model)
        with self.archive.open(member) as stream:
            for line, text in enumerate(lines_of(stream, member), 1):
                yield line, _row(text, kept, line)


@contextmanager
def event_file(source: Path | IO[bytes]) -> Iterator[EventFile]:
    """Open a file and check it from end to end. Raises ArchiveError."""
    with opened(source) as archive:
        _refuse_members(archive)
        manifest = _manifest(archive)
        for kept in KEPT:
            _refuse_rows(archive, kept, manifest)
        yield EventFile(archive, manifest)


def lines_of(stream: IO[bytes], member: str) -> Iterator[bytes]:
    """The lines of a member, none of them longer than a row may be. Raises ArchiveError."""
    try:
        while line := stream.readline(LONGEST_ROW + 1):
            if len(line) > LONGEST_ROW:
                raise ArchiveError(_("%(member)s: a row is too long.") % {"member": member})
            yield line
    except DAMAGED as fault:
        sentence = _("%(member)s is damaged: %(fault)s")
        raise ArchiveError(sentence % {"member": member, "fault": fault}) from None


def _refuse_members(archive: zipfile.ZipFile) -> None:
    infos = archive.infolist()
    names = [each.filename for each in infos]
    if MANIFEST not in names:
        raise ArchiveError(_("This is not the file of an event."))
    if "secret.key" in names:
        sentence = _("This is the archive of a whole installation (%(format)s), not of one event.")
        raise ArchiveError(sentence % {"format": BACKUP})
    packed, unpacked = (
        sum(sizes)
        for sizes in zip(*((each.compress_size, each.file_size) for each in infos), strict=True)
    )
    if len(names) > 2 * len(members()) or unpacked > min(MOST_BYTES, MOST_TIMES * packed):
        raise ArchiveError(_("The file unpacks to more than an event can have."))


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """What the file says of itself, signed. Raises ArchiveError."""
    try:
        if archive.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
            raise ValueError
        document = json.loads(archive.read(MANIFEST))
        manifest = document["event_file"]
        written_by = manifest["format"]
        signature, key = _bytes(document["signature"]), _bytes(manifest["key"])
        genuine = is_genuine(key, signed_bytes(manifest), signature)
    except (KeyError, ValueError, TypeError, AttributeError, RuntimeError, *DAMAGED):
        raise ArchiveError(_("This is not the file of an event.")) from None
    if written_by != FORMAT:
        raise ArchiveError(_("This file has another format than %(own)s.") % {"own": FORMAT})
    if not genuine:
        sentence = _("%(member)s does not fit its signature: it was changed, or damaged.")
        raise ArchiveError(sentence % {"member": MANIFEST})
    _refuse_manifest(manifest, archive)
    return dict(manifest)


def _bytes(text: Any) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as fault:
        raise ValueError from fault


def _refuse_manifest(manifest: dict[str, Any], archive: zipfile.ZipFile) -> None:
    """Refuse what another release wrote, too many rows, and members that are not as named."""
    try:
        release = str(manifest["release"])
        columns = {str(label): set(names) for label, names in manifest["columns"].items()}
        counts = [int(manifest["rows"][kept.label]) for kept in KEPT]
        hashes = {str(name) for name in manifest["sha256"]}
        datetime.fromisoformat(manifest["written_at"])
        known = {kept.label: set(kept.columns) for kept in KEPT}
        differing = sorted(
            label
            for label in known.keys() | columns.keys()
            if known.get(label) != columns.get(label)
        )
    except (KeyError, ValueError, TypeError, AttributeError):
        raise ArchiveError(_("The file does not say what it holds.")) from None
    if differing:
        sentence = _(
            "Release %(release)s wrote this file, and knows other columns of %(model)s: bring both"
            " installations to the same release."
        )
        raise ArchiveError(sentence % {"release": release, "model": differing[0]})
    if min(counts) < 0 or sum(counts) > MOST_ROWS:
        raise ArchiveError(_("The file has more rows than an event can have."))
    wanted, names = members(), archive.namelist()
    wrong = sorted(set(names) ^ wanted | {name for name in names if names.count(name) > 1})
    wrong += sorted(hashes ^ (wanted - {MANIFEST}))
    if wrong:
        sentence = _("%(member)s is missing, is there twice, or does not belong there.")
        raise ArchiveError(sentence % {"member": wrong[0]})


def _refuse_rows(archive: zipfile.ZipFile, kept: Kept, manifest: dict[str, Any]) -> None:
    """Refuse a member that is not, byte for byte, as it was written."""
    member = member_of(kept.model)
    digest, count = sha256(), 0
    try:
        stream = archive.open(member)
    except (RuntimeError, *DAMAGED) as fault:  # encrypted, or with another head
        sentence = _("%(member)s is damaged: %(fault)s")
        raise ArchiveError(sentence % {"member": member, "fault": fault}) from None
    with stream:
        for line in lines_of(stream, member):
            digest.update(line)
            count += 1
    if digest.hexdigest() != manifest["sha256"][member]:
        sentence = _("%(member)s is not as it was written: it was changed, or damaged.")
        raise ArchiveError(sentence % {"member": member})
    if count != manifest["rows"][kept.label]:
        raise ArchiveError(_("%(member)s has lost rows.") % {"member": member})


def _row(text: bytes, kept: Kept, line: int) -> dict[str, Any]:
    """A row as it is written: model, key and exactly the columns. Raises ArchiveError."""
    try:
        row = json.loads(text)
        whole = row["model"] == kept.label and set(row) == {"model", "pk", "fields"}
        if not whole or set(row["fields"]) != set(kept.columns):
            raise ValueError(_("it has other columns"))
    except (KeyError, TypeError, ValueError, RecursionError) as fault:
        raise faulty(kept, line, fault) from None
    return dict(row)


def faulty(kept: Kept, line: int, fault: object) -> ArchiveError:
    """The refusal of one row."""
    words = {"member": member_of(kept.model), "line": line, "fault": fault}
    return ArchiveError(_("%(member)s, line %(line)d: %(fault)s") % words)

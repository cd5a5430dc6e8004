"""An archive holds everything, is written while others write, and comes back as it was."""

from __future__ import annotations

import datetime
import io
import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.core.signing import TimestampSigner
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.models import Board, ClockBeat, Player
from games.services.issue_code import code_hash, issue_code
from tournaments import backups
from tournaments.archive import (
    archived_key,
    key_fits,
    restore_archive,
    write_archive,
)
from tournaments.archive_rows import ArchiveError
from tournaments.models import Role, Round, Stage
from tournaments.pages.accounts import FIRST_OWNER_SALT, FIRST_OWNER_VALUE
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.penalise import penalise
from tournaments.services.rebuild import rebuild
from tournaments.services.reverse_ruling import reverse_ruling

from .factories import count_and_publish, drawn_stage, play_stage
from .people import director_of, user_with
from .rows import empty, everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """A played and published event with a ruling and its reversal, and people with roles."""
    stage = drawn_stage(entrants=9, rounds=2, boards=1)
    play_stage(stage)
    entrant = stage.event.entrants.order_by("number")[0]
    owner = Actor.of(user_with(stage.event, Role.OWNER))
    reverse_ruling(penalise(stage, entrant, "10", director_of(stage.event), "late"), owner, "no")
    count_and_publish(stage)
    return stage


def test_what_is_restored_is_what_was_there(stage: Stage, tmp_path: Path) -> None:
    code = issue_code(Player.objects.order_by("pk")[0])
    before = everything()
    assert before["tournaments.Ruling"]
    file = tmp_path / "fushi.zip"
    counts = write_archive(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert counts["tournaments.seatresult"] == 18
    empty()
    assert not Board.objects.exists()
    assert restore_archive(file) == counts
    assert everything() == before
    assert Player.objects.filter(code_hash=code_hash(code)).exists()
    assert rebuild(Stage.objects.get().event).differences == []
    # What comes next gets numbers of its own.
    again = Stage.objects.get()
    penalise(again, again.event.entrants.all()[0], "10", SYSTEM, "late again")


@pytest.mark.django_db(transaction=True)
def test_an_archive_is_of_one_moment_and_ends_its_transaction(stage: Stage, tmp_path: Path) -> None:
    counts = write_archive(tmp_path / "fushi.zip")
    assert counts["tournaments.ruling"] == 2
    assert not connection.in_atomic_block
    stage.event.place = "Hall 2"
    stage.event.save()  # a transaction left open and read-only would refuse
    stage.event.refresh_from_db()
    assert stage.event.place == "Hall 2"


def test_an_archive_is_not_restored_over_something(stage: Stage, tmp_path: Path) -> None:
    write_archive(tmp_path / "fushi.zip")
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(tmp_path / "fushi.zip"))


def damaged(file: Path, change: Mapping[str, str | None]) -> Path:
    """A copy of an archive with some members replaced, or, by None, left out."""
    copy = file.with_name(f"damaged-{uuid4().hex}.zip")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            content = change.get(name, old.read(name).decode())
            if content is not None:
                new.writestr(name, content)
    return copy


def test_a_file_that_is_no_whole_archive_restores_nothing(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "fushi.zip"
    write_archive(file)
    manifest = json.loads(zipfile.ZipFile(file).read("manifest.json"))
    empty()
    (tmp_path / "note.txt").write_text("hello")
    for wrong, sentence in (
        (tmp_path / "nothing.zip", "cannot be read"),
        (tmp_path / "note.txt", "cannot be read"),
        (damaged(file, {"manifest.json": "{}"}), "another format"),
    ):
        with pytest.raises(ArchiveError, match=sentence):
            restore_archive(wrong)
    newer = json.dumps({**manifest, "rows": {**manifest["rows"], "games.future": 1}})
    with pytest.raises(ArchiveError, match=r"games\.future"):
        restore_archive(damaged(file, {"manifest.json": newer}))
    with pytest.raises(ArchiveError, match="lost rows"):
        restore_archive(damaged(file, {"tournaments.ruling.jsonl": ""}))
    rows = "tournaments.ruling.jsonl"
    for content, sentence in (
        ({"manifest.json": "[]"}, "another format"),
        ({"manifest.json": json.dumps({"format": manifest["format"]})}, "does not say"),
        ({rows: '{"model": "tournaments.rul'}, "cannot be read"),
        ({rows: '{"model": "tournaments.ruling", "pk": 1, "fields": {"x": 1}}'}, "cannot be read"),
        ({rows: None}, "cannot be read"),
    ):
        with pytest.raises(ArchiveError, match=sentence):
            restore_archive(damaged(file, content))
    for key in ("", None):
        with pytest.raises(CommandError, match="lost the installation's key"):
            call_command("restore", str(damaged(file, {"secret.key": key})))
    assert not Board.objects.exists()


def test_the_key_is_kept_before_the_rows_are_there_for_good(
    stage: Stage, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_archive(tmp_path / "fushi.zip")
    key, settings.SECRET_KEY, settings.VAR_DIR = settings.SECRET_KEY, "of this machine", tmp_path
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(tmp_path / "fushi.zip"))
    assert not (tmp_path / "secret.key").exists()
    empty()

    def interrupted() -> None:
        raise ArchiveError("no room for the key")

    with pytest.raises(ArchiveError, match="no room"):
        restore_archive(tmp_path / "fushi.zip", interrupted)
    assert not Board.objects.exists()
    call_command("restore", str(tmp_path / "fushi.zip"))
    assert (tmp_path / "secret.key").read_text() == key
    assert Board.objects.exists()


def test_an_archive_never_takes_the_place_of_what_is_no_file(stage: Stage, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (tmp_path, pipe, Path("")):
        with pytest.raises(CommandError, match="is not a file"):
            call_command("backup", str(place))
    assert pipe.is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pipe"]


def test_archives_come_by_themselves_and_old_ones_go(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not backups.is_due()
    monkeypatch.setattr(settings, "BACKUP_FOLDER", tmp_path / "stick")
    Round.objects.update(finished_at=timezone.now() - datetime.timedelta(hours=1))
    stage.event.state = "running"
    stage.event.save()
    assert backups.is_due()
    first = backups.back_up()
    assert first is not None
    assert backups.newest() is not None
    assert not backups.is_due()
    Round.objects.filter(number=2).update(
        finished_at=timezone.now() + datetime.timedelta(seconds=1)
    )
    assert backups.is_due()
    for number in range(backups.KEPT + 2):
        (tmp_path / "stick" / f"fushi-20200101-0000{number:02d}.zip").touch()
    backups.back_up()
    kept = sorted(path.name for path in (tmp_path / "stick").glob("fushi-*.zip"))
    assert len(kept) == backups.KEPT
    assert first.name in kept


def flipped(file: Path, member: str) -> Path:
    """A copy with one bit of a member's compressed bytes changed."""
    with zipfile.ZipFile(file) as archive:
        info = archive.getinfo(member)
    content = bytearray(file.read_bytes())
    name_and_extra = content[info.header_offset + 26 : info.header_offset + 30]
    skipped = sum(int.from_bytes(name_and_extra[at : at + 2], "little") for at in (0, 2))
    content[info.header_offset + 30 + skipped + info.compress_size // 2] ^= 1
    copy = file.with_name(f"flipped-{member}.zip")
    copy.write_bytes(content)
    return copy


def test_every_kind_of_damage_is_one_sentence_and_makes_nothing(
    stage: Stage, tmp_path: Path
) -> None:
    file = tmp_path / "fushi.zip"
    write_archive(file)
    empty()
    cut = tmp_path / "cut.zip"
    cut.write_bytes(file.read_bytes()[:-200])
    foreign = tmp_path / "foreign.zip"
    with zipfile.ZipFile(foreign, "w") as archive:
        archive.writestr("manifest.json", "[]")
    rulings = "tournaments.ruling.jsonl"
    row = json.loads(zipfile.ZipFile(file).read(rulings).splitlines()[0])
    newer = {**row, "fields": {**row["fields"], "mood": "good"}}
    lost = {**row, "fields": {**row["fields"], "stage": "z" * 16}}
    second = zipfile.ZipFile(file).read(rulings).splitlines()[1].decode()
    for wrong, sentence in (
        (cut, "cannot be read"),
        (foreign, "another format"),
        (flipped(file, "tournaments.event.jsonl"), "tournaments.event"),
        (damaged(file, {rulings: "{"}), "tournaments.ruling"),
        (damaged(file, {rulings: json.dumps(newer) + "\n" + second}), "ruling cannot be read"),
        (damaged(file, {rulings: json.dumps(lost) + "\n" + second}), "does not take the rows"),
        (damaged(file, {rulings: f"{second}\n{second}"}), "does not take the rows"),
    ):
        with pytest.raises(ArchiveError, match=sentence):
            restore_archive(wrong)
        assert not Board.objects.exists()
        assert not Stage.objects.exists()
    with pytest.raises(ArchiveError, match="lost the installation's key"):
        archived_key(flipped(file, "secret.key"))
    assert restore_archive(file)


def test_a_new_installation_is_brought_back_in_the_browser_after_a_look_at_what_is_in_it(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_superuser("boss", password="only for tests")
    write_archive(tmp_path / "fushi.zip")
    before = everything()
    content = (tmp_path / "fushi.zip").read_bytes()
    empty()
    (tmp_path / "new").mkdir()
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "new")
    monkeypatch.setattr(settings, "SECRET_KEY", "of the new installation")
    monkeypatch.delenv("SECRET_KEY", raising=False)  # made by itself, not set by hand
    key = json.dumps(zipfile.ZipFile(tmp_path / "fushi.zip").read("secret.key").decode())
    ClockBeat.objects.create(at=timezone.now())  # the server runs
    token = TimestampSigner(salt=FIRST_OWNER_SALT).sign(FIRST_OWNER_VALUE)
    address = f"/accounts/first/{token}/archive/"
    client = Client()
    assert address in client.get(f"/accounts/first/{token}/").content.decode()
    wrong = client.post(address, {"archive": io.BytesIO(b"no archive")})
    assert wrong.status_code == 422
    assert "Nothing was changed." in wrong.content.decode()
    looked = client.post(address, {"archive": io.BytesIO(content)})
    page = looked.content.decode()
    assert "Event Spring Cup: finished." in page
    assert "18 results" not in page
    assert "9 people, 6 results" in page
    assert not Stage.objects.exists(), "it was only looked at"
    assert client.post(address, {"sure": "1"})["Location"] == "/accounts/sign-in/"
    assert everything() == before
    assert (tmp_path / "new" / "secret.key").read_text() == json.loads(key) == settings.SECRET_KEY
    assert not (tmp_path / "new" / "brought.zip").exists()
    assert client.get(address).status_code == 404, "somebody owns it now"
    assert client.login(username="boss", password="only for tests")
    monkeypatch.setenv("SECRET_KEY", "another one")
    monkeypatch.setattr(settings, "SECRET_KEY", "another one")
    assert not key_fits(json.loads(key))

"""What is damaged, changed by hand or meant to do harm is refused, and nothing is half done."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from games.models import Play, Player
from tournaments.archive import write_archive
from tournaments.errors import BringInRefused
from tournaments.event_file import read, write
from tournaments.models import Event
from tournaments.services.actors import SYSTEM
from tournaments.services.bring_in import bring_in, look_into

from .event_files import changed, ended_stage, handed_over
from .rows import empty, everything
from .test_archive import flipped

pytestmark = pytest.mark.django_db
Rows = list[dict[str, Any]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of an event that is not here; another one is."""
    path = handed_over(ended_stage().event, tmp_path / "event.zip")
    empty()
    other = ended_stage().event
    Event.objects.filter(pk=other.pk).update(slug="other")
    return path


def refused(path: Path | io.BytesIO, sentence: str, *, when_read: bool = True) -> None:
    """It is refused with this sentence and changes nothing; before that, `when_read`, a look is."""
    before = everything()
    if when_read:
        with pytest.raises(BringInRefused, match=sentence):
            look_into(path, SYSTEM)
    with pytest.raises(BringInRefused, match=sentence) as fault:
        bring_in(path, SYSTEM)
    assert fault.value.code == "bad_file"
    assert everything() == before


def test_the_file_itself_is_sound(file: Path) -> None:
    assert look_into(file, SYSTEM).results == 6
    assert look_into(changed(file, {}), SYSTEM).entrants == 9
    assert bring_in(file, SYSTEM).slug == "spring-cup"


def test_what_is_damaged_is_named(file: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("hello")
    (tmp_path / "cut.zip").write_bytes(file.read_bytes()[:-300])
    write_archive(tmp_path / "all.zip")
    for path, sentence in (
        (tmp_path / "nothing.zip", "cannot be read"),
        (tmp_path / "note.txt", "cannot be read"),
        (tmp_path / "cut.zip", "cannot be read"),
        (tmp_path / "all.zip", "whole installation"),
        (flipped(file, "games.logentry.jsonl"), r"games\.logentry"),
        (flipped(file, "tournaments.standingsversion.jsonl"), r"tournaments\.standingsversion"),
        (flipped(file, "manifest.json"), "not the file of an event|does not fit its signature"),
    ):
        refused(path, sentence)


def test_no_flipped_bit_anywhere_gets_in_unseen(file: Path) -> None:
    content, source = file.read_bytes(), random.Random(5)
    whole = look_into(file, SYSTEM)
    for _ in range(60):
        damaged = bytearray(content)
        damaged[source.randrange(len(damaged))] ^= 1 << source.randrange(8)
        with suppress(BringInRefused):  # but for what says nothing: a time of a member, say
            assert look_into(io.BytesIO(damaged), SYSTEM) == whole


def first(column: str, value: Any) -> Callable[[Rows], None]:
    """Change a column of the first row."""

    def change(rows: Rows) -> None:
        rows[0]["fields"][column] = value

    return change


def test_what_was_changed_without_the_key_is_seen(file: Path) -> None:
    facts = {"games.result": first("points", {"1": 9, "2": -3, "3": -6})}
    refused(changed(file, facts, sign=False), r"games\.result\.jsonl is not as it was written")
    with zipfile.ZipFile(file) as old:
        document = json.loads(old.read(write.MANIFEST))
        document["event_file"]["rows"]["games.result"] = 5
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as new:
            for name in old.namelist():
                text = old.read(name) if name != write.MANIFEST else json.dumps(document).encode()
                new.writestr(name, text)
    refused(content, "does not fit its signature")


def twice(rows: Rows) -> Rows:
    """The first row once more."""
    return [rows[0], *rows]


def without(rows: Rows) -> Rows:
    """All but the first row."""
    return rows[1:]


def with_column(rows: Rows) -> None:
    """A column that no table has."""
    rows[0]["fields"]["mood"] = "good"


def keyed(key: Any) -> Callable[[Rows], None]:
    """Another key for the first row."""

    def change(rows: Rows) -> None:
        rows[0]["pk"] = key

    return change


#: What somebody with a key of his own may write, and the sentence that refuses it.
FORGED: list[tuple[str, Callable[[Rows], Any], str]] = [
    ("games.result", first("points", {"1": 9, "2": -3, "3": -6}), "points of play:"),
    ("games.result", first("facts", {"landlord": "x"}), "cannot be counted"),
    ("games.result", without, "does not follow"),
    ("games.result", first("play", "z" * 16), r"games\.result\.jsonl, line 1: games\.play zzz"),
    ("games.board", first("fingerprint", "0" * 64), "deals do not follow"),
    ("games.board", first("attempt", 7), "deals do not follow"),
    ("games.boardset", first("commitment", "0" * 64), "deals do not follow"),
    ("games.boardset", first("reveal", None), r"games\.boardset\.jsonl, line 1"),
    ("games.player", first("realm", "z" * 16), "line 1: it is of another event"),
    ("games.player", twice, "is there twice"),
    ("games.play", keyed("../../etc/passwd"), "line 1: its key is none"),
    ("games.play", first("state", "<b>"), "state has no such value"),
    ("games.play", first("positions", "ABCABC"), "line 1: "),
    ("games.seat", keyed("1"), "line 1: its key is none"),
    ("tournaments.field", first("generation", 99), "does not follow"),
    ("tournaments.frequencyrow", first("score_numerator", 77), "does not follow"),
    ("tournaments.seatresult", first("value", 12), "does not follow"),
    ("tournaments.standingsversion", first("manifest", {"1000000": 1}), "field 1000000 is not in"),
    ("tournaments.event", first("state", "running"), "is not over"),
    ("tournaments.event", first("official_at", None), "is not over"),
    ("tournaments.event", first("name", "x" * 121), r"tournaments\.event\.jsonl, line 1"),
    ("tournaments.event", first("name", None), "name is empty"),
    ("tournaments.event", first("starts_on", "soon"), "line 1: "),
    ("tournaments.event", twice, "has not one event"),
    ("tournaments.entrant", with_column, "line 1: it has other columns"),
    ("tournaments.round", first("finished_at", "never"), "line 1: "),
    (write.MANIFEST, lambda rows: rows[0]["rows"].update({"games.play": -1}), "more rows"),
    (write.MANIFEST, lambda rows: rows[0]["rows"].update({"games.play": 10**9}), "more rows"),
    (write.MANIFEST, lambda rows: rows[0]["columns"].pop("games.play"), "other columns of games"),
    (write.MANIFEST, lambda rows: rows[0]["columns"].update(x=["y"]), "other columns of x"),
    (write.MANIFEST, lambda rows: rows[0].pop("sha256"), "does not say what it holds"),
    (write.MANIFEST, lambda rows: rows[0].update(written_at="soon"), "does not say"),
    (write.MANIFEST, lambda rows: rows[0].update(format="fushi-event-2"), "another format"),
]


def test_what_is_signed_by_a_forger_has_to_fit_all_the_same(file: Path) -> None:
    for label, change, sentence in FORGED:
        refused(changed(file, {label: change}), sentence, when_read=False)


def test_nothing_of_another_event_here_can_be_named(file: Path) -> None:
    here = Play.objects.filter(table__realm=Event.objects.get().pk)[0]
    refused(
        changed(file, {"games.result": first("play", here.pk)}),
        "is not in the file",
        when_read=False,
    )
    own = Player.objects.order_by("pk")[0]
    take_over = keyed(own.pk)
    refused(
        changed(file, {"games.player": take_over}),
        "is not in the file|does not take",
        when_read=False,
    )


def test_members_that_are_not_named_or_missing_are_refused(file: Path) -> None:
    def rewritten(change: Callable[[dict[str, bytes]], Any]) -> io.BytesIO:
        with zipfile.ZipFile(file) as old:
            members = {name: old.read(name) for name in old.namelist()}
        change(members)
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as new:
            for name, text in members.items():
                new.writestr(name, text)
        return content

    refused(
        rewritten(lambda members: members.pop("games.play.jsonl")), r"games\.play\.jsonl is missing"
    )
    refused(
        rewritten(lambda members: members.update({"auth.user.jsonl": b""})), r"auth\.user\.jsonl"
    )
    refused(rewritten(lambda members: members.update({"../x": b""})), r"\.\./x")
    refused(rewritten(lambda members: members.pop("manifest.json")), "not the file of an event")


def test_what_unpacks_to_too_much_is_not_unpacked(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            more = b" " * 30_000_000 if name == "games.logentry.jsonl" else b""
            new.writestr(name, old.read(name) + more)
    refused(bomb, "unpacks to more")
    monkeypatch.setattr(read, "LONGEST_ROW", 200)
    refused(file, "a row is too long")
    monkeypatch.setattr(read, "MOST_BYTES", 1000)
    refused(file, "unpacks to more")
    monkeypatch.undo()
    monkeypatch.setattr(read, "MOST_ROWS", 10)
    refused(file, "more rows")

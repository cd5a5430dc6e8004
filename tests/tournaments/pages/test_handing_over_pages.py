"""An event leaves by the console of one installation and comes in by a page of another."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.event_files import changed, ended_stage, handed_over
from tests.tournaments.people import user_with
from tests.tournaments.rows import empty
from tournaments.models import AuditEntry, Event, Role, RoleAssignment
from tournaments.signing import signing_key

pytestmark = pytest.mark.django_db
ADDRESS = "/new/bring-in/"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where files wait between the two steps."""
    (tmp_path / "var").mkdir()
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "var")
    return tmp_path / "var"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def administrator() -> Client:
    return signed_in(User.objects.create_superuser("boss"))


def hidden(page: str, name: str) -> str:
    """The value of a field of a form."""
    return page.partition(f'name="{name}" value="')[2].partition('"')[0]


def test_an_owner_makes_the_file_on_a_page_that_says_what_is_in_it() -> None:
    event = ended_stage().event
    owner = signed_in(user_with(event, Role.OWNER))
    address = f"/direct/{event.slug}/hand-over/"
    assert address in owner.get(f"/direct/{event.slug}/settings/").content.decode()
    page = owner.get(address).content.decode()
    assert signing_key().public in page
    assert "Make the file" in page
    made = owner.post(address)
    assert made["Content-Disposition"] == 'attachment; filename="spring-cup.zip"'
    assert made.content.startswith(b"PK")
    assert AuditEntry.objects.latest("pk").verb == "hand_over"
    audit = owner.get(f"/direct/{event.slug}/audit/").content.decode()
    assert "The event was handed over as a file" in audit
    director = signed_in(user_with(event, Role.DIRECTOR))
    assert "An owner of the event may make it." in director.get(address).content.decode()
    assert director.post(address).status_code == 403
    Event.objects.update(official_at=None)
    assert "Results may still be disputed" in owner.get(address).content.decode()
    refused = owner.post(address, follow=True)
    assert "Results may still be disputed" in refused.content.decode()
    assert refused["Content-Type"].startswith("text/html")


def test_an_administrator_reads_what_is_in_the_file_and_then_brings_it_in(
    tmp_path: Path, place: Path
) -> None:
    content = handed_over(ended_stage().event, tmp_path / "event.zip").read_bytes()
    key = signing_key().public
    empty()
    other = ended_stage().event
    boss = administrator()
    assert ADDRESS in boss.get("/new/").content.decode()
    assert boss.get(ADDRESS).status_code == 200
    looked = boss.post(ADDRESS, {"file": io.BytesIO(content)})
    page = looked.content.decode()
    assert looked.status_code == 200
    for sentence in (
        "Spring Cup",
        f"Signed by the key {key}",
        "9 entrants, 6 results",
        "9 people are new here.",
        "Another event has the address that it had",
    ):
        assert sentence in page
    assert hidden(page, "slug") == "spring-cup-2"
    assert Event.objects.count() == 1, "it was only looked at"
    (waiting,) = place.iterdir()
    assert waiting.stat().st_mode & 0o777 == 0o600
    sure = {"sure": "1", "sha256": hidden(page, "sha256")}
    taken = boss.post(ADDRESS, {**sure, "slug": other.slug})
    assert taken.status_code == 422
    assert "has this address already" in taken.content.decode()
    assert hidden(taken.content.decode(), "sha256") == sure["sha256"], "the file still waits"
    made = boss.post(ADDRESS, {**sure, "slug": "club-cup"})
    assert made["Location"] == "/direct/club-cup/"
    assert RoleAssignment.objects.get(event__slug="club-cup").user.username == "boss"
    assert list(place.iterdir()) == []
    assert "you own it" in boss.get("/direct/club-cup/").content.decode()
    assert Client().get("/e/club-cup/").status_code == 200
    again = boss.post(ADDRESS, {"file": io.BytesIO(content)}).content.decode()
    assert "This event is here already, at /e/club-cup/" in again
    assert "Bring it in</button>" not in again
    gone = boss.post(ADDRESS, {**sure, "slug": "again", "sha256": "0" * 64})
    assert gone.status_code == 422
    assert "choose it again" in gone.content.decode()


def test_a_bad_file_is_told_and_does_not_stay(tmp_path: Path, place: Path) -> None:
    path = handed_over(ended_stage().event, tmp_path / "event.zip")

    def shift(rows: list[dict[str, Any]]) -> None:
        rows[0]["fields"]["points"] = {"1": 9, "2": -3, "3": -6}

    path = changed(path, {"games.result": shift}, sign=False)
    empty()
    boss = administrator()
    for content, sentence in (
        (path.read_bytes(), "games.result.jsonl is not as it was written"),
        (b"hello", "cannot be read"),
    ):
        refused = boss.post(ADDRESS, {"file": io.BytesIO(content)})
        assert refused.status_code == 422
        assert sentence in refused.content.decode()
        assert "Nothing was changed." in refused.content.decode()
        assert list(place.iterdir()) == []
    assert "Choose the file" in boss.post(ADDRESS, {}).content.decode()


def test_nobody_but_an_administrator_gets_to_the_page() -> None:
    event = ended_stage().event
    owner = signed_in(user_with(event, Role.OWNER))
    for answer in (owner.get(ADDRESS), owner.post(ADDRESS, {"sure": "1"})):
        assert answer.status_code == 403
    assert ADDRESS not in owner.get("/new/").content.decode()
    assert Client().get(ADDRESS).status_code == 302


def test_the_pages_cost_the_same_at_any_size(tmp_path: Path) -> None:
    def costs(entrants: int, boards: int) -> list[int]:
        event = ended_stage(entrants=entrants, boards=boards).event
        signing_key()
        owner = signed_in(user_with(event, Role.OWNER))
        boss = administrator()
        content = handed_over(event, tmp_path / "event.zip").read_bytes()
        found = []
        for client, address, sent in (
            (owner, f"/direct/{event.slug}/hand-over/", None),
            (boss, ADDRESS, None),
            (boss, ADDRESS, {"file": io.BytesIO(content)}),
        ):
            with CaptureQueriesContext(connection) as captured:
                answer = client.post(address, sent) if sent else client.get(address)
            assert answer.status_code == 200
            found.append(len(captured))
        empty()
        return found

    assert costs(9, 1) == costs(15, 3) == [10, 2, 7]

"""The signed summary says what the version says, and its hashes are those of the files."""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.summary import SignedSummary, verify
from games.models import BoardSet
from tests.tournaments.factories import drawn_stage, play_stage
from tests.tournaments.rows import empty
from tournaments.archive import restore_archive, write_archive
from tournaments.exports import DATA_FILES
from tournaments.models import SigningKey
from tournaments.services.actors import SYSTEM
from tournaments.services.reveal_session import reveal_session
from tournaments.signing import signing_key

from ..factories import count_and_publish
from .made_event import MadeEvent

ENGLISH = {"Accept-Language": "en"}


def the_key(client: Client) -> str:
    """The installation's public key, as everybody reads it."""
    answer = client.get("/api/v1/signing-key/")
    assert answer.json()["algorithm"] == "Ed25519"
    return str(answer.json()["public_key"])


def test_ranking_and_hashes_are_those_of_the_version(made: MadeEvent, anybody: Client) -> None:
    document = json.loads(anybody.get(f"/e/{made.slug}/files/summary.json").content)
    files = {
        name: anybody.get(f"/e/{made.slug}/files/{name}", headers=ENGLISH).content
        for name in DATA_FILES
    }
    signed = SignedSummary.from_data(document)
    assert verify(signed, the_key(anybody), files) == []
    summary = document["summary"]
    assert (summary["version"], summary["boards"]) == (2, [1, 2])
    # E5 7, E6 E7 E8 5, E1 E3 4, E4 E9 3, E2 0 of 8 (see made_event).
    assert [(row["rank"], row["number"], row["score"]) for row in summary["ranking"]] == [
        (1, 5, "7"), (2, 6, "5"), (2, 7, "5"), (2, 8, "5"), (5, 1, "4"), (5, 3, "4"),
        (7, 4, "3"), (7, 9, "3"), (9, 2, "0"),
    ]  # fmt: skip
    assert summary["ranking"][0]["name"] == "Player 5"
    assert summary["commitments"] == [
        {"session": 1, "commitment": BoardSet.objects.get().commitment, "secret_sha256": None}
    ]
    earlier = json.loads(anybody.get(f"/e/{made.slug}/files/summary.json?version=1").content)
    assert earlier["summary"]["boards"] == [1]
    faults = verify(SignedSummary.from_data(earlier), None, files)
    # (There is no record of a play in either version, and nobody has a category.)
    assert [fault.params["name"] for fault in faults] == [
        name for name in DATA_FILES if name not in ("records.json", "categories.csv")
    ]


def test_api_and_file_say_the_same_in_every_language(made: MadeEvent, anybody: Client) -> None:
    file = json.loads(anybody.get(f"/e/{made.slug}/files/summary.json").content)
    told = anybody.get(
        f"/api/v1/events/{made.slug}/summary/", headers={"Accept-Language": "zh-hans"}
    ).json()
    assert told == {**file, "version": 2}
    page = anybody.get(f"/e/{made.slug}/files/").content.decode()
    assert "summary.json?version=2" in page
    assert "/api/v1/signing-key/" in page


@pytest.mark.django_db
def test_a_revealed_secret_is_named_by_its_hash() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    play_stage(stage)
    count_and_publish(stage)
    reveal_session(stage.sessions.get(), SYSTEM)
    board_set = BoardSet.objects.get()
    assert board_set.reveal is not None
    address = f"/api/v1/events/{stage.event.slug}/summary/"
    (commitment,) = Client().get(address).json()["summary"]["commitments"]
    secret = bytes.fromhex(board_set.reveal["secret"])
    assert commitment["secret_sha256"] == sha256(secret).hexdigest()


@pytest.mark.django_db
def test_the_key_is_made_once_encrypted_and_comes_back_with_an_archive(tmp_path: Path) -> None:
    key = signing_key()
    assert signing_key() == key
    private = bytes(SigningKey.objects.get().private_encrypted)
    assert base64.b64decode(key.public) not in private
    assert len(private) > 100
    write_archive(tmp_path / "fushi.zip")
    empty()
    assert not SigningKey.objects.exists()
    restore_archive(tmp_path / "fushi.zip")
    assert signing_key().public == key.public


def test_a_summary_costs_a_constant_number_of_statements(made: MadeEvent, anybody: Client) -> None:
    the_key(anybody)
    counts = []
    for version in (1, 2):
        with CaptureQueriesContext(connection) as captured:
            anybody.get(f"/api/v1/events/{made.slug}/summary/?version={version}")
        counts.append(len(captured))
    assert counts[0] == counts[1]

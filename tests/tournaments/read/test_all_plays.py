"""All records as one stream of lines: of one version, of opened boards, part by part."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import count_and_publish, drawn_stage, facts, play_round, release
from tournaments import queries

from .made_event import MadeEvent, write_log


def lines(response: Any) -> list[dict[str, Any]]:
    assert response.status_code == 200
    return [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]


def test_every_line_is_the_record_that_the_play_has_by_itself(
    made: MadeEvent, anybody: Client
) -> None:
    write_log(made.play(1, 1))
    base = f"/api/v1/events/{made.slug}"
    response = anybody.get(f"{base}/plays.ndjson")
    assert (response["Content-Type"], response["Fushi-Version"]) == ("application/x-ndjson", "2")
    assert response["Access-Control-Allow-Origin"] == "*"
    told = lines(response)
    assert [(each["board"], each["table"]) for each in told] == [
        (board, table) for board in (1, 2) for table in (1, 2, 3)
    ]  # board 3 is in play: nothing of it
    for each in told:
        alone = anybody.get(f"{base}/plays/{each['id']}/").json()
        assert {**each, "version": 2} == alone
    assert len(told[0]["entries"]) == 5


def test_an_earlier_version_and_what_was_read_before(made: MadeEvent, anybody: Client) -> None:
    address = f"/api/v1/events/{made.slug}/plays.ndjson"
    assert {each["board"] for each in lines(anybody.get(f"{address}?version=1"))} == {1}
    tag = anybody.get(address)["ETag"]
    again = anybody.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    for nothing in (f"{address}?version=99", "/api/v1/events/nothing/plays.ndjson"):
        assert anybody.get(nothing).status_code == 404


def test_a_version_that_comes_meanwhile_changes_nothing(made: MadeEvent, anybody: Client) -> None:
    address = f"/api/v1/events/{made.slug}/plays.ndjson"
    before = lines(anybody.get(address))
    response: Any = anybody.get(address)
    stream = iter(response.streaming_content)
    first = next(stream)
    made.finish(3, 3, facts(1, 1))
    made.publish()
    rest = b"".join([first, *stream])
    assert [json.loads(line) for line in rest.splitlines()] == before


@pytest.mark.django_db
def test_statements_grow_with_the_parts_and_not_with_the_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournaments.queries.records.PART", 3)
    taken = {}
    for entrants in (9, 18):  # one part, two parts of a board
        stage = drawn_stage(entrants, 1, 1)
        play_round(release(stage), lambda _: facts(1, 2))
        count_and_publish(stage)
        edition = queries.edition(stage.event.slug)
        with CaptureQueriesContext(connection) as captured:
            parts = list(queries.all_plays(edition))
        assert [len(part) for part in parts] == [3] * (entrants // 9)
        taken[entrants] = len(captured)
    assert taken[18] == taken[9] + 2


@pytest.mark.django_db(transaction=True)
def test_over_asgi_it_comes_part_by_part(made: MadeEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.queries.records.PART", 1)

    async def read() -> list[bytes]:
        response: Any = await AsyncClient().get(f"/api/v1/events/{made.slug}/plays.ndjson")
        return [part async for part in response.streaming_content]

    parts = asyncio.run(read())
    assert [part.count(b"\n") for part in parts] == [1] * 6

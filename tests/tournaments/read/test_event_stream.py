"""The public stream: where things stand, then what changes; nothing of unopened boards."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games import hub
from tests.tournaments.factories import facts
from tournaments import hints
from tournaments.queries.progress import progress

from .listening import Spectator
from .made_event import MadeEvent, in_the_middle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def made(transactional_db: None) -> MadeEvent:
    return in_the_middle()


def test_a_stream_begins_with_where_things_stand(made: MadeEvent) -> None:
    with Spectator(made.slug) as spectator:
        assert spectator.status == 200
        assert spectator.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert spectator.headers["access-control-allow-origin"] == "*"
        assert spectator.heard == [("state", progress(made.slug).to_data())]


def test_the_end_of_a_round_is_told_as_version_board_and_round(made: MadeEvent) -> None:
    with Spectator(made.slug) as spectator:
        made.finish(3, 3, facts(1, 1))
        made.publish()
        spectator.wait_for(lambda: spectator.known == progress(made.slug).to_data())
        told = spectator.heard[1:]
        assert ("version", {"version": 3}) in told
        assert ("board", {"board": 3, "opened": True}) in told
        assert told[-1][0] in ("round", "version", "board")
        assert spectator.known["rounds"][0]["state"] == "finished"


def test_hints_without_a_change_are_not_passed_on(made: MadeEvent) -> None:
    with Spectator(made.slug) as spectator:
        for number in range(5):
            hub.publish(hints.channel(made.event.pk), "secret", {"score": number})
        hints.version_published(made.event.pk, made.stage.pk, 2)
        made.finish(3, 3, facts(1, 1))
        made.publish()
        spectator.wait_for(lambda: spectator.known == progress(made.slug).to_data())
        assert b"secret" not in spectator.body
        assert b"score" not in spectator.body
        assert {event for event, _ in spectator.heard} == {"state", "version", "board", "round"}


def test_an_event_that_is_not_public_is_the_same_404_as_the_api(made: MadeEvent) -> None:
    expected = json.loads(Client().get("/api/v1/events/no-such-event/").content)
    made.event.is_public = False
    made.event.save()
    for slug in ("no-such-event", made.slug):
        with Spectator(slug) as refused:
            assert refused.status == 404
            assert json.loads(refused.body) == expected


def test_an_unknown_host_is_refused(made: MadeEvent) -> None:
    with Spectator(made.slug, host="evil.example") as refused:
        assert refused.status == 400


def test_a_stream_is_read_only(made: MadeEvent) -> None:
    with Spectator(made.slug, method="POST") as refused:
        assert (refused.status, refused.headers["allow"]) == (405, "GET, HEAD")


def test_many_streams_share_one_read(made: MadeEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []

    def counted(slug: str) -> object:
        reads.append(slug)
        return progress(slug)

    with Spectator(made.slug) as one:
        monkeypatch.setattr("tournaments.stream.progress", counted)
        for _ in range(20):
            hints.version_published(made.event.pk, made.stage.pk, 2)
        made.finish(3, 3, facts(1, 1))
        made.publish()
        one.wait_for(lambda: one.known == progress(made.slug).to_data())
    assert len(reads) <= 5

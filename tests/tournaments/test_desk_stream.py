"""The stream of the hall: for who has a role, and no more than that something has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import hub
from games.models import LogEntry, Play
from games.services.announce import announce
from games.services.sign_in import sign_in
from tests.open_stream import OpenStream
from tests.tournaments.factories import drawn_stage, facts, finish, plays_of, release
from tests.tournaments.people import user_with
from tournaments.desk_stream import desk_stream
from tournaments.models import Event, Role, RoleAssignment, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_event
from tournaments.services.create_event import create_event
from tournaments.services.issue_entrant_codes import issue_entrant_codes
from tournaments.services.pause_event import pause_event
from tournaments.services.register import register

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage() -> Stage:
    """Three tables with two boards each, in their first round."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    release(stage)
    return stage


def opened(event: Event, user: User | None, **headers: str) -> OpenStream:
    """The stream as the browser of a user asks for it."""
    slug, client = event.slug, Client()
    if user is not None:
        client.force_login(user)
        headers["cookie"] = f"sessionid={client.cookies['sessionid'].value}"
    path = f"/direct/{slug}/stream/"
    return OpenStream(desk_stream, path, path_params={"slug": slug}, headers=headers)


@pytest.fixture
def heard(stage: Stage) -> Iterator[OpenStream]:
    with opened(stage.event, user_with(stage.event, Role.VIEWER)) as stream:
        yield stream


def changes(stream: OpenStream) -> int:
    return len(stream.named("hall"))


def test_it_begins_with_a_change_and_tells_nothing_but_changes(
    stage: Stage, heard: OpenStream
) -> None:
    assert (heard.status, changes(heard)) == (200, 1)
    for play in plays_of(stage.rounds.get(number=1), board=1):
        finish(play, facts(1, 2))
    heard.wait_for(lambda: changes(heard) > 1)
    assert {event["data"] for event in heard.named("hall")} == {"{}"}
    assert changes(heard) < 4  # what happens at once is told once, not a table each


def test_what_the_hall_shows_is_told(stage: Stage, heard: OpenStream) -> None:
    entrant = stage.event.entrants.select_related("event", "person", "player").get(number=1)
    ((_row, code),) = issue_entrant_codes(stage.event, [entrant], SYSTEM)
    seen = changes(heard)
    for change in (
        lambda: pause_event(stage.event, SYSTEM),
        lambda: sign_in(code),
    ):
        change()
        heard.wait_for(lambda seen=seen: changes(heard) > seen)  # type: ignore[misc]
        seen = changes(heard)


def test_an_action_that_ends_nothing_is_not_told(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play.objects.select_related("table").first()
    assert play is not None
    told: list[str] = []
    monkeypatch.setattr(hub, "reaches", lambda channel: told.append(channel))
    row = LogEntry(table=play.table, play=play, number=9, seq=1, kind="bid", at=timezone.now())
    row.data = {"value": 1}
    announce(row)
    assert told == []
    row.data = {"value": 1, "result": {}}
    announce(row)
    assert told == [f"desk:{stage.event_id}"]


@pytest.mark.parametrize("who", ["nobody", "outsider", "foreign page"])
def test_it_is_not_there_for_who_has_no_role(stage: Stage, who: str) -> None:
    user = None if who == "nobody" else user_with(None, None)
    headers = {}
    if who == "foreign page":
        user = user_with(stage.event, Role.OWNER)
        headers = {"origin": "https://elsewhere.example"}
    with opened(stage.event, user, **headers) as stream:
        assert stream.status == 404
        assert json.loads(stream.body)["code"] == "not_found"


def test_it_ends_when_the_role_does(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.desk_stream.HEARTBEAT_SECONDS", 0.2)
    with opened(stage.event, user_with(stage.event, Role.DIRECTOR)) as stream:
        RoleAssignment.objects.all().delete()
        stream.wait_for(lambda: not stream.is_open)


def test_who_asks_to_enter_is_told(heard: OpenStream) -> None:
    event = create_event(name="Open", actor=SYSTEM)
    change_event(event, SYSTEM, {"registration": True, "registration_approval": True})
    with opened(event, user_with(event, Role.OWNER)) as stream:
        register(event, "192.0.2.7", name="Ada")
        stream.wait_for(lambda: changes(stream) > 1)
    assert changes(heard) == 1

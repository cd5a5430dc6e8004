"""Pausing an event, freezing a table, announcing: who may, what it does, what is written down."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games import hub
from games.models import Call, LogEntry, Table
from tournaments.errors import AnnouncementRefused, HaltRefused, NotPermitted
from tournaments.models import AuditEntry, Role
from tournaments.services.actors import SYSTEM
from tournaments.services.announce import announce
from tournaments.services.freeze_table import freeze_table, resume_table
from tournaments.services.pause_event import pause_event, resume_event

from .directing import with_key
from .factories import drawn_stage, release
from .people import director_of, scorer_of

pytestmark = pytest.mark.django_db


def test_a_pause_stops_every_table_and_those_released_later() -> None:
    stage = drawn_stage()
    event = stage.event
    first = release(stage)
    director = director_of(event)
    assert pause_event(event, director, reason="fire alarm") == 3
    assert Table.objects.filter(is_paused=True).count() == 3
    with pytest.raises(HaltRefused, match="already"):
        pause_event(event, director)
    assert resume_event(event, director) == 3
    assert not Table.objects.filter(halted_at__isnull=False).exists()
    verbs = AuditEntry.objects.filter(event=event).order_by("pk").values_list("verb", "reason")
    assert list(verbs)[-2:] == [("pause_event", "fire alarm"), ("resume_event", "")]
    assert LogEntry.objects.filter(kind="paused").count() == 3
    assert first.tables.count() == 3


def test_tables_released_during_a_pause_are_paused() -> None:
    stage = drawn_stage()
    pause_event(stage.event, SYSTEM)
    stage.refresh_from_db()
    release(stage)
    assert Table.objects.filter(is_paused=True).count() == 3
    assert resume_event(stage.event, SYSTEM) == 3


def test_a_frozen_table_outlives_a_pause() -> None:
    stage = drawn_stage()
    table = release(stage).tables.order_by("number")[0].table
    freeze_table(table, SYSTEM, reason="wrong board")
    with pytest.raises(HaltRefused):
        freeze_table(table, SYSTEM)
    pause_event(stage.event, SYSTEM)
    resume_event(stage.event, SYSTEM)
    table.refresh_from_db()
    assert (table.is_frozen, table.is_paused) == (True, False)
    assert table.halted_at is not None
    resume_table(table, SYSTEM)
    table.refresh_from_db()
    assert table.halted_at is None


def test_only_who_runs_the_event_may() -> None:
    stage = drawn_stage()
    table = release(stage).tables.all()[0].table
    scorer = scorer_of(stage.event)
    for forbidden in (
        lambda: pause_event(stage.event, scorer),
        lambda: freeze_table(table, scorer),
        lambda: announce(stage.event, "Tea", scorer),
    ):
        with pytest.raises(NotPermitted):
            forbidden()
    assert not Table.objects.filter(halted_at__isnull=False).exists()


def test_an_announcement_goes_to_the_streams_of_the_event(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(hub, "publish", lambda *args: sent.append(args))
    stage = drawn_stage()
    announce(stage.event, " Lunch at noon. ", SYSTEM)
    channel, kind, data = sent[-1]
    assert (channel, kind, data["text"]) == (
        f"event:{stage.event.pk}",
        "announcement",
        "Lunch at noon.",
    )
    assert AuditEntry.objects.get(verb="announce").after == {"text": "Lunch at noon."}
    for text, code in (("  ", "text_missing"), ("x" * 301, "text_too_long")):
        with pytest.raises(AnnouncementRefused) as refused:
            announce(stage.event, text, SYSTEM)
        assert refused.value.code == code


def test_the_hall_is_directed_by_api() -> None:
    stage = drawn_stage()
    director = with_key(stage.event)
    table = release(stage).tables.order_by("number")[0].table
    player = table.seats.order_by("letter")[0].player
    own = Call.objects.create(table=table, player=player, reason="irregularity", at=timezone.now())
    (line,) = director.send("GET", "calls/").json()["results"]
    assert (line["table"]["id"], line["reason"], line["state"]) == (
        table.pk,
        "irregularity",
        "open",
    )
    assert director.post(f"calls/{own.pk}/take/").json()["state"] == "taken"
    assert director.post(f"calls/{own.pk}/take/").json()["refusal"] == "not_open"
    place = f"tables/{table.pk}/"
    assert director.post(f"{place}freeze/", {"reason": "wrong board"}).status_code == 200
    assert director.post(f"{place}freeze/").json()["refusal"] == "already_frozen"
    assert director.post(f"{place}resume/").status_code == 200
    assert director.post(f"{place}undo/", {"reason": "slip"}).json()["code"] == "nothing_to_undo"
    assert director.post(f"{place}undo/").json()["refusal"] == "reason_missing"
    assert director.post(f"{place}extend/", {"seconds": 60}).json()["code"] == "no_clock"
    assert director.post(f"{place}bot/", {"seat": "A", "bot": "greedy"}).status_code == 200
    assert (
        director.post(f"{place}bot/", {"seat": "E", "bot": None}).json()["code"] == "no_such_seat"
    )
    assert director.post(f"calls/{own.pk}/close/", {"reason": "stands"}).json()["state"] == "closed"
    assert director.send("GET", "calls/").json() == {"results": []}
    assert director.post("pause/").json() == {"tables": 3}
    assert director.post("resume/").json() == {"tables": 3}
    assert director.post("announcements/", {"text": "Tea"}).status_code == 201
    verbs = AuditEntry.objects.filter(event=stage.event, actor__startswith="key:")
    assert {row.verb for row in verbs} >= {"freeze_table", "seat_bot", "take_call", "close_call"}
    assert with_key(stage.event, Role.SCORER).post("pause/").status_code == 403

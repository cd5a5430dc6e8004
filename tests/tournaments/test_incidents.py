"""Irregularities at a table: recorded with a decision, ruled in the same step, undone by a row."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Play
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    play_round,
    plays_of,
    release,
)
from tests.tournaments.people import user_with
from tournaments.models import AuditEntry, Incident, IncidentKind, Role, Ruling, Stage
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM
from tournaments.services.link_player import link_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Nine players, one round of two boards, played to its end."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release(stage), lambda play: facts(1, 1 + play.table.number % 3))
    count_and_publish(stage)
    return stage


def first_play(stage: Stage) -> Play:
    return plays_of(stage.rounds.get(number=1))[0]


def body(stage: Stage, decision: str, **more: Any) -> dict[str, Any]:
    return {
        "play": first_play(stage).pk,
        "kind": "exposed_card",
        "decision": decision,
        "reason": "a card fell",
        **more,
    }


@pytest.mark.parametrize("kind", IncidentKind.values)
@pytest.mark.parametrize("decision", ["stands", "taken_back"])
def test_every_kind_is_recorded_and_changes_no_score(
    stage: Stage, kind: str, decision: str
) -> None:
    scorer = with_key(stage.event, Role.SCORER)
    wanted = body(stage, decision, kind=kind, seat="B", text="the 3 of hearts", law="§ 12")
    made = scorer.post("incidents/", wanted)
    assert made.status_code == 201, made.content
    told = made.json()["made"]
    assert (told["kind"], told["decision"], told["seat"]) == (kind, decision, "B")
    assert (told["text"], told["law"], told["ruling"]) == ("the 3 of hearts", "§ 12", None)
    assert not Ruling.objects.exists()
    entry = AuditEntry.objects.get(verb="record_incident")
    assert (entry.reason, entry.target) == ("a card fell", f"play:{first_play(stage).pk}")
    assert scorer.send("GET", "incidents/").json()["results"] == [told]


def test_an_adjustment_and_a_penalty_are_made_and_reversed_with_their_incident(
    stage: Stage,
) -> None:
    director = with_key(stage.event)
    wanted = body(stage, "adjusted", positions={"1": {"award": "average_plus"}})
    tried = director.post("incidents/", wanted | {"dry_run": True}).json()
    assert tried["made"] is None
    assert not Incident.objects.exists()
    adjusted = director.post("incidents/", wanted | {"preview": tried["preview"]})
    assert adjusted.status_code == 201, adjusted.content
    ruling = Ruling.objects.get()
    assert adjusted.json()["made"]["ruling"] == str(ruling.pk)
    assert (ruling.kind, ruling.play_id) == ("scores", wanted["play"])
    director.post("incidents/", body(stage, "penalty", seat="A", percentage="10"))
    penalty = Ruling.objects.get(kind="penalty")
    seat = first_play(stage).table.seats.get(letter="A")
    assert penalty.entrant_id == seat.sitting.entrant_id
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    for incident in Incident.objects.order_by("pk"):
        undone = director.post(f"incidents/{incident.pk}/reverse/", {"reason": "wrong table"})
        assert undone.json()["made"]["reverses"] == str(incident.pk)
        assert Ruling.objects.filter(reverses=incident.ruling).exists()
        again = director.post(f"incidents/{incident.pk}/reverse/", {"reason": "wrong table"})
        assert again.json()["refusal"] == "already_reversed"
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    assert AuditEntry.objects.filter(verb="reverse_incident").count() == 2
    reversal = Incident.objects.exclude(reverses=None)[0]
    refused = director.post(f"incidents/{reversal.pk}/reverse/", {"reason": "x"})
    assert refused.json()["refusal"] == "is_a_reversal"


def test_a_ruling_that_was_reversed_alone_is_not_reversed_twice(stage: Stage) -> None:
    director = with_key(stage.event)
    director.post("incidents/", body(stage, "penalty", seat="A", percentage="10"))
    ruling, incident = Ruling.objects.get(), Incident.objects.get()
    director.post(f"rulings/{ruling.pk}/reverse/", {"reason": "waived"})
    made = director.post(f"incidents/{incident.pk}/reverse/", {"reason": "nothing happened"})
    assert made.status_code == 201
    assert Ruling.objects.count() == 2


@pytest.mark.parametrize(
    ("more", "status", "refusal"),
    [
        ({"reason": " "}, 422, "reason_missing"),
        ({"decision": "penalty", "percentage": "10"}, 422, "unknown_seat"),
        ({"decision": "penalty", "percentage": "0", "seat": "A"}, 422, "bad_percentage"),
        ({"decision": "penalty", "percentage": "100.01", "seat": "A"}, 422, "bad_percentage"),
        ({"decision": "adjusted"}, 422, "positions_missing"),
        ({"seat": "Z"}, 422, "unknown_seat"),
        ({"kind": "tea"}, 400, None),
        ({"decision": "tea"}, 400, None),
        ({"play": "0" * 16}, 400, None),
        ({"table": 4}, 400, None),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    stage: Stage, more: dict[str, Any], status: int, refusal: str | None
) -> None:
    answer = with_key(stage.event).post("incidents/", body(stage, "stands") | more)
    assert (answer.status_code, answer.json().get("refusal")) == (status, refusal)
    assert not Incident.objects.exists()
    assert not Ruling.objects.exists()


def test_who_is_still_to_play_the_board_sees_no_incident_of_it() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play = plays_of(release(stage))[-1]
    wanted = {
        "play": play.pk,
        "kind": "exposed_card",
        "decision": "stands",
        "reason": "3 of hearts",
    }
    assert with_key(stage.event).post("incidents/", wanted).status_code == 201
    user = user_with(stage.event, Role.DIRECTOR)
    player = play.table.seats.get(letter="A").player
    link_player(stage.event, user, player, SYSTEM)
    client = Client()
    client.force_login(user)
    for path in ("rulings/", f"rounds/1/tables/{play.table.number}/"):
        page = client.get(f"/direct/{stage.event.slug}/{path}").content.decode()
        assert "3 of hearts" not in page
    told = client.get(f"/api/v1/events/{stage.event.slug}/incidents/")
    assert told.json()["results"] == []


def test_who_may_record_and_reverse(stage: Stage) -> None:
    scorer, viewer = with_key(stage.event, Role.SCORER), with_key(stage.event, Role.VIEWER)
    wanted = body(stage, "penalty", seat="A", percentage="10")
    assert scorer.post("incidents/", wanted).status_code == 403
    assert viewer.post("incidents/", body(stage, "stands")).status_code == 403
    assert not Ruling.objects.exists()
    scorer.post("incidents/", body(stage, "stands"))
    number = Incident.objects.get().pk
    assert scorer.post(f"incidents/{number}/reverse/", {"reason": "x"}).status_code == 403
    assert viewer.send("GET", "incidents/").status_code == 200
    elsewhere = with_key(create_event(name="Autumn Cup", actor=SYSTEM))
    assert elsewhere.post(f"incidents/{number}/reverse/", {"reason": "x"}).status_code == 404
    assert elsewhere.post("incidents/", body(stage, "stands")).status_code == 400
    assert elsewhere.send("GET", "incidents/").json()["results"] == []

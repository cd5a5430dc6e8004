"""The director's API tells what the console's hall and its list of what is still to do tell."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import PlayerToken, Table
from tournaments.models import Event, Role, Stage
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM

from .directing import Caller, with_key
from .factories import drawn_stage, entrants_text, facts, finish, plays_of, release

pytestmark = pytest.mark.django_db


def done(caller: Caller) -> dict[str, bool]:
    """The points of the list by their codes."""
    points = caller.send("GET", "readiness/").json()["points"]
    return {each["code"]: each["is_done"] for each in points}


def test_a_program_prepares_an_event_by_the_list_of_what_is_to_be_done() -> None:
    event = create_event(name="Cup", actor=SYSTEM)
    director = with_key(event)
    assert done(director) == {
        "stage": False, "entrants": False, "rehearsal": False, "draw": False, "release": False,
    }  # fmt: skip
    assert director.post("stages/", {"rounds": 2, "boards_per_round": 2}).status_code == 201
    assert director.post("entrants/import/", {"text": entrants_text(9)}).status_code == 201
    assert director.post("check-in/", {"who": "1"}).status_code == 200
    assert director.post("draw/").status_code == 201
    assert done(director) == {
        "stage": True, "entrants": True, "check_in": False, "rehearsal": False,
        "draw": True, "release": False,
    }  # fmt: skip
    assert director.post("rounds/1/release/").status_code == 200
    assert done(director)["release"]


def stage_under_way(entrants: int = 9) -> Stage:
    stage = drawn_stage(entrants=entrants, rounds=2, boards=2)
    release(stage)
    return stage


def test_before_a_release_the_hall_has_the_round_and_no_tables() -> None:
    director = with_key(drawn_stage().event)
    told = director.send("GET", "hall/").json()
    assert (told["stage"], told["round"]["number"], told["round"]["state"]) == (1, 1, "drawn")
    assert (told["results"], told["needs"], told["next"]) == ([], [], None)


def test_the_hall_tells_every_table_and_what_needs_somebody() -> None:
    stage = stage_under_way()
    director = with_key(stage.event)
    for play in plays_of(stage.rounds.get(number=1)):
        if play.table.number in (1, 2):
            finish(play, facts(1, 2))
    third = Table.objects.get(number=3)
    director.post(f"tables/{third.pk}/freeze/", {"reason": "a quarrel"})
    told = director.send("GET", "hall/").json()
    assert (told["count"], told["finished"], told["found"]) == (3, 2, 3)
    assert [(t["table"], t["state"], t["done"], t["lag"]) for t in told["results"]] == [
        (1, "finished", 2, 0), (2, "finished", 2, 0), (3, "frozen", 0, 2),
    ]  # fmt: skip
    assert told["results"][2]["table_id"] == third.pk
    assert len(told["results"][0]["names"]) == 3
    needs = {(each["kind"], each["table"], each["text"]) for each in told["needs"]}
    assert ("late", 3, "2") in needs
    assert ("absent", 3, "A, B, C") in needs
    assert told["failures"] == []


def test_tables_come_in_parts_and_are_found_by_number_and_name() -> None:
    stage = stage_under_way(entrants=21)
    viewer = with_key(stage.event, Role.VIEWER)
    read: list[int] = []
    following: int | None = 0
    while following is not None:
        offset = f"&offset={following}" if following else ""
        part = viewer.send("GET", f"hall/?limit=3{offset}").json()
        read += [each["table"] for each in part["results"]]
        following = part["next"]
    assert read == [1, 2, 3, 4, 5, 6, 7]
    assert [t["table"] for t in viewer.send("GET", "hall/?q=4").json()["results"]] == [4]
    name = viewer.send("GET", "hall/?q=4").json()["results"][0]["names"][0]
    found = viewer.send("GET", f"hall/?q={name.replace(' ', '%20')}").json()
    assert 4 in [each["table"] for each in found["results"]]
    assert viewer.send("GET", "hall/?limit=0").status_code == 400


def test_the_hall_is_told_by_as_many_statements_at_any_size() -> None:
    counts = []
    for entrants in (9, 27):
        director = with_key(stage_under_way(entrants).event)
        director.send("GET", "hall/")  # the key's last use is noted once a minute
        with CaptureQueriesContext(
            connection,
        ) as queries:
            director.send("GET", "hall/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_everybody_gets_a_new_code_and_the_old_ones_end() -> None:
    stage = stage_under_way()
    first = with_key(stage.event).post("codes/").json()["codes"]
    again = with_key(stage.event).post("codes/").json()["codes"]
    assert len(first) == len(again) == 9
    old, new = (next(iter(codes.values())) for codes in (first, again))

    def sign_in(code: str) -> int:
        body = json.dumps({"code": code})
        return Client().post("/api/v1/sessions/", body, "application/json").status_code

    assert (sign_in(old), sign_in(new)) == (401, 201)
    assert PlayerToken.objects.filter(revoked_at=None).count() == 1
    assert with_key(stage.event, Role.SCORER).post("codes/").status_code == 403


def test_what_failed_is_tried_again_and_nothing_more() -> None:
    event: Event = stage_under_way().event
    assert with_key(event).post("failures/try-again/").json() == {"failures": 0}

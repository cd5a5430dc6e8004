"""`GET /me/`: a player learns who he is, what is expected, and where he goes next."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Person, Play, Player
from games.services import issue_code, sign_in
from tests.tournaments.factories import drawn_stage, facts, new_stage, play_round, release
from tournaments.api import shapes

from .conforms import faults
from .made_event import MadeEvent, make_event


def me(player: Player) -> dict[str, Any]:
    """The answer to a player who signs in now, checked against its schema."""
    token = sign_in(issue_code(player), take_over=True).token
    response = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 200, response.content
    assert response["Cache-Control"] == "private, no-store"
    assert "ETag" not in response
    answer: dict[str, Any] = response.json()
    expected = answer["expected"]
    assert faults(shapes.Me(), {**answer, "expected": None}) == []
    assert expected is None or set(expected) == {"type", "choices", "may_pass", "deadline"}
    return answer


@pytest.fixture
def begun(db: None) -> MadeEvent:
    """Round 1 is released, nothing is played."""
    return make_event()


def test_a_seated_player_sees_his_table_and_what_is_expected(begun: MadeEvent) -> None:
    answer = me(begun.entrant(4).player)
    play = begun.play(1, 2)
    assert answer["player"] == {"id": begun.entrant(4).player_id, "name": "Player 4"}
    assert answer["event"]["slug"] == begun.slug
    assert (answer["status"], answer["play"]) == (
        "playing",
        {"id": play.pk, "board": 1, "seq": 0},
    )
    assert answer["expected"] == {
        "type": "bid",
        "choices": [0, 1, 2, 3],
        "may_pass": False,
        "deadline": None,
    }
    table = answer["table"]
    assert (table["round"], table["number"], table["seat"]) == (1, 2, "A")
    assert [(s["seat"], s["entrant"]["number"]) for s in table["seats"]] == [
        ("A", 4),
        ("B", 5),
        ("C", 6),
    ]
    assert [(b["number"], b["positions"]) for b in table["boards"]] == [
        (1, "ABC"),
        (2, "BCA"),
        (3, "CAB"),
    ]
    assert answer["next"] == {"round": 2, "table": 1, "seat": "B", "bye": False}


def test_nothing_is_expected_of_whoever_is_not_to_act(begun: MadeEvent) -> None:
    answer = me(begun.entrant(5).player)
    assert (answer["status"], answer["expected"]) == ("playing", None)
    assert answer["play"] is not None


def test_who_has_finished_waits_for_the_next_round(begun: MadeEvent) -> None:
    for board in (1, 2, 3):
        begun.finish(board, 2, facts(1, 1))
    answer = me(begun.entrant(4).player)
    assert (answer["status"], answer["table"], answer["play"]) == ("waiting_for_round", None, None)
    assert answer["next"] == {"round": 2, "table": 1, "seat": "B", "bye": False}


def test_after_the_last_round_the_event_is_finished(begun: MadeEvent) -> None:
    play_round(begun.stage.rounds.get(number=1), lambda _: facts(1, 1))
    play_round(release(begun.stage, 2), lambda _: facts(1, 1))
    answer = me(begun.entrant(4).player)
    assert (answer["status"], answer["next"]) == ("finished", None)
    assert answer["event"]["state"] == "finished"


@pytest.mark.django_db
def test_before_the_draw_there_is_only_waiting() -> None:
    entrant = new_stage().event.entrants.get(number=3)
    answer = me(entrant.player)
    assert (answer["status"], answer["next"], answer["table"]) == ("waiting_for_draw", None, None)


@pytest.mark.django_db
def test_who_sits_a_round_out_is_told_before_and_during_it() -> None:
    stage = drawn_stage(entrants=7, rounds=1, boards=2)
    bye = stage.rounds.get(number=1).byes.get()
    assert me(bye.entrant.player)["next"] == {
        "round": 1,
        "table": None,
        "seat": None,
        "bye": True,
    }
    release(stage)
    assert me(bye.entrant.player)["status"] == "bye"


def test_another_player_s_token_tells_of_the_other_player(begun: MadeEvent) -> None:
    answers = [me(begun.entrant(number).player) for number in (1, 2)]
    assert [answer["entrant"]["number"] for answer in answers] == [1, 2]


def test_without_a_live_token_there_is_nothing(begun: MadeEvent) -> None:
    assert Client().get("/api/v1/me/").status_code == 401
    old = sign_in(issue_code(begun.entrant(1).player)).token
    me(begun.entrant(1).player)
    response = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {old}"})
    assert (response.status_code, response.json()["code"]) == (401, "taken_over")


@pytest.mark.django_db
def test_a_player_of_no_event_finds_nothing_here() -> None:
    person = Person.objects.create(name="Nobody's")
    token = sign_in(issue_code(Player.objects.create(person=person, realm="hall"))).token
    response = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 404


def test_it_tells_no_result_of_a_board_that_is_not_opened(begun: MadeEvent) -> None:
    before = me(begun.entrant(7).player)
    begun.finish(1, 1, facts(1, 3, bombs=2))
    begun.finish(1, 2, facts(1, 3, bombs=2))
    after = me(begun.entrant(7).player)
    for answer in (before, after):
        answer["clock"]["now"] = ""
    assert after == before
    assert Play.objects.filter(state="finished").count() == 2

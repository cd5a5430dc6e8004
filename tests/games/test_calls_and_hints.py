"""Calling the director, and hints where the event allows them."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.utils import timezone

from engine.cards import parse_cards
from games.models import Call
from games.services.halt_tables import Halt, resume_tables
from tests.games.hall import Caller, Hall, open_hall


def call(caller: Caller, key: str = "", **body: Any) -> Any:
    return caller.send(
        "POST",
        "me/calls/",
        {"reason": "other"} | body,
        Idempotency_Key=key or uuid.uuid4().hex,
    )


def test_a_call_is_kept_once_and_nobody_else_is_told(hall: Hall) -> None:
    number = hall.bo.view()["event_id"]
    answer = call(hall.ada, "k", reason="irregularity", text="17 cards")
    assert answer.status_code == 201
    told = answer.json()["call"]
    assert (told["reason"], told["text"], told["state"]) == (
        "irregularity",
        "17 cards",
        "open",
    )
    assert call(hall.ada, "k", reason="irregularity", text="17 cards").content == answer.content
    row = Call.objects.get()
    assert (row.table, row.play, row.player) == (hall.table, hall.play, hall.ada.player)
    assert hall.bo.view()["event_id"] == number
    assert hall.bo.send("GET", "me/calls/").json() == {"call": None}
    assert hall.ada.send("GET", "me/calls/").json() == {"call": told}


def test_a_wrong_board_stops_the_table_until_a_director_lets_it_go_on(hall: Hall) -> None:
    assert call(hall.bo, reason="wrong_board").status_code == 201
    for caller in hall.seated:
        view = caller.view()
        assert (view["halted"], view["expected"]) == ("frozen", None)
    refused = hall.ada.act(hall.play.pk, 0, {"type": "bid", "value": 0})
    assert (refused.status_code, refused.json()["code"]) == (409, "table_frozen")
    kept = hall.bo.send("DELETE", "me/calls/")
    assert (kept.status_code, kept.json()["code"]) == (409, "table_frozen")
    assert call(hall.ada, reason="wrong_board").status_code == 201  # it is frozen already
    log = hall.ada.send("GET", f"plays/{hall.play.pk}/log/").json()["entries"]
    assert [(entry["kind"], entry["seq"]) for entry in log] == [
        ("play_started", None),
        ("frozen", None),
    ]
    resume_tables([hall.table.pk], Halt.FROZEN, timezone.now())
    hall.do(1, "bid", 0)
    assert hall.bo.send("DELETE", "me/calls/").status_code == 204


def test_a_board_for_practice_has_no_director(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall(monkeypatch, practice=True)
    for reason in ("wrong_board", "other"):
        answer = call(hall.ada, reason=reason)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_director")
    assert not Call.objects.exists()
    assert hall.ada.view()["halted"] is None


def test_one_call_at_a_time_which_can_be_taken_back(hall: Hall) -> None:
    call(hall.ada)
    again = call(hall.ada)
    assert (again.status_code, again.json()["code"]) == (409, "already_called")
    assert call(hall.bo).status_code == 201
    assert hall.ada.send("DELETE", "me/calls/").status_code == 204
    assert hall.ada.send("DELETE", "me/calls/").status_code == 204
    assert call(hall.ada).status_code == 201
    states = Call.objects.filter(player=hall.ada.player).order_by("pk").values_list("state")
    assert [state for (state,) in states] == ["withdrawn", "open"]


@pytest.mark.parametrize("body", [{"reason": "tea"}, {"text": "x" * 301}, {"table": "4"}])
def test_a_bad_call_is_refused_by_its_field(hall: Hall, body: dict[str, str]) -> None:
    answer = call(hall.ada, **body)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, next(iter(body)))
    assert not Call.objects.exists()


def test_who_sits_nowhere_calls_nobody(hall: Hall) -> None:
    assert call(hall.dee).json()["code"] == "no_table"


def test_hints_are_refused_where_the_event_has_none(hall: Hall) -> None:
    path = f"plays/{hall.play.pk}/"
    for answer in (
        hall.ada.send("GET", f"{path}moves/"),
        hall.ada.send("GET", f"{path}explain/?cards=3c"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "no_hints")
    assert hall.dee.send("GET", f"{path}moves/").status_code == 404
    assert (hall.ada.view()["hints"], hall.ada.view()["memory_aid"]) == (False, "last")


def test_moves_and_explanations_are_those_of_the_own_hand(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall(monkeypatch, hints=True, memory_aid="counter")
    path = f"plays/{hall.play.pk}/"
    assert hall.ada.send("GET", f"{path}moves/").json()["code"] == "not_your_turn"
    hall.play_on(until=lambda view: view["phase"] == "playing")
    mover = next(caller for caller in hall.seated if caller.view()["expected"])
    view = mover.view()
    assert (view["hints"], view["memory_aid"]) == (True, "counter")
    found = mover.send("GET", f"{path}moves/").json()
    assert found["moves"] == view["expected"]["choices"]
    own, other = view["hand"][-1], "3c 3d 4c"
    one = mover.send("GET", f"{path}explain/?cards={own}").json()
    assert (one["ok"], one["combination"]) == (True, "single")
    bad = mover.send("GET", f"{path}explain/?cards={other.replace(' ', '+')}").json()
    assert not bad["ok"]
    assert len(parse_cards(other)) == 3
    assert mover.send("GET", f"{path}explain/?cards=99x").status_code == 400
    waiting = next(caller for caller in hall.seated if caller is not mover)
    assert waiting.send("GET", f"{path}moves/").status_code == 409

"""A table's own device: it signs in with the table's code, and players speak on it by PIN."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Confirmation, PinFailure, Player, Report
from games.services.issue_code import pin_of
from games.services.issue_table_codes import issue_table_codes
from tests.games.hall import Caller, Hall, open_hall
from tests.games.physical import play_on_board, send, slip
from tests.games.test_bad_input import named, refused


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Table 4 with two boards of cards."""
    return open_hall(monkeypatch, positions=("ABC", "BCA"), physical=True)


@pytest.fixture
def device(hall: Hall) -> Caller:
    """The device of table 4, signed in."""
    caller = Caller(hall.ada.player, issue_table_codes("hall", [4])[0])
    answer = caller.sign_in()
    assert (answer.status_code, answer.json()["player"]) == (201, None)
    assert answer.json()["table"] == {"number": 4}
    return caller


def by(hall: Hall, letter: str) -> dict[str, str]:
    """How a seat speaks at the device."""
    caller = hall.seated["ABC".index(letter)]
    return {"seat": letter, "pin": pin_of(caller.code)}


def test_a_board_is_reported_and_confirmed_by_pin(hall: Hall, device: Caller) -> None:
    table = device.send("GET", "me/table/").json()["table"]
    assert (table["number"], table["seat"]) == (4, None)
    play = table["plays"][0]["id"]
    told = send(device, "result", play, slip(hall) | by(hall, "B")).json()
    assert told["report"]["seat"] == "B"
    send(device, "confirm", play, {"report": 1} | by(hall, "A"))
    # The third has a device of his own.
    assert send(hall.cy, "confirm", play, {"report": 1}).json()["state"] == "finished"
    by_pin = Confirmation.objects.order_by("seat").values_list("seat", "by_pin")
    assert list(by_pin) == [("A", True), ("C", False)]


def test_pins_are_few_to_try_and_never_stored(hall: Hall, device: Caller) -> None:
    play = play_on_board(hall, 1)
    right = by(hall, "B")
    wrong = right | {"pin": "0000" if right["pin"] != "0000" else "0001"}
    problem = refused(send(device, "result", play, slip(hall) | wrong), 403, "wrong_pin")
    assert named(problem) == [("pin", "wrong_pin")]
    for _try in range(4):
        refused(send(device, "result", play, slip(hall) | wrong), 403, "wrong_pin")
    refused(send(device, "result", play, slip(hall) | right), 429, "throttled")
    # Another seat, and the own device, are not concerned.
    assert send(device, "result", play, slip(hall) | by(hall, "A")).status_code == 201
    assert send(hall.bo, "confirm", play, {"report": 1}).status_code == 200
    PinFailure.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert send(device, "confirm", play, {"report": 1} | right).status_code == 200
    player = Player.objects.get(pk=hall.bo.player.pk)
    assert right["pin"] not in player.pin_hash
    # A new code has a new PIN's hash.
    assert Report.objects.count() == 1


def test_who_speaks_must_be_said_at_a_device_and_nowhere_else(hall: Hall, device: Caller) -> None:
    play = play_on_board(hall, 1)
    assert named(refused(send(device, "result", play, slip(hall)), 400, "invalid")) == [
        ("seat", "required")
    ]
    body = slip(hall) | {"seat": "A"}
    assert named(refused(send(device, "result", play, body), 400, "invalid")) == [
        ("pin", "required")
    ]
    refused(send(hall.ada, "result", play, slip(hall) | by(hall, "B")), 400, "invalid")


def test_a_device_knows_its_own_table_only_and_has_no_hand(hall: Hall, device: Caller) -> None:
    play = play_on_board(hall, 1)
    for path in ("me/play/", f"plays/{play}/log/"):
        refused(device.send("GET", path), 403, "table_device")
    other = Caller(hall.ada.player, issue_table_codes("hall", [5])[0])
    other.sign_in()
    assert other.send("GET", "me/table/").json() == {"table": None}
    refused(send(other, "result", play, slip(hall) | by(hall, "A")), 404, "not_found")
    refused(send(other, "result", "%00", slip(hall) | by(hall, "A")), 404, "not_found")


def test_one_device_a_table_until_it_is_taken_over_or_signed_out(
    hall: Hall, device: Caller
) -> None:
    second = Caller(hall.ada.player, device.code)
    refused(second.sign_in(), 409, "seat_taken")
    assert second.sign_in(take_over=True).status_code == 201
    refused(device.send("GET", "me/table/"), 401, "taken_over")
    assert second.send("DELETE", "sessions/current/").status_code == 204
    refused(second.send("GET", "me/table/"), 401, "signed_out")
    issue_table_codes("hall", [4])
    refused(second.sign_in(), 401, "unknown_code")

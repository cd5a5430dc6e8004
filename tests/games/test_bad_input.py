"""Bad input: each item a precise 4xx with a stable code, in one shape, and the state untouched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps

from games.models import PlayerToken, SignInFailure
from tests.games.hall import Answer, Hall

PASS = {"type": "bid", "value": 0}


def stored() -> dict[str, list[Any]]:
    """Every row of the tables' database but the notes on the use of tokens."""
    return {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for model in apps.get_app_config("games").get_models()
        if model not in (PlayerToken, SignInFailure)
    }


@pytest.fixture(autouse=True)
def untouched(request: pytest.FixtureRequest, hall: Hall) -> Iterator[None]:
    """Each test of this module leaves everything as it was: in the auction, or with Bo to lead."""
    hall.do(1, "bid", 1)
    if "led" in request.fixturenames:
        hall.do(2, "bid", 3)
        hall.do(1, "double", False)
        hall.do(3, "double", False)
    before = stored()
    yield
    assert stored() == before


def refused(answer: Answer, status: int, code: str) -> dict[str, Any]:
    """Check that an answer is a problem of this kind; return it."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Cache-Control"] == "private, no-store"
    problem: dict[str, Any] = answer.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["type"] == f"/api/v1/problems/{code}/"
    assert problem["title"]
    assert problem["detail"]
    for error in problem["errors"]:
        assert set(error) == {"field", "line", "code", "detail"}
    return problem


def named(problem: dict[str, Any]) -> list[tuple[str, str]]:
    return [(error["field"], error["code"]) for error in problem["errors"]]


def raw(hall: Hall, body: Any, **headers: str) -> Answer:
    """Bo, whose turn it is, sends a body as it is, under a key."""
    given = {"Idempotency_Key": "k"} | headers
    return hall.bo.send("POST", f"plays/{hall.play.pk}/actions/", body, **given)


def test_an_unknown_play_and_one_of_others_get_the_same_404(hall: Hall) -> None:
    play = hall.play.pk
    scheduled = hall.table.plays.get(order=2).pk
    answers = [
        hall.dee.act(play, 1, PASS),
        hall.dee.act("0000000000000000", 1, PASS),
        hall.dee.act("x", 1, PASS),
        hall.bo.act("%00", 1, PASS),
        hall.bo.act("%F0%9F%82%A1", 1, PASS),
        hall.bo.act(scheduled, 0, PASS),
        hall.dee.send("GET", f"plays/{play}/log/"),
        hall.dee.send("GET", "plays/0000000000000000/log/"),
        hall.bo.send("GET", f"plays/{scheduled}/log/"),
    ]
    for answer in answers:
        refused(answer, 404, "not_found")
    assert len({answer.content for answer in answers}) == 1
    headers = [{k: v for k, v in answer.headers.items() if k != "Allow"} for answer in answers]
    assert all(each == headers[0] for each in headers)


def test_an_unknown_board_cannot_be_named(hall: Hall) -> None:
    body = {"seq": 1, "action": PASS, "board": 99}
    assert named(refused(raw(hall, body), 400, "unknown_field")) == [("board", "unknown_field")]


def test_a_stale_seq(hall: Hall) -> None:
    problem = refused(hall.bo.act(hall.play.pk, 0, PASS), 409, "stale")
    assert problem["seq"] == 1
    assert [entry["seq"] for entry in problem["entries"]] == [1]


def test_a_missing_key(hall: Hall) -> None:
    body = {"seq": 1, "action": PASS}
    path = f"plays/{hall.play.pk}/actions/"
    refused(hall.bo.send("POST", path, body), 400, "key_missing")
    refused(hall.bo.send("POST", path, body, Idempotency_Key="  "), 400, "key_missing")


@pytest.mark.parametrize("key", ["x" * 81, "schlüssel"])
def test_an_unusable_key(hall: Hall, key: str) -> None:
    refused(raw(hall, {"seq": 1, "action": PASS}, Idempotency_Key=key), 400, "key_invalid")


def test_a_repeated_key_with_another_body(hall: Hall) -> None:
    play = hall.play
    first = hall.ada.heard[-1]
    key = first.wsgi_request.headers["Idempotency-Key"]
    other = hall.ada.act(play.pk, 0, {"type": "bid", "value": 2}, key=key)
    refused(other, 422, "key_reused")
    same = hall.ada.act(play.pk, 0, {"value": 1, "type": "bid"}, key=key)
    assert (same.status_code, same.content) == (201, first.content)


@pytest.mark.parametrize(
    ("action", "engine_code"),
    [
        ({"type": "bid", "value": 1}, "bid_too_low"),
        ({"type": "pass"}, "wrong_phase"),
        ({"type": "double", "value": True}, "wrong_phase"),
        ({"type": "redouble", "value": True}, "wrong_phase"),
        ({"type": "play", "cards": ["3s"]}, "wrong_phase"),
        ({"type": "play", "ranks": "33"}, "wrong_phase"),
    ],
)
def test_an_illegal_action(hall: Hall, action: dict[str, Any], engine_code: str) -> None:
    problem = refused(hall.bo.act(hall.play.pk, 1, action), 422, "illegal_action")
    assert problem["engine_code"] == engine_code
    assert named(problem) == [("action", engine_code)]
    assert problem["errors"][0]["detail"] == problem["detail"]


def test_somebody_elses_turn(hall: Hall) -> None:
    for caller in (hall.ada, hall.cy):
        problem = refused(caller.act(hall.play.pk, 1, PASS), 422, "illegal_action")
        assert problem["engine_code"] == "not_your_turn"


def test_another_players_token(hall: Hall) -> None:
    hall.dee.token, own = hall.cy.token, hall.dee.token
    problem = refused(hall.dee.act(hall.play.pk, 1, PASS), 422, "illegal_action")
    assert problem["engine_code"] == "not_your_turn"
    hall.dee.token = own
    refused(hall.dee.act(hall.play.pk, 1, PASS), 404, "not_found")
    hall.dee.token = f"{own}x"
    refused(hall.dee.act(hall.play.pk, 1, PASS), 401, "unknown_token")
    hall.dee.token = ""
    refused(hall.dee.act(hall.play.pk, 1, PASS), 401, "not_authenticated")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"seq": 1, "action": PASS, "hand": []}, ["hand"]),
        ({"seq": 1, "action": {**PASS, "cards": []}}, ["action.cards"]),
        ({"seq": 1, "action": {"type": "pass", "why": 1, "who": 2}}, ["action.why", "action.who"]),
        ({"seq": 1, "action": {"type": "play", "card": "3s"}}, ["action.card"]),
    ],
)
def test_an_unknown_field_is_named(hall: Hall, body: Any, fields: list[str]) -> None:
    problem = refused(raw(hall, body), 400, "unknown_field")
    assert named(problem) == [(field, "unknown_field") for field in fields]


MALFORMED = {
    "unfinished": "{",
    "no JSON": "nonsense",
    "a list": "[]",
    "null": "null",
    "a number": "7",
    "a text": '"text"',
    "NaN": '{"seq": NaN}',
    "no UTF-8": b"\xff\xfe",
    "a raw surrogate": b'{"type": "\xed\xa0\x80"}',
    "cut off": '{"seq": 1',
    "a number of 5000 digits": '{"seq": ' + "9" * 5000 + "}",
    "lists without end": "[" * 100_000,
    "lists without end inside": '{"seq": 1, "action": ' + "[" * 50_000,
    "objects without end inside": '{"seq": 1, "action": ' + '{"a":' * 20_000,
    "too many lists": '{"seq": 1, "action": ' + "[" * 40 + "]" * 40 + "}",
    "a repeated member": '{"seq": 1, "seq": 2, "action": {"type": "pass"}}',
    "a repeated member inside": '{"seq": 1, "action": {"type": "pass", "type": "bid"}}',
    "half a pair in a text": r'{"seq": 1, "action": {"type": "play", "ranks": "\ud800"}}',
    "half a pair in a list": r'{"seq": 1, "action": {"type": "play", "cards": ["\udfff"]}}',
    "half a pair in a name": r'{"seq": 1, "action": {"type": "pass", "\ud800": 1}}',
    "NUL in a text": r'{"seq": 1, "action": {"type": "play", "ranks": "3\u0000"}}',
    "half a pair in a code": r'{"code": "\ud800"}',
    "NUL in a code": r'{"code": "A\u0000B"}',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_body(hall: Hall, body: str | bytes) -> None:
    refused(raw(hall, body), 400, "malformed")
    refused(hall.dee.send("POST", "sessions/", body), 400, "malformed")


def test_a_whole_pair_of_surrogates_is_a_character(hall: Hall) -> None:
    problem = refused(
        raw(hall, r'{"seq": 1, "action": {"type": "play", "cards": ["\ud83c\udca1"]}}'),
        400,
        "invalid",
    )
    assert named(problem) == [("action", "bad_card")]
    assert "\U0001f0a1" in problem["detail"] or "\U0001f0a1" in problem["errors"][0]["detail"]


def test_a_body_that_is_too_large(hall: Hall) -> None:
    body = {"seq": 1, "action": PASS, "ballast": "x" * 256 * 1024}
    for language in ("en", "zh-hans"):
        refused(raw(hall, body, Accept_Language=language), 413, "too_large")
        answer = hall.dee.send("POST", "sessions/", body, Accept_Language=language)
        refused(answer, 413, "too_large")


def test_a_body_as_long_as_it_may_be_is_read(hall: Hall) -> None:
    head = json.dumps({"code": "AAAA1111", "more": 1})
    answer = hall.dee.send("POST", "sessions/", head + " " * (256 * 1024 - len(head)))
    assert named(refused(answer, 400, "unknown_field")) == [("more", "unknown_field")]
    answer = hall.dee.send("POST", "sessions/", head + " " * (256 * 1024 - len(head) + 1))
    refused(answer, 413, "too_large")


@pytest.mark.parametrize(
    "path", ["", "nope", "nope/", "%00/", "%F0%9F%82%A1/", "%ff%fe/", "problems/nope/", "a/b/c"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_unknown_address_gets_the_404_of_the_api(hall: Hall, path: str, method: str) -> None:
    known = hall.dee.send("GET", f"plays/{hall.play.pk}/log/")
    answer = hall.dee.send(method, path)
    if (method, path) == ("POST", "problems/nope/"):
        refused(answer, 405, "method_not_allowed")
        return
    refused(answer, 404, "not_found")
    assert answer.content == known.content
    assert "中" not in answer.content.decode()
    in_chinese = hall.dee.send(method, path, Accept_Language="zh-hans")
    assert in_chinese.json()["detail"] != answer.json()["detail"]


@pytest.mark.parametrize("path", ["docs/", "problems/not_found/", "schema/"])
def test_the_pages_of_the_api_refuse_other_methods_as_problems(hall: Hall, path: str) -> None:
    answer = hall.dee.send("POST", path)
    answer.headers.setdefault("Cache-Control", "private, no-store")  # the schema is for anybody
    refused(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("seq", "required"), ("action", "required")]),
        ("", [("seq", "required"), ("action", "required")]),
        ({"seq": 1}, [("action", "required")]),
        ({"seq": "1", "action": PASS}, [("seq", "invalid")]),
        ({"seq": True, "action": PASS}, [("seq", "invalid")]),
        ({"seq": 1.0, "action": PASS}, [("seq", "invalid")]),
        ({"seq": -1, "action": PASS}, [("seq", "min_value")]),
        ({"seq": 2**40, "action": PASS}, [("seq", "max_value")]),
        ({"seq": None, "action": PASS}, [("seq", "null")]),
        ({"seq": 1, "action": None}, [("action", "null")]),
        ({"seq": 1, "action": "pass"}, [("action", "bad_action")]),
        ({"seq": 1, "action": {}}, [("action", "bad_action")]),
        ({"seq": 1, "action": {"type": ["bid"]}}, [("action", "bad_action")]),
        ({"seq": 1, "action": {"type": "bid"}}, [("action", "bad_action")]),
        ({"seq": 1, "action": {"type": "bid", "value": 4}}, [("action", "bad_action")]),
        ({"seq": 1, "action": {"type": "bid", "value": True}}, [("action", "bad_action")]),
        ({"seq": 1, "action": {"type": "double", "value": 1}}, [("action", "bad_action")]),
        ({"seq": 1, "action": {"type": "play", "cards": "3s"}}, [("action", "bad_action")]),
        ({"seq": 1, "action": {"type": "play", "cards": ["1s"]}}, [("action", "bad_card")]),
        ({"seq": 1, "action": {"type": "play", "ranks": "3x"}}, [("action", "bad_rank")]),
        (
            {"seq": 1, "action": {"type": "play", "cards": ["3s"], "ranks": "3"}},
            [("action", "bad_action")],
        ),
    ],
)
def test_a_body_that_does_not_say_what_it_should(
    hall: Hall, body: Any, faults: list[tuple[str, str]]
) -> None:
    assert named(refused(raw(hall, body), 400, "invalid")) == faults


def test_another_content_type(hall: Hall) -> None:
    answer = hall.bo.http.post(
        f"/api/v1/plays/{hall.play.pk}/actions/",
        json.dumps({"seq": 1, "action": PASS}),
        content_type="text/plain",
        headers={"Authorization": f"Bearer {hall.bo.token}", "Idempotency-Key": "k"},
    )
    refused(answer, 415, "unsupported_media_type")


def test_another_method_and_an_unknown_representation(hall: Hall) -> None:
    answer = hall.bo.send("GET", f"plays/{hall.play.pk}/actions/")
    refused(answer, 405, "method_not_allowed")
    assert "POST" in answer.headers["Allow"]
    refused(hall.bo.send("GET", "me/play/", Accept="text/csv"), 406, "not_acceptable")


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "9" * 20, "٣"])
def test_a_log_after_nonsense(hall: Hall, after: str) -> None:
    answer = hall.bo.send("GET", f"plays/{hall.play.pk}/log/?after={after}")
    assert named(refused(answer, 400, "invalid")) == [("after", "invalid")]


def test_an_unknown_parameter_of_the_log(hall: Hall) -> None:
    answer = hall.bo.send("GET", f"plays/{hall.play.pk}/log/?since=1")
    assert named(refused(answer, 400, "unknown_field")) == [("since", "unknown_field")]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, [("code", "required")]),
        ({"code": ""}, [("code", "blank")]),
        ({"code": 12345678}, [("code", "invalid")]),
        ({"code": "A" * 41}, [("code", "max_length")]),
        ({"code": "ABCD1234", "take_over": "yes"}, [("take_over", "invalid")]),
        ({"code": "ABCD1234", "take_over": None}, [("take_over", "null")]),
    ],
)
def test_a_sign_in_that_does_not_say_what_it_should(
    hall: Hall, body: Any, faults: list[tuple[str, str]]
) -> None:
    assert named(refused(hall.dee.send("POST", "sessions/", body), 400, "invalid")) == faults


def test_a_sign_in_with_an_unknown_field(hall: Hall) -> None:
    body = {"code": "ABCD1234", "takeover": True}
    answer = hall.dee.send("POST", "sessions/", body)
    assert named(refused(answer, 400, "unknown_field")) == [("takeover", "unknown_field")]


@pytest.mark.parametrize(
    ("led", "engine_code"),
    [
        (lambda hall: [hall.deal().to_data()["hands"]["1"][0]], "not_held"),
        (lambda hall: hall.bo.view()["hand"][-1:] * 2, "not_held"),
        (lambda hall: [], "no_cards"),
        (lambda hall: hall.bo.view()["hand"], "not_a_combination"),
        (lambda hall: None, "leader_passes"),
    ],
)
def test_an_illegal_play(hall: Hall, led: Any, engine_code: str) -> None:
    cards = led(hall)
    action = {"type": "pass"} if cards is None else {"type": "play", "cards": cards}
    problem = refused(hall.bo.act(hall.play.pk, 3, action), 422, "illegal_action")
    assert problem["engine_code"] == engine_code


def test_reasons_are_told_in_the_callers_language(hall: Hall) -> None:
    body = {"seq": 1, "action": {"type": "bid", "value": 1}}
    problem = refused(raw(hall, body, Accept_Language="zh-hans"), 422, "illegal_action")
    assert problem["detail"] == "叫分必须高于1。"


@pytest.mark.parametrize(
    "action",
    [
        "pass",
        {},
        {"type": None},
        {"type": ["bid"]},
        {"type": "nonsense"},
        {"type": "bid"},
        {"type": "bid", "value": "x"},
        {"type": "double", "value": 1},
        {"type": "play", "cards": "3s"},
        {"type": "play", "cards": ["1s"]},
        {"type": "play", "ranks": "3x"},
        {"type": "play", "ranks": "333333333"},
        {"type": "pass", "value": 1},
    ],
)
def test_faults_of_an_action_are_told_without_values_of_python(hall: Hall, action: Any) -> None:
    body = {"seq": 1, "action": action}
    for language in ("en", "zh-hans"):
        answer = raw(hall, body, Accept_Language=language)
        assert answer.status_code == 400
        for error in answer.json()["errors"]:
            assert not re.search(r"None|True|False|[\[\]{}'<>]", error["detail"]), error
            is_chinese = bool(re.search("[\u4e00-\u9fff]", error["detail"]))
            assert not is_chinese or not re.search("[a-z]+ [a-z]+", error["detail"]), error
            assert is_chinese == (language == "zh-hans"), error

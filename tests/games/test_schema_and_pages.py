"""The schema says what is really sent; each problem code has a page; the admin tells no secret."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

from games import errors
from games.api.problems import exception_handler
from games.errors import Problem
from games.models import Person, Player
from tests.games.hall import Hall, open_hall
from tests.games.physical import play_on_board, send, slip

OPERATIONS = {
    "sign_in": ("/api/v1/sessions/", "post"),
    "sign_out": ("/api/v1/sessions/current/", "delete"),
    "my_play": ("/api/v1/me/play/", "get"),
    "act": ("/api/v1/plays/{play_id}/actions/", "post"),
    "my_table": ("/api/v1/me/table/", "get"),
    "report_result": ("/api/v1/plays/{play_id}/result/", "post"),
    "confirm_result": ("/api/v1/plays/{play_id}/confirm/", "post"),
    "dispute_result": ("/api/v1/plays/{play_id}/dispute/", "post"),
    "play_log": ("/api/v1/plays/{play_id}/log/", "get"),
    "my_stream": ("/api/v1/me/stream/", "get"),
}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(  # type: ignore[no-untyped-call]
        request=None, public=True
    )
    return made


def closed(value: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: nullable spelled out, and no member that is not described."""
    if isinstance(value, list):
        return [closed(each) for each in value]
    if not isinstance(value, dict):
        return value
    result = {key: closed(each) for key, each in value.items() if key != "nullable"}
    if isinstance(result.get("properties"), dict):
        result.setdefault("additionalProperties", False)
    return {"anyOf": [result, {"type": "null"}]} if value.get("nullable") is True else result


def check(schema: dict[str, Any], operation: str, status: int, body: Any) -> None:
    """Assert that a body is one that the schema describes, with no member more."""
    path, method = OPERATIONS[operation]
    (media,) = schema["paths"][path][method]["responses"][str(status)]["content"].values()
    whole = {**closed(media["schema"]), "components": closed(schema["components"])}
    jsonschema.validate(body, whole)


def test_operations_keep_their_names(schema: dict[str, Any]) -> None:
    for name, (path, method) in OPERATIONS.items():
        assert schema["paths"][path][method]["operationId"] == name
    key = schema["paths"]["/api/v1/plays/{play_id}/actions/"]["post"]["parameters"][0]
    assert (key["name"], key["in"], key["required"]) == ("Idempotency-Key", "header", True)


def test_what_is_sent_is_what_the_schema_describes(hall: Hall, schema: dict[str, Any]) -> None:
    hall.ada.send("DELETE", "sessions/current/")
    check(schema, "sign_in", 201, hall.ada.sign_in().json())
    check(schema, "sign_in", 409, hall.ada.sign_in().json())
    play = hall.play.pk
    stale = hall.bo.act(play, 5, {"type": "pass"})
    check(schema, "act", 409, stale.json())
    check(schema, "act", 422, hall.bo.act(play, 0, {"type": "pass"}).json())
    check(schema, "act", 404, hall.dee.act(play, 0, {"type": "pass"}).json())

    def watch() -> None:
        for caller in hall.seated:
            check(schema, "my_play", 200, caller.send("GET", "me/play/").json())

    hall.play_on(seed=8, watch=watch)
    for caller in hall.seated:
        for answer in caller.heard:
            if answer.status_code == 201 and "entries" in answer.json():
                check(schema, "act", 201, answer.json())
    check(schema, "play_log", 200, hall.ada.send("GET", f"plays/{play}/log/").json())


def test_reported_results_are_as_the_schema_describes(
    db: None, monkeypatch: pytest.MonkeyPatch, schema: dict[str, Any]
) -> None:
    hall = open_hall(monkeypatch, physical=True)
    check(schema, "my_table", 200, hall.dee.send("GET", "me/table/").json())
    play = play_on_board(hall, 1)
    check(schema, "report_result", 422, send(hall.ada, "result", play, {"bid": 1}).json())
    check(schema, "report_result", 201, send(hall.ada, "result", play, slip(hall)).json())
    check(schema, "confirm_result", 409, send(hall.ada, "confirm", play, {"report": 1}).json())
    check(schema, "confirm_result", 200, send(hall.bo, "confirm", play, {"report": 1}).json())
    check(schema, "confirm_result", 200, send(hall.cy, "confirm", play, {"report": 1}).json())
    check(schema, "dispute_result", 200, send(hall.bo, "dispute", play, {"revision": 1}).json())
    check(schema, "my_table", 200, hall.ada.send("GET", "me/table/").json())


def test_examples_are_what_the_schema_describes(schema: dict[str, Any]) -> None:
    count = 0
    for path, method in OPERATIONS.values():
        operation = schema["paths"][path][method]
        contents = [*operation["responses"].values(), operation.get("requestBody", {})]
        for content in contents:
            for media in content.get("content", {}).values():
                whole = {**closed(media["schema"]), "components": closed(schema["components"])}
                for example in media.get("examples", {}).values():
                    jsonschema.validate(example["value"], whole)
                    count += 1
    assert count >= 12


def test_every_code_has_a_page_with_cause_and_cure(client: Client, db: None) -> None:
    for code, kind in errors.kinds.items():
        page = client.get(f"/api/v1/problems/{code}/")
        assert page.status_code == 200
        text = page.content.decode()
        for part in (code, str(kind.title)):
            assert part in text
    assert client.get("/api/v1/problems/nonsense/").status_code == 404


def test_every_code_that_is_raised_is_registered() -> None:
    pattern = re.compile(r'Problem\(\s*\d{3},\s*"([a-z_]+)"')
    used = {
        code
        for path in Path("games").rglob("*.py")
        for code in pattern.findall(path.read_text(encoding="utf-8"))
    }
    assert len(used) > 10
    assert used <= set(errors.kinds)
    with pytest.raises(KeyError):
        Problem(400, "never_registered", "A code without a page.")
    with pytest.raises(ValueError, match="two things"):
        errors.register("stale", "Another title", "", "")


def test_an_unforeseen_fault_is_a_problem_too_and_tells_nothing() -> None:
    answer = exception_handler(RuntimeError("RJ 2s kitty"), {})
    assert answer.status_code == 500
    assert b"RJ" not in answer.content


def test_a_sentence_is_in_the_readers_language() -> None:
    problem = Problem(409, "stale", errors.kinds["stale"].cause)
    with override("en"):
        assert problem.to_data()["title"] == "Something happened since"


def test_the_docs_page_shows_every_call_and_loads_nothing_from_elsewhere(
    client: Client, db: None
) -> None:
    page = client.get("/api/v1/docs/").content.decode()
    for name in OPERATIONS:
        assert f'id="{name}"' in page
    assert "bid_too_low" in page
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert sources
    assert not [source for source in sources if source.startswith(("http:", "https:", "//"))]


@pytest.fixture
def admin(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root", "root@localhost", "x"))
    return client


def test_the_admin_gives_new_codes_once(admin: Client) -> None:
    player = Player.objects.create(person=Person.objects.create(name="Ada"), realm="r")
    page = admin.post(
        "/admin/games/player/",
        {"action": "give_new_codes", "_selected_action": [player.pk]},
        follow=True,
    ).content.decode()
    found = re.search(r"Ada: ([0-9A-Z]{8})", page)
    assert found is not None
    answer = admin.post(
        "/api/v1/sessions/", {"code": found.group(1)}, content_type="application/json"
    )
    assert answer.status_code == 201


def test_the_admin_shows_no_cards_and_changes_no_fact(admin: Client, hall: Hall) -> None:
    hall.auction(3)
    hall.do(2, "double", True)
    play = hall.play
    pages = [f"play/{play.pk}/change/", f"board/{play.board_id}/change/", "play/", "table/"]
    pages += [f"boardset/{play.board.board_set_id}/change/", f"table/{hall.table.pk}/change/"]
    for page in pages:
        answer = admin.get(f"/admin/games/{page}")
        assert answer.status_code == 200
        text = answer.content.decode()
        for hand in hall.deal().to_data()["hands"].values():
            assert sum(f">{card}<" in text or f"{card}&" in text for card in hand) == 0
        assert "snapshot" not in text
    for noun in ("play", "board", "table", "boardset", "result"):
        assert admin.get(f"/admin/games/{noun}/add/").status_code == 403

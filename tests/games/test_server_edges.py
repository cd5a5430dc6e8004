"""What comes over the wire before any view is asked: chunked bodies, stopping, errors, icons."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.http import HttpResponse
from django.test import Client

from config import server
from config.asgi import application
from games.api.problems import problem_response
from games.errors import Problem
from games.models import SignInFailure
from games.sse import end_streams
from games.stream import person_stream
from tests.games.hall import Hall

Message = MutableMapping[str, Any]


def post(path: str, chunks: list[bytes]) -> tuple[int, dict[str, Any]]:
    """Send a body in chunks, without its length, to the whole application."""
    messages: list[Message] = [
        {"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks
    ]
    messages.append({"type": "http.request", "body": b"", "more_body": False})
    heard: list[Message] = []

    async def receive() -> Message:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        heard.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"content-type", b"application/json")],
    }
    asyncio.run(application(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in heard[1:])
    return heard[0]["status"], json.loads(body)


@pytest.mark.django_db(transaction=True)
def test_a_body_in_chunks_is_read() -> None:
    status, problem = post("/api/v1/sessions/", [b'{"code": "AAAA', b'1111", "more": 1}'])
    assert (status, problem["code"]) == (400, "unknown_field")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("chunks", [2, 5, 480])
def test_a_body_in_chunks_that_is_too_large(chunks: int) -> None:
    status, problem = post("/api/v1/sessions/", [b" " * 200 * 1024] * chunks)
    assert (status, problem["code"]) == (413, "too_large")
    assert not SignInFailure.objects.exists()


def test_the_server_ends_the_open_streams_when_it_stops(committed_hall: Hall) -> None:
    heard: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        heard.append(message)

    async def stream_until_stopped() -> None:
        token = committed_hall.ada.token.encode()
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/v1/me/stream/",
            "headers": [(b"host", b"testserver"), (b"authorization", b"Bearer " + token)],
        }
        stream = asyncio.ensure_future(person_stream(scope, receive, send))
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        end_streams()
        await asyncio.wait_for(stream, 10)

    asyncio.run(stream_until_stopped())
    assert heard[0]["status"] == 200
    assert b"heartbeat" in heard[1]["body"]
    assert heard[-1] == {"type": "http.response.body", "body": b""}


def test_a_problem_that_quotes_half_a_pair_can_be_told() -> None:
    response = problem_response(Problem(400, "invalid", "not \ud800"))
    assert json.loads(response.content)["detail"] == "not ?"


def test_a_failure_inside_the_api_is_a_problem(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any) -> HttpResponse:
        raise DatabaseError("broken")

    monkeypatch.setattr("games.queries.current_play", fail)
    monkeypatch.setattr("games.api.pages.operations", fail)
    hall.ada.http.raise_request_exception = False
    for path in ("me/play/", "docs/"):
        answer = hall.ada.send("GET", path)
        assert answer.status_code == 500
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "server_error"


def test_an_unserved_host_is_told_as_a_problem(client: Client) -> None:
    answer = client.get("/api/v1/events/", headers={"host": "elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.django_db
@pytest.mark.parametrize("folder", ["/api/v1/events", "/e"])
def test_no_nul_of_an_address_reaches_the_database(client: Client, folder: str) -> None:
    for path in ("%00/", "cup/entrants/a%00b/", "cup/plays/%00/"):
        assert client.get(f"{folder}/{path}").status_code == 404
    for query in ("cursor=%00", "%00=1", "version=1&limit=1%00"):
        assert client.get(f"{folder}/cup/entrants/?{query}").status_code == 400
    assert client.get(f"{folder}/cup/entrants/?limit=%2500").status_code in {400, 404}


@pytest.mark.django_db
def test_a_page_that_does_not_exist_stays_a_page(client: Client) -> None:
    answer = client.get("/nope/")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")


def test_the_icon_at_its_oldest_address(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/static/img/mark.svg"


def test_over_plain_http_no_opener_policy_is_sent(client: Client) -> None:
    assert "Cross-Origin-Opener-Policy" not in client.get("/favicon.ico").headers


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_a_port_that_does_not_exist_cannot_be_bound(port: int) -> None:
    with pytest.raises(OSError, match="ports go from 0 to 65535"):
        server.bind("127.0.0.1", port)


def test_serve_names_a_port_that_does_not_exist() -> None:
    with pytest.raises(CommandError, match="Port 99999 cannot be used"):
        call_command("serve", "--port", "99999")

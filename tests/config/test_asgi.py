"""Streams are served by their own callables, everything else by Django's side."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from config import asgi
from config.asgi import Application, Receive, Send

Message = MutableMapping[str, Any]


class Called(list[tuple[str, MutableMapping[str, Any], bytes]]):
    """Remembers who was called with which scope and body."""

    def application(self, name: str) -> asgi.ASGIApplication:
        async def called(scope: Message, receive: Receive, send: Send) -> None:
            message = await receive()
            self.append((name, scope, message.get("body", b"")))

        return called


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Called:
    found = Called()
    monkeypatch.setattr(asgi, "import_string", found.application)
    return found


def request(
    called: Called,
    path: str,
    headers: list[tuple[bytes, bytes]] | None = None,
    messages: list[Message] | None = None,
) -> None:
    """Send one request through the dispatcher."""
    scope = {"type": "http", "path": path, "headers": headers or []}
    queue = list(messages or [{"type": "http.request", "body": b""}])

    async def receive() -> Message:
        return queue.pop(0)

    async def send(_message: Message) -> None:
        raise AssertionError("nothing is sent here")

    asyncio.run(Application(called.application("django"))(scope, receive, send))


def test_the_persons_stream_is_dispatched(called: Called) -> None:
    request(called, "/api/v1/me/stream/")
    assert [(name, scope["path_params"]) for name, scope, _ in called] == [
        ("games.stream.person_stream", {})
    ]


def test_an_events_stream_gets_its_slug(called: Called) -> None:
    for address in ("spring-cup_2", "spring-cup_2.1"):  # the second is of an earlier stage
        request(called, f"/api/v1/events/{address}/stream/")
    assert [(name, scope["path_params"]) for name, scope, _ in called] == [
        ("tournaments.stream.event_stream", {"slug": "spring-cup_2"}),
        ("tournaments.stream.event_stream", {"slug": "spring-cup_2.1"}),
    ]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/v1/me/stream",
        "/api/v1/me/stream/x/",
        "/api/v1/events/a/b/stream/",
        "/x/me/stream/",
    ],
)
def test_everything_else_is_djangos(called: Called, path: str) -> None:
    request(called, path)
    assert [name for name, _, _ in called] == ["django"]


def test_a_header_that_could_pass_for_another_is_dropped(called: Called) -> None:
    request(called, "/", headers=[(b"x_forwarded_proto", b"https"), (b"host", b"a.org")])
    assert called[0][1]["headers"] == [(b"host", b"a.org")]


def test_a_body_in_pieces_is_read_before_a_thread_is_taken(called: Called) -> None:
    pieces: list[Message] = [
        {"type": "http.request", "body": b"one ", "more_body": True},
        {"type": "http.request", "body": b"two", "more_body": False},
    ]
    request(called, "/", messages=pieces)
    assert called[0][2] == b"one two"


def test_a_start_that_is_refused_is_told_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise RuntimeError("Another process is already serving")

    monkeypatch.setattr(asgi, "start", refuse)
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(asgi.lifespan(receive, send))
    assert sent == [
        {"type": "lifespan.startup.failed", "message": "Another process is already serving"}
    ]


def test_start_and_stop_follow_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    monkeypatch.setattr(asgi, "start", lambda: happened.append("start"))
    monkeypatch.setattr(asgi, "stop", lambda: happened.append("stop"))
    incoming = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]

    async def receive() -> Message:
        return incoming.pop(0)

    async def send(message: Message) -> None:
        happened.append(message["type"])

    asyncio.run(asgi.lifespan(receive, send))
    assert happened == [
        "start", "lifespan.startup.complete", "stop", "lifespan.shutdown.complete",
    ]  # fmt: skip

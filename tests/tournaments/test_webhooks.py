"""Webhooks: told what the API tells, signed, never into this network, and never twice."""

from __future__ import annotations

import base64
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.directing import with_key
from tests.tournaments.people import user_with
from tests.tournaments.read.made_event import BOARD_1, BOARD_2, make_event
from tournaments.archive import restore_archive, write_archive
from tournaments.errors import EventRefused, NotPermitted
from tournaments.models import AuditEntry, Failure, OutboxMessage, Role, Webhook
from tournaments.notifications import outside
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.failures import try_again
from tournaments.services.send_outbox import send_outbox
from tournaments.services.webhooks import end_webhook, make_webhook, try_webhook

from .factories import facts
from .rows import empty

pytestmark = pytest.mark.django_db


@dataclass
class Program:
    """Somebody's HTTP server: what it was told, and what it answers."""

    url: str = ""
    answers: int = 204
    waits: float = 0.0
    calls: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def told(self) -> list[dict[str, Any]]:
        """The bodies, read."""
        return [json.loads(body) for _, body in self.calls]


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    """A program on this machine, which the installation allows to be told."""
    monkeypatch.setattr(settings, "WEBHOOKS_PRIVATE", True)
    made = Program()
    done = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.calls.append(({k.lower(): v for k, v in self.headers.items()}, body))
            done.wait(made.waits)
            self.send_response(made.answers)
            self.send_header("Location", f"{made.url}again/")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield made
    done.set()
    server.shutdown()
    server.server_close()


ALL = ["round_drawn", "round_released", "standings", "official"]


def test_a_program_is_told_what_the_api_tells_of_that_version(program: Program) -> None:
    made = make_event()
    _row, secret = make_webhook(made.event, program.url, ALL, SYSTEM)
    for board, outcomes in ((1, BOARD_1), (2, BOARD_2), (3, BOARD_1)):
        for table, outcome in enumerate(outcomes, 1):
            made.finish(board, table, outcome)
        made.publish()
    release_round(made.stage.rounds.get(number=2), SYSTEM)
    assert send_outbox() == 2
    standings, released = program.told()
    api = f"/api/v1/events/{made.slug}/"
    assert (standings["type"], released["type"]) == ("standings", "round_released")
    assert standings["document"] == Client().get(f"{api}standings/?limit=1000&version=3").json()
    assert released["document"] == Client().get(f"{api}rounds/2/?limit=1000").json()
    assert (standings["event"], standings["stage"]) == ("spring-cup", 1)
    for headers, body in program.calls:
        content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = hmac.new(key, content, sha256).digest()
        assert headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
        assert headers["host"] == program.url.removeprefix("http://").rstrip("/")
    ids = {headers["webhook-id"] for headers, _ in program.calls}
    assert len(ids) == 2
    assert send_outbox() == 0


def test_only_what_was_asked_for_is_told_and_nothing_of_a_hidden_event(program: Program) -> None:
    made = make_event()
    make_webhook(made.event, program.url, ["official"], SYSTEM)
    other, _ = make_webhook(made.event, program.url, ["round_released"], SYSTEM)
    made.event.is_public = False
    made.event.save()
    release_round(made.stage.rounds.get(number=2), SYSTEM, early=True, reason="haste")
    message = OutboxMessage.objects.get()
    assert message.webhook == other
    assert send_outbox() == 0
    message.refresh_from_db()
    assert message.dropped_because == "not_public"
    assert program.calls == []


def test_nothing_of_an_unopened_board_is_told(program: Program) -> None:
    made = make_event()
    make_webhook(made.event, program.url, ALL, SYSTEM)
    for table, outcome in enumerate(BOARD_1, 1):
        made.finish(1, table, outcome)
    made.finish(2, 1, facts(2, 3, bombs=5))
    release_round(made.stage.rounds.get(number=2), SYSTEM, early=True, reason="haste")
    made.publish()
    send_outbox()
    assert [each["type"] for each in program.told()] == ["round_released"]
    assert "192" not in program.calls[0][1].decode().replace(made.event.pk, "")
    assert program.told()[0]["document"]["boards_opened"] == []


def test_a_test_is_sent_and_the_console_shows_its_answer(program: Program) -> None:
    made = make_event()
    owner = Client()
    owner.force_login(user_with(made.event, Role.OWNER))
    address = f"/direct/{made.slug}/settings/"
    page = owner.post(address, {"do": "webhook", "url": program.url, "topics": ["standings"]})
    row = Webhook.objects.get()
    assert b"whsec_" in page.content
    assert "whsec_" not in owner.get(address).content.decode()
    assert program.url not in repr(list(AuditEntry.objects.values_list("after", flat=True)))
    program.answers = 500
    owner.post(address, {"do": "webhook-test", "webhook": row.pk})
    send_outbox()
    assert program.told()[0] == {
        "type": "test",
        "timestamp": program.told()[0]["timestamp"],
        "event": made.slug,
        "stage": None,
        "note": "",
        "document": None,
    }
    page = owner.get(address)
    assert (
        "not accepted, tried again later · 500 · <code>UnexpectedAnswerError"
        in page.content.decode()
    )
    program.answers = 200
    try_again(made.event, SYSTEM)
    send_outbox()
    assert "sent · 200" in owner.get(address).content.decode()
    ids = {headers["webhook-id"] for headers, _ in program.calls}
    assert len(ids) == 1, "the same message has the same id however often it is tried"
    owner.post(address, {"do": "webhook-end", "webhook": row.pk})
    row.refresh_from_db()
    assert row.ended_at is not None
    director = Client()
    director.force_login(user_with(made.event, Role.DIRECTOR, "floor"))
    assert program.url not in director.get(address).content.decode()
    assert director.post(address, {"do": "webhook", "url": program.url}).status_code == 403


def test_the_api_makes_lists_tries_and_ends_webhooks(program: Program) -> None:
    made = make_event()
    owner = with_key(made.event, Role.OWNER)
    body = {"url": program.url, "topics": ["official", "standings"]}
    answer = owner.post("webhooks/", body, **{"Idempotency-Key": "one"})
    assert answer.status_code == 201
    assert answer.json()["topics"] == ["standings", "official"]
    assert answer.json()["secret"].startswith("whsec_")
    again = owner.post("webhooks/", body, **{"Idempotency-Key": "one"})
    assert again["Idempotent-Replayed"] == "true"
    assert "secret" not in again.json()
    path = f"webhooks/{answer.json()['id']}/"
    assert owner.post(f"{path}test/").status_code == 202
    send_outbox()
    (line,) = owner.send("GET", "webhooks/").json()["results"]
    assert [(each["type"], each["state"], each["status"]) for each in line["deliveries"]] == [
        ("test", "sent", 204)
    ]
    assert owner.send("DELETE", path).status_code == 204
    assert owner.send("DELETE", path).status_code == 409
    for wrong, code in (
        ({"url": "ftp://example.org/"}, "bad_url"),
        ({"url": "https://user:pw@example.org/"}, "bad_url"),
        ({"topics": []}, "topic_missing"),
    ):
        refused = owner.post("webhooks/", {**body, **wrong})
        assert (refused.status_code, refused.json()["refusal"]) == (422, code)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost/",
        "http://127.0.0.1/",
        "http://10.1.2.3:8000/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://[fe80::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://0.0.0.0/",
        "http://100.64.0.1/",
        "http://224.0.0.1/",
        "http://printer.local/",
        "http://db.internal/",
    ],
)
def test_addresses_of_private_networks_are_refused(url: str) -> None:
    with pytest.raises(EventRefused) as refusal:
        make_webhook(make_event().event, url, ["standings"], SYSTEM)
    assert refusal.value.code == "private_url_invalid"


@pytest.mark.parametrize("text", ["93.184.215.14", "2606:2800:21f:cb07::1"])
def test_public_addresses_are_allowed(text: str) -> None:
    assert outside.is_allowed(ip_address(text))


def names_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Have every name resolve to these."""

    def found(_host: Any, port: Any, *_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def test_a_name_that_leads_into_this_network_is_not_called_when_it_is_sent_to(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "WEBHOOKS_PRIVATE", False)
    made = make_event()
    port = program.url.rpartition(":")[2]
    row, _ = make_webhook(made.event, f"http://hook.example.org:{port}", ["standings"], SYSTEM)
    for addresses in (("127.0.0.1",), ("93.184.215.14", "127.0.0.1"), ()):
        names_to(monkeypatch, *addresses)
        try_webhook(row, SYSTEM)
        assert send_outbox() == 0
    assert program.calls == []
    assert {each.error for each in Failure.objects.all()} == {"RefusedAddressError"}


def test_a_redirect_is_not_followed_and_a_silent_program_is_not_waited_for(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_event()
    row, _ = make_webhook(made.event, program.url, ["standings"], SYSTEM)
    program.answers = 307
    try_webhook(row, SYSTEM)
    assert send_outbox() == 0
    assert len(program.calls) == 1
    assert OutboxMessage.objects.get().status == 307
    monkeypatch.setattr(outside, "TIME_LIMIT", 0.3)
    program.answers, program.waits = 200, 30.0
    Failure.objects.update(retry_at=timezone.now())
    assert send_outbox() == 0
    assert Failure.objects.get().error == "TimeoutError"


def test_messages_of_an_ended_webhook_are_dropped(program: Program) -> None:
    made = make_event()
    row, _ = make_webhook(made.event, program.url, ["round_released"], SYSTEM)
    release_round(made.stage.rounds.get(number=2), SYSTEM, early=True, reason="haste")
    end_webhook(row, SYSTEM)
    assert send_outbox() == 0
    assert OutboxMessage.objects.get().dropped_because == "ended"
    with pytest.raises(EventRefused):
        try_webhook(row, SYSTEM)


def test_owners_alone_make_webhooks_and_an_event_has_ten() -> None:
    made = make_event()
    director = Actor.of(user_with(made.event, Role.DIRECTOR))
    with pytest.raises(NotPermitted):
        make_webhook(made.event, "https://example.org/", ["standings"], director)
    for _ in range(10):
        make_webhook(made.event, "https://example.org/", ["standings"], SYSTEM)
    with pytest.raises(EventRefused) as refusal:
        make_webhook(made.event, "https://example.org/", ["standings"], SYSTEM)
    assert refusal.value.code == "too_many_webhooks"


def test_what_waited_when_an_archive_was_written_is_not_sent_after_a_restore(
    program: Program, tmp_path: Any
) -> None:
    made = make_event()
    row, _ = make_webhook(made.event, program.url, ALL, SYSTEM)
    try_webhook(row, SYSTEM)
    write_archive(tmp_path / "fushi.zip")
    empty()
    restore_archive(tmp_path / "fushi.zip")
    assert send_outbox() == 0
    assert OutboxMessage.objects.get().dropped_because == "restored"
    try_webhook(Webhook.objects.get(), SYSTEM)
    assert send_outbox() == 1, "what happens afterwards is told"


def test_the_settings_cost_the_same_with_many_webhooks_and_messages(program: Program) -> None:
    made = make_event()
    owner = Client()
    owner.force_login(user_with(made.event, Role.OWNER))
    counts = []
    for _ in range(2):
        for _ in range(3):
            row, _ = make_webhook(made.event, program.url, ALL, SYSTEM)
            try_webhook(row, SYSTEM)
        with CaptureQueriesContext(connection) as queries:
            owner.get(f"/direct/{made.slug}/settings/")
        counts.append(len(queries))
    assert counts[0] == counts[1]

"""How public resources answer: tags, 304, the one 404, other sites, credentials, bad queries."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from games.services import issue_code, sign_in
from tests.tournaments.factories import facts
from tournaments.caching import Kept, conditional
from tournaments.models import AuditEntry

from .made_event import MadeEvent
from .test_public_api import DETAILS, LISTS, address
from .test_replays import other_plays

PATHS = [path for path, _ in (*DETAILS, *LISTS)]


def ask(client: Client, made: MadeEvent, path: str, **headers: Any) -> Any:
    return client.get(f"/api/v1/events/{address(made, path)}", headers=headers)


def test_a_known_tag_is_answered_304_with_one_statement(made: MadeEvent, anybody: Client) -> None:
    for path in PATHS:
        url = f"/api/v1/events/{address(made, path)}"
        first = anybody.get(url)
        assert first["ETag"].startswith('"')
        assert first["Cache-Control"] == "public, no-cache"
        with CaptureQueriesContext(connection) as captured:
            again = anybody.get(url, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert len(captured) == 1, path
        assert "Cookie" not in again.get("Vary", "")
    assert not anybody.cookies


def test_a_new_version_has_a_new_tag(made: MadeEvent, anybody: Client) -> None:
    before = {path: ask(anybody, made, path)["ETag"] for path in PATHS}
    made.finish(3, 3, facts(1, 1))
    made.publish()
    for path, tag in before.items():
        response = ask(anybody, made, path, if_none_match=tag)
        assert response.status_code == 200, path
        assert response["ETag"] != tag


def test_tags_differ_by_language_address_and_query(made: MadeEvent, anybody: Client) -> None:
    base = f"/api/v1/events/{made.slug}/standings/"
    tags = {
        anybody.get(base)["ETag"],
        anybody.get(base, headers={"accept-language": "zh-hans"})["ETag"],
        anybody.get(base, {"limit": 1})["ETag"],
        anybody.get(base, {"version": 1})["ETag"],
        anybody.get(f"/api/v1/events/{made.slug}/boards/")["ETag"],
    }
    assert len(tags) == 5


def test_a_finished_table_changes_the_tag_of_rounds_but_not_of_standings(
    made: MadeEvent, anybody: Client
) -> None:
    def tags() -> list[str]:
        paths = ("", "rounds/", "rounds/1/", "standings/", "boards/1/", "entrants/")
        return [ask(anybody, made, path)["ETag"] for path in paths]

    before = tags()
    made.play(3, 3).table.__class__.objects.filter(number=3).update(finished_at="2026-05-01T12:00Z")
    assert [one == other for one, other in zip(before, tags(), strict=True)] == [
        False,
        False,
        False,
        True,
        True,
        True,
    ]


def everything(response: Any) -> tuple[int, bytes, dict[str, str]]:
    return response.status_code, response.content, dict(response.items())


def test_unopened_and_missing_are_the_same_404_byte_for_byte(
    made: MadeEvent, anybody: Client
) -> None:
    base = f"/api/v1/events/{made.slug}"
    plays = other_plays(made).values()
    addresses = [
        *(f"{base}/boards/{number}/" for number in (3, 4, 99)),
        f"{base}/boards/2/?version=1",
        f"{base}/plays/?board=3",
        f"{base}/plays/?board=99",
        *(f"{base}/plays/{play}/" for play in plays),
        f"{base}/rounds/9/",
        f"{base}/entrants/nobody/",
        f"{base}/standings/?around=nobody",
        f"{base}/standings/?version=99",
        f"{base}/standings/?version=0",
        f"{base}/plays.ndjson?version=0",
        "/api/v1/events/no-such-event/",
        "/api/v1/events/no-such-event/boards/1/",
    ]
    answers = [everything(anybody.get(each)) for each in addresses]
    assert answers[0][0] == 404
    assert b'"code": "not_found"' in answers[0][1]
    for each, answer in zip(addresses, answers, strict=True):
        assert answer == answers[0], each


def test_a_hidden_event_is_the_same_404_for_everybody(
    made: MadeEvent, admin_client: Client, anybody: Client
) -> None:
    missing = everything(anybody.get("/api/v1/events/no-such-event/standings/"))
    made.event.is_public = False
    made.event.save()
    for client in (anybody, admin_client):
        found = client.get(f"/api/v1/events/{made.slug}/standings/")
        assert everything(found)[:2] == missing[:2]


def test_nobody_sees_more_or_less_by_a_credential(
    made: MadeEvent, anybody: Client, admin_user: User
) -> None:
    owner = Client()
    owner.force_login(admin_user)
    token = sign_in(issue_code(made.entrant(1).player)).token
    for path in (*PATHS, "boards/3/"):
        plain = everything(ask(anybody, made, path))
        assert everything(ask(owner, made, path)) == plain
        for bearer in (token, "fst_dead"):
            answer = ask(anybody, made, path, authorization=f"Bearer {bearer}")
            assert everything(answer) == plain


def test_any_site_may_read_and_no_cookie_is_ever_set(made: MadeEvent, anybody: Client) -> None:
    response = ask(anybody, made, "standings/", origin="https://club.example")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    assert not response.cookies
    missing = ask(anybody, made, "boards/99/", origin="https://club.example")
    assert missing["Access-Control-Allow-Origin"] == "*"
    asked = anybody.options(f"/api/v1/events/{made.slug}/standings/")
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Headers"] == "If-None-Match, Accept-Language"


MALFORMED = [
    ("standings/", {"limit": "0"}, "limit"),
    ("standings/", {"limit": "1001"}, "limit"),
    ("standings/", {"limit": "ten"}, "limit"),
    ("standings/", {"limit": "٣"}, "limit"),
    ("standings/", {"version": "-1"}, "version"),
    ("standings/", {"version": "99999999999999999999"}, "version"),
    ("standings/", {"cursor": "x"}, "cursor"),
    ("standings/", {"cursor": "é"}, "cursor"),
    ("standings/", {"cursor": "OTk5OTk5OTk5OS4w"}, "cursor"),
    ("standings/", {"cursor": "Mi4x", "version": "1"}, "version"),
    ("plays/", {"board": "first"}, "board"),
]


def test_a_malformed_parameter_is_named(made: MadeEvent, anybody: Client) -> None:
    for path, query, field in MALFORMED:
        response = anybody.get(f"/api/v1/events/{made.slug}/{path}", query)
        assert response.status_code == 400, query
        assert response["Content-Type"] == "application/problem+json"
        problem = response.json()
        assert problem["code"] == "invalid"
        assert [error["field"] for error in problem["errors"]] == [field]


def test_an_unknown_state_is_named_and_unknown_parameters_are_ignored(
    made: MadeEvent, anybody: Client
) -> None:
    wrong = anybody.get("/api/v1/events/", {"state": "open"})
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (400, "state")
    assert anybody.get("/api/v1/events/", {"utm_source": "chat"}).status_code == 200


def test_public_resources_cannot_be_written(made: MadeEvent, anybody: Client) -> None:
    for method in ("post", "put", "patch", "delete"):
        response = getattr(anybody, method)(f"/api/v1/events/{made.slug}/standings/")
        assert response.status_code == 405
        assert response.json()["code"] == "method_not_allowed"


def test_head_has_the_headers_of_get(made: MadeEvent, anybody: Client) -> None:
    url = f"/api/v1/events/{made.slug}/standings/"
    got, headed = anybody.get(url), anybody.head(url)
    assert (headed.status_code, headed.content) == (200, b"")
    assert headed["ETag"] == got["ETag"]


def test_a_corrected_name_reaches_who_has_the_old_answer(made: MadeEvent, anybody: Client) -> None:
    for base in ("/api/v1/events", "/e"):
        url = f"{base}/{made.slug}/standings/"
        before = anybody.get(url)
        person = made.entrant(5).person
        person.name = f"Corrected for {base}"
        person.save()
        after = anybody.get(url, headers={"If-None-Match": before["ETag"]})
        assert after.status_code == 200
        assert person.name in after.content.decode()
    assert not AuditEntry.objects.filter(after__icontains="Corrected").exists()


def test_an_answer_made_lately_is_given_again_without_reading_anything(
    made: MadeEvent, anybody: Client
) -> None:
    for url in (f"/api/v1/events/{made.slug}/standings/", f"/e/{made.slug}/standings/"):
        first = anybody.get(url)
        with CaptureQueriesContext(connection) as captured:
            again = anybody.get(url)
        assert len(captured) == 1
        assert (again.content, again["ETag"]) == (first.content, first["ETag"])
        assert again["Content-Type"] == first["Content-Type"]


def test_an_answer_to_one_host_is_not_given_to_another(made: MadeEvent, anybody: Client) -> None:
    """Preview images are linked by the whole address."""
    url = f"/e/{made.slug}/standings/"
    assert "http://testserver/" in anybody.get(url).content.decode()
    other = anybody.get(url, headers={"host": "localhost"}).content.decode()
    assert "http://localhost/" in other
    assert "testserver" not in other


def test_what_is_kept_is_bounded() -> None:
    kept = Kept(most=10)
    for number in range(4):
        kept.put(("host", False, f"{number}"), HttpResponse(f"{number}" * 4))
    assert [kept.get(("host", False, f"{number}")) is not None for number in range(4)] == [
        False,
        False,
        True,
        True,
    ]
    kept.put(("host", False, "large"), HttpResponse("0" * 11))
    kept.put(("host", False, "gone"), HttpResponse("", status=404))
    assert kept.get(("host", False, "large")) is kept.get(("host", False, "gone")) is None


def test_many_who_ask_at_once_have_the_answer_made_once() -> None:
    request = RequestFactory().get("/e/any/")
    made: list[int] = []
    start = threading.Barrier(5)

    def build() -> HttpResponse:
        made.append(1)
        time.sleep(0.05)
        return HttpResponse("made")

    def ask() -> bytes:
        start.wait(10)
        return conditional(request, '"a tag of this test"', build).getvalue()

    with ThreadPoolExecutor(5) as pool:
        answers = [each.result() for each in [pool.submit(ask) for _ in range(5)]]
    assert answers == [b"made"] * 5
    assert len(made) == 1

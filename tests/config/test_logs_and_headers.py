"""No secret reaches a log line; every page carries the security headers."""

from __future__ import annotations

import logging

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.headers import SecurityHeaders, content_security_policy
from config.logs import RedactingFormatter, redacted


@pytest.mark.parametrize(
    ("line", "clean"),
    [
        ("token fst_9fK2x-A_b sent", "token fst_… sent"),
        ("device fsd_9fK2x-A_b", "device fsd_…"),
        ("GET /accounts/invitation/12:1x:Zz/ 200", "GET /accounts/invitation/…/ 200"),
        ("GET /accounts/reset/Mg/d1-5f/ 200", "GET /accounts/reset/Mg/…/ 200"),
        ("key=fsk_abc123, next", "key=fsk_…, next"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer …"),
        ("GET /accounts/first/first-owner:1x:Zz/ 200", "GET /accounts/first/…/ 200"),
        ("redis://user:pass@host:6379/0", "redis://user:…@host:6379/0"),
        ("GET http://127.0.0.1:8000/play/", "GET http://127.0.0.1:8000/play/"),
        ("GET /e/spring-cup/ 200", "GET /e/spring-cup/ 200"),
    ],
)
def test_secrets_are_taken_out_of_a_line(line: str, clean: str) -> None:
    assert redacted(line) == clean


def test_a_traceback_is_redacted_too() -> None:
    try:
        raise ValueError("fst_secret99 is dead")
    except ValueError as fault:
        information = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", None, information)
    text = RedactingFormatter().format(record)
    assert "secret99" not in text
    assert "ValueError: fst_… is dead" in text


@pytest.mark.django_db
def test_a_stranger_fills_no_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.get(f"/api/v1/plays/{'x' * 9000}/log/")
    client.get("/api/v1/events/", headers={"Host": "evil.example"})
    lines = [RedactingFormatter().format(record) for record in caplog.records]
    assert len(lines) >= 2
    assert max(map(len, lines)) < 2100
    assert "Traceback" not in "".join(lines)


def test_only_the_named_origins_may_show_the_pages_in_a_frame() -> None:
    assert content_security_policy([]).endswith("frame-ancestors 'none'")
    club = content_security_policy(["'self'", "https://club.example.org"])
    assert club.endswith("frame-ancestors 'self' https://club.example.org")


@pytest.mark.django_db
def test_a_page_carries_the_headers(client: Client) -> None:
    response = client.get("/admin/login/")
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"


def test_a_views_own_policy_stays() -> None:
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={"Content-Security-Policy": "default-src 'none'"})

    response = SecurityHeaders(view)(RequestFactory().get("/"))
    assert response.headers["Content-Security-Policy"] == "default-src 'none'"

"""Limits of requests: by token and by address, refilled with time, and told as 429."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from games import throttle
from games.errors import Problem
from games.throttle import Buckets
from tests.games.hall import Hall


def test_a_bucket_holds_two_seconds_and_is_refilled_at_its_rate() -> None:
    now = [0.0]
    buckets = Buckets(lambda: 20, lambda: now[0])

    def taken() -> int:
        for count in range(1000):
            try:
                buckets.take("a")
            except Problem:
                return count
        return 1000

    assert taken() == 40
    now[0] += 0.5
    assert taken() == 10
    buckets.take("another")
    now[0] += 100
    assert taken() == 40


def test_full_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MOST_BUCKETS", 3)
    now = [0.0]
    buckets = Buckets(lambda: 1, lambda: now[0])
    for name in "abcd":
        now[0] += 10
        buckets.take(name)
    assert set(buckets._levels) == {"d"}


def test_a_token_that_asks_too_often_is_told_to_wait(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "TOKEN_RATE", 1)
    answers = [hall.ada.send("GET", "me/play/") for _ in range(4)]
    assert [answer.status_code for answer in answers[:2]] == [200, 200]
    assert answers[3].status_code == 429
    assert (answers[3].json()["code"], answers[3]["Retry-After"]) == ("throttled", "1")
    assert hall.bo.send("GET", "me/play/").status_code == 200


@pytest.mark.django_db
def test_an_address_that_reads_too_often_is_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "PUBLIC_RATE", 1)
    client = Client(REMOTE_ADDR="192.0.2.7")
    statuses = [client.get("/api/v1/events/").status_code for _ in range(5)]
    assert statuses[0] == 200
    assert 429 in statuses
    assert Client(REMOTE_ADDR="192.0.2.8").get("/api/v1/events/").status_code == 200

"""The worker inside the serving process takes hints and ends at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import Celery
from django.core.exceptions import ImproperlyConfigured

from config import embedded
from config.embedded import EmbeddedWorker, ServingClaim

received: list[int] = []
arrived = threading.Event()


@pytest.fixture
def own_application(monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """A Celery application apart from the project's, with the same kind of broker."""
    application = Celery("embedded-test", broker="memory://localhost/", set_as_current=False)
    application.conf.update(
        broker_transport_options={"polling_interval": 0.02}, task_default_queue="embedded-test"
    )
    monkeypatch.setattr(embedded, "app", application)
    monkeypatch.setenv("CELERY_SKIP_CHECKS", "1")
    yield application
    application.close()


def test_it_takes_a_task_and_stops(own_application: Celery) -> None:
    @own_application.task(name="embedded-test.note")
    def note(number: int) -> None:
        received.append(number)
        arrived.set()

    worker = EmbeddedWorker()
    worker.start()
    worker.start()  # a second start changes nothing
    note.delay(7)
    assert arrived.wait(20)
    worker.stop()
    worker.stop()
    assert received == [7]


def test_only_one_process_holds_the_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "serving_lock_path", lambda: tmp_path / "x.serving")
    first, second = ServingClaim(), ServingClaim()
    first.take()
    first.take()  # its holder may ask again
    with pytest.raises(ImproperlyConfigured, match="set REDIS_URL"):
        second.take()
    first.give_back()
    second.take()
    second.give_back()

"""The worker inside the serving process takes hints and ends at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import embedded
from config.embedded import ServingClaim
from tests.services import ROOT, clean_environment

#: A worker lives in the memory that all of a process's brokers share: it gets a process of its own.
WORKER = """
import threading
import django
django.setup()
from celery import Celery
from config import embedded

application = Celery("embedded-test", broker="memory://localhost/", set_as_current=False)
application.conf.update(
    broker_transport_options={"polling_interval": 0.02}, task_default_queue="embedded-test"
)
embedded.app = application
embedded.sweeper.functions.clear()
arrived = threading.Event()
received = []

@application.task(name="embedded-test.note")
def note(number):
    received.append(number)
    arrived.set()

worker = embedded.EmbeddedWorker()
worker.start()
worker.start()  # a second start changes nothing
note.delay(7)
assert arrived.wait(60)
worker.stop()
worker.stop()
assert "sweeper" not in [thread.name for thread in threading.enumerate()]
print(received)
"""


def test_it_takes_a_task_and_stops(tmp_path: Path) -> None:
    environment = clean_environment(
        DJANGO_SETTINGS_MODULE="config.settings", FUSHI_VAR_DIR=str(tmp_path)
    )
    done = subprocess.run(
        [sys.executable, "-c", WORKER],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, "[7]\n"), done.stderr


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

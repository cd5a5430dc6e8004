"""The Celery application of every worker, embedded or not.

The broker is a hint only: what has to be done is marked in the database and swept each second,
so nothing here makes a task durable.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("fushi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def start_sweeping(**_: Any) -> None:
    """Every worker process sweeps the database too."""
    from config import sweeper

    sweeper.start()


@worker_shutting_down.connect
def stop_sweeping(**_: Any) -> None:
    """Let the sweep under way end before the worker does."""
    from config import sweeper

    sweeper.stop()

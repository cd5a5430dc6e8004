"""The Celery application of every worker, embedded or not.

The broker is a hint only: what has to be done is marked in the database and swept each second,
so nothing here makes a task durable.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready, worker_shutting_down

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("fushi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Leave logging as Django's settings made it, which takes the secrets out of every line."""


@worker_ready.connect
def start_sweeping(**_: Any) -> None:
    """Every worker process sweeps the database too."""
    from config import sweeper

    sweeper.start()
    logger.info("Worker is ready")


@worker_shutting_down.connect
def stop_sweeping(**_: Any) -> None:
    """Let the sweep under way end before the worker does."""
    from config import sweeper

    sweeper.stop()

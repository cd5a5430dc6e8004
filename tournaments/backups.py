"""Archives made by themselves: after each round, and every five minutes while an event runs.

Owns when and where; what an archive is, is `tournaments.archive`'s. One process writes at a time,
in a thread of its own, so that nothing waits for it.
"""

from __future__ import annotations

import fcntl
import logging
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.utils import timezone

from tournaments.archive import write_archive
from tournaments.models import Event, EventState, Round

logger = logging.getLogger(__name__)

EVERY = timedelta(minutes=5)
KEPT = 48

_writing = threading.Lock()


def folder() -> Path | None:
    """Where archives go; None if nobody has chosen a folder (FUSHI_BACKUP_FOLDER)."""
    return settings.BACKUP_FOLDER


def newest() -> datetime | None:
    """When the newest archive was written; None without one."""
    place = folder()
    times = [path.stat().st_mtime for path in _archives(place)] if place is not None else []
    return datetime.fromtimestamp(max(times), UTC) if times else None


def is_due() -> bool:
    """Whether an event runs and the newest archive is older than five minutes or a round's end."""
    place = folder()
    if place is None:
        return False
    last = newest()
    if last is not None and Round.objects.filter(finished_at__gt=last).exists():
        return True
    running = Event.objects.filter(state=EventState.RUNNING).exists()
    return running and (last is None or timezone.now() - last > EVERY)


def back_up_if_due() -> None:
    """Begin an archive in a thread if one is due. Called by the sweep, in every process."""
    if folder() is None or not _writing.acquire(blocking=False):
        return
    try:
        due = is_due()
        if due:
            threading.Thread(target=_in_thread, name="backup", daemon=True).start()
    except BaseException:
        _writing.release()
        raise
    if not due:
        _writing.release()


def _in_thread() -> None:
    try:
        back_up()
    except Exception:
        logger.exception("The backup failed")
    finally:
        connections.close_all()
        _writing.release()


def back_up() -> Path | None:
    """Write an archive into the folder, and forget the oldest; None if another process does."""
    place = folder()
    assert place is not None
    place.mkdir(parents=True, exist_ok=True)
    with (place / ".writing").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        path = place / f"fushi-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
        write_archive(path)
        for old in sorted(_archives(place))[:-KEPT]:
            old.unlink(missing_ok=True)
    return path


def _archives(place: Path) -> list[Path]:
    return list(place.glob("fushi-*.zip"))

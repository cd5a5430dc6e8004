"""PostgreSQL crashes and restarts in the middle of a burst: nothing accepted is lost or doubled."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests import services

PLAYS = 63
SECONDS = 60.0


def hand(installation: services.Installation, *arguments: str) -> str:
    """A role of `tests.tournaments.hand`, to its end."""
    command = [sys.executable, "-m", "tests.tournaments.hand", *arguments]
    return subprocess.run(
        command, cwd=services.ROOT, env=installation.environment, check=True,
        text=True, stdout=subprocess.PIPE,
    ).stdout.strip()  # fmt: skip


def play(installation: services.Installation, stage: str, part: str) -> subprocess.Popen[str]:
    """Somebody who ends a part of the plays, whatever happens to the database."""
    return installation.start("-m", "tests.tournaments.hand", "play", stage, part)


def figure(url: str, query: str) -> int:
    """The one figure that a query gives."""
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return int(row[0])


def wait_for(url: str, query: str, least: int) -> None:
    """Wait until the database counts so many."""
    deadline = time.monotonic() + SECONDS
    while figure(url, query) < least:
        assert time.monotonic() < deadline, query
        time.sleep(0.01)


RESULTS = "SELECT COUNT(*) FROM games_result"
#: 1 when nothing is marked and nothing is due.
CALM = """
    SELECT CASE WHEN EXISTS (SELECT 1 FROM tournaments_dirtymark) OR EXISTS
        (SELECT 1 FROM tournaments_standingsmark) THEN 0 ELSE 1 END
"""


@pytest.mark.skipif(
    os.environ.get("FUSHI_TEST_SERVICES") != "full", reason="PostgreSQL: only on servers"
)
def test_postgresql_restarted_in_the_middle_of_a_burst_changes_no_standings(
    tmp_path: Path, valkey: services.Valkey
) -> None:
    """A crash, then an orderly restart; Redis is emptied besides. One worker lives through it."""
    with services.Postgres(tmp_path / "own", durable=True) as database:
        own = services.Servers(database.url, valkey.url)
        (tmp_path / "installation").mkdir()
        with services.full_installation(tmp_path / "installation", own) as installation:
            url = installation.environment["DATABASE_URL"]
            stage = hand(installation, "make")
            worker = installation.start_worker()
            players = [play(installation, stage, "0/2")]
            wait_for(url, RESULTS, 5)
            database.kill()
            database.start()
            crashed_at = figure(url, RESULTS)
            with redis.Redis.from_url(valkey.url) as client:
                client.flushall()
            players.append(play(installation, stage, "1/2"))
            wait_for(url, RESULTS, max(crashed_at, PLAYS // 2) + 5)
            database.stop()
            database.start()
            ends = [player.wait(SECONDS) for player in players]
            logs = [log.read_text()[-2000:] for log in installation.folder.glob("process-*.log")]
            assert ends == [0, 0], "\n".join(logs)
            wait_for(url, CALM, 1)
            assert worker.poll() is None
            hand(installation, "check", stage)
            assert figure(url, RESULTS) == PLAYS

"""Faults in the middle of an event change nothing: a killed server, a killed worker, a lost Redis.

What clients were told is accepted is in the log once, and the results follow from the log.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from tests import services
from tests.e2e import trial

SIZE_OF_20_PLAYS = {"players": 15, "rounds": 2, "boards": 2}
SIZE = {"players": 9, "rounds": 2, "boards": 2}


def test_a_server_killed_again_and_again_loses_and_doubles_nothing(
    installation: services.Installation, request: pytest.FixtureRequest
) -> None:
    """20 plays, 200 in a long run; set FUSHI_TEST_SEED to repeat the moments of a failed run."""
    long = request.config.getoption("--long")
    seed = int(os.environ.get("FUSHI_TEST_SEED") or time.time_ns() % 1_000_000)
    print(f"FUSHI_TEST_SEED={seed}")
    source = random.Random(seed)
    plays = {"players": 15, "rounds": 10, "boards": 4} if long else SIZE_OF_20_PLAYS
    drawn = trial.prepare(installation, **plays)
    port = services.free_port()
    url = installation.serve(port)
    if os.environ["FUSHI_TEST_SERVICES"] == "full":
        installation.start_worker()
    server = installation.processes[0]
    kills = 0

    def kill(is_played: Callable[[], bool]) -> None:
        nonlocal server, kills
        done = 0
        while is_played():
            # The moment is told by what has been played, so that it is as likely on any machine.
            done += source.randint(20, 300)
            while is_played() and trial.accepted(installation) < done:
                time.sleep(0.01)
            time.sleep(source.uniform(0, 0.05))
            server.send_signal(signal.SIGKILL)
            server.wait()
            installation.serve(port)
            server = installation.processes[-1]
            kills += 1
            done = trial.accepted(installation)

    trial.play(installation, drawn, url, kill)
    assert kills > 2


@pytest.mark.skipif(
    os.environ.get("FUSHI_TEST_SERVICES") != "full", reason="worker and Redis: only on servers"
)
@pytest.mark.parametrize("fault", ["worker killed", "redis emptied"])
def test_a_killed_worker_or_an_emptied_redis_changes_no_standings(
    tmp_path: Path, servers: services.Servers, valkey: services.Valkey, fault: str
) -> None:
    """The same drawn event is played twice by the same bots, once left in peace and once not."""
    own = services.Servers(servers.database_url, valkey.url)
    for name in ("peace", "war"):
        (tmp_path / name).mkdir()
    with services.full_installation(tmp_path / "peace", own) as installation:
        drawn = trial.prepare(installation, **SIZE)
        copy = copy_of_database(installation.environment["DATABASE_URL"])
        url = installation.serve()
        installation.start_worker()
        in_peace = trial.play(installation, drawn, url)
    with services.full_installation(tmp_path / "war", own) as installation:
        services.drop_database(installation.environment["DATABASE_URL"])
        installation.environment["DATABASE_URL"] = copy
        url = installation.serve()
        worker = installation.start_worker()

        def kill_the_worker(_: object) -> None:
            time.sleep(1.5)
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            time.sleep(2.0)
            installation.start_worker()

        def empty_redis(_: object) -> None:
            time.sleep(1.5)
            with redis.Redis.from_url(valkey.url) as client:
                for _ in range(3):
                    client.flushall()
                    time.sleep(1.0)

        faults = kill_the_worker if fault == "worker killed" else empty_redis
        assert trial.play(installation, drawn, url, faults) == in_peace
    services.drop_database(copy)


def copy_of_database(url: str) -> str:
    """Copy a database that nobody is connected to; the URL of the copy."""
    copy = services.fresh_database(url)
    name, copied = (urlsplit(each).path.lstrip("/") for each in (url, copy))
    services.drop_database(copy)
    with psycopg.connect(url.replace(f"/{name}", "/postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{copied}" TEMPLATE "{name}"'.encode())
    return copy

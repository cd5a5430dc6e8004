"""Faults in the middle of an event change nothing: a killed server, a killed worker, a lost Redis.

The same drawn event is played twice by the same bots, once left in peace and once not.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from tests import services
from tests.e2e import trial

SIZE = {"players": 9, "rounds": 2, "boards": 2}


@pytest.mark.skipif(
    os.environ.get("FUSHI_TEST_SERVICES") == "full", reason="one process without Redis: embedded"
)
def test_a_killed_embedded_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    first = tmp_path / "peace"
    first.mkdir()
    with services.embedded_installation(first) as installation:
        drawn = trial.prepare(installation, **SIZE)
        shutil.copytree(first, tmp_path / "war")
        in_peace = trial.play(installation, drawn, installation.serve())
    with services.embedded_installation(tmp_path / "war") as installation:
        port = services.free_port()
        url = installation.serve(port)

        def kill_three_times() -> None:
            for _ in range(3):
                server = installation.processes[-1]
                server.send_signal(signal.SIGKILL)
                server.wait()
                installation.serve(port)
                time.sleep(1.0)

        assert trial.play(installation, drawn, url, kill_three_times) == in_peace


@pytest.mark.skipif(
    os.environ.get("FUSHI_TEST_SERVICES") != "full", reason="worker and Redis: only on servers"
)
@pytest.mark.parametrize("fault", ["worker killed", "redis emptied"])
def test_a_killed_worker_or_an_emptied_redis_changes_no_standings(
    tmp_path: Path, servers: services.Servers, valkey: services.Valkey, fault: str
) -> None:
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

        def kill_the_worker() -> None:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            time.sleep(2.0)
            installation.start_worker()

        def empty_redis() -> None:
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

"""Whole processes: serving, refusing a second one, stopping in order, coming back after a kill."""

from __future__ import annotations

import signal
import subprocess
import time

import httpx
import psycopg

from tests.services import Installation, free_port


def output_of(installation: Installation, number: int) -> str:
    return (installation.folder / f"process-{number}.log").read_text()


SERVED = "SELECT 1 FROM games_clockbeat WHERE served_at > now() - interval '5 seconds'"


def test_serve_migrates_answers_and_says_where_it_is(installation: Installation) -> None:
    address = installation.serve()
    assert httpx.get(f"{address}/admin/login/").status_code == 200
    printed = output_of(installation, 0)
    served_at = next(line for line in printed.splitlines() if "Fushi is served at" in line)
    assert f" {address}/" in served_at
    assert "first owner" in printed.lower()


def test_it_stops_in_order_when_told(installation: Installation) -> None:
    installation.serve()
    process = installation.processes[0]
    process.send_signal(signal.SIGTERM)
    assert process.wait(90) in {0, -signal.SIGTERM}
    assert "Traceback" not in output_of(installation, 0)


def test_a_second_embedded_process_is_refused_with_what_to_set(
    embedded_installation: Installation,
) -> None:
    embedded_installation.serve()
    second = embedded_installation.start("manage.py", "serve", "--port", str(free_port()))
    assert second.wait(90) == 1
    sentence = output_of(embedded_installation, 1)
    assert (
        f"already serving this installation (process {embedded_installation.processes[0].pid})"
        in sentence
    )
    assert "set REDIS_URL" in sentence


def test_after_a_kill_it_can_be_started_again(embedded_installation: Installation) -> None:
    embedded_installation.serve()
    embedded_installation.processes[0].kill()
    embedded_installation.processes[0].wait()
    address = embedded_installation.serve()
    assert httpx.get(f"{address}/admin/login/").status_code == 200


def test_with_redis_two_processes_serve_and_a_worker_works(full_installation: Installation) -> None:
    first, second = full_installation.serve(), full_installation.serve()
    worker = full_installation.start_worker()
    for address in (first, second):
        assert httpx.get(f"{address}/admin/login/").status_code == 200
    assert worker.poll() is None
    with psycopg.connect(
        full_installation.environment["DATABASE_URL"], autocommit=True
    ) as database:
        deadline = time.monotonic() + 60
        while not database.execute(SERVED).fetchone():  # the clocks run only while somebody serves
            assert time.monotonic() < deadline
            time.sleep(0.1)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(90) == 0


def test_a_taken_port_is_named(embedded_installation: Installation) -> None:
    address = embedded_installation.serve()
    port = address.rsplit(":", 1)[1]
    command = ["manage.py", "serve", "--host", "127.0.0.1", "--port", port]
    second: subprocess.Popen[str] = embedded_installation.start(*command)
    assert second.wait(90) == 1
    assert f"Port {port} cannot be used" in output_of(embedded_installation, 1)

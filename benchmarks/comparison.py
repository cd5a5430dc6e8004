"""Comparison and publication at scale: a rebuild, a burst of results, pages while it lasts.

An event with results is made in an installation of its own, on SQLite in one process, or on
PostgreSQL with Valkey and a worker. Measured are:

- rebuild: all frequency tables counted and the standings published, from nothing;
- numpy: the same figures by NumPy, read from and written to the same PostgreSQL
  (`benchmarks/install_peers.sh numpy`); brute force: every result against every other, from a part;
- burst: a board's results at all tables within 5 s; how long after the last of them the board has
  opened and a published version counts it, for each board of a round;
- pages: readers who know the page (304) and who do not, meanwhile and afterwards.

    python -m benchmarks.comparison [--quick] [--json] [--services embedded|full] [--tables N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.serving.http import Line
from benchmarks.serving.installation import installation
from benchmarks.serving.process import processor_seconds
from tests import services

PEER = Path(__file__).parent / ".peers" / "numpy" / "bin" / "python"


def told(what: str, found: Any) -> Any:
    """The figures of a part, which are also told at once: the whole takes minutes."""
    print(f"{time.strftime('%H:%M:%S')} {what}: {json.dumps(found)}", file=sys.stderr, flush=True)
    return found


def step(made: services.Installation, *arguments: str) -> dict[str, Any]:
    """Run a step to its end; what it printed."""
    command = [sys.executable, "-m", "benchmarks.comparing.steps", *arguments]
    done = subprocess.run(command, env=made.environment, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def by_numpy(made: services.Installation, stage: str) -> dict[str, Any]:
    """The peer's figures; a note where it is not installed."""
    if not PEER.exists():
        return {"skipped": "benchmarks/install_peers.sh makes its environment"}
    script = Path(__file__).parent / "comparing" / "by_numpy.py"
    command = [str(PEER), str(script), made.environment["DATABASE_URL"], stage]
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


async def read(url: str, path: str, readers: int, until: float, *, knows: bool) -> list[float]:
    """Seconds of each answer, by `readers` at once who ask for one page again and again."""
    found: list[float] = []

    async def one() -> None:
        line = Line(url)
        tag = ""
        while time.monotonic() < until:
            began = time.monotonic()
            status, newest, _size = await line.page(path, tag)
            if status not in (200, 304):
                raise SystemExit(f"{path} answers {status}")
            found.append(time.monotonic() - began)
            tag = newest if knows else ""

    await asyncio.gather(*(one() for _ in range(readers)))
    return sorted(found)


def reading(url: str, pid: int, path: str, seconds: float, *, knows: bool) -> dict[str, Any]:
    """Answers a second of the server's processor, and their times."""
    used = processor_seconds(pid)
    found = asyncio.run(read(url, path, 8, time.monotonic() + seconds, knows=knows))
    used = processor_seconds(pid) - used
    return {
        "answers": len(found),
        "a_server_second": round(len(found) / used, 1),
        "p50_ms": round(1000 * found[len(found) // 2], 1),
        "p99_ms": round(1000 * found[int(0.99 * (len(found) - 1))], 1),
    }


def measure(kind: str, options: argparse.Namespace) -> dict[str, Any]:
    """Everything on one pair of servers."""
    sizes = [f"--{name}={getattr(options, name)}" for name in ("tables", "rounds", "boards")]
    with installation(kind, FUSHI_PUBLIC_RATE="100000") as made:
        event = told("fill", step(made, "fill", *sizes))
        stage = event["stage"]
        found: dict[str, Any] = {"services": kind, "tables": options.tables, **event}
        found["rebuild"] = told("rebuild", step(made, "rebuild", stage))
        if kind == "full":
            found["numpy"] = told("numpy", by_numpy(made, stage))
        if kind == "full" and not options.quick:
            # On a machine that others use, two runs around the peer's tell how much they matter.
            found["rebuild_again"] = told("rebuild", step(made, "rebuild", stage))
        found["brute_force"] = step(made, "brute", stage)
        url = made.serve()
        pid = made.processes[-1].pid
        if kind == "full":
            made.start_worker()
        path = f"/e/{event['slug']}/standings/"
        seconds = 2.0 if options.quick else 10.0
        pace = "1" if options.quick else "5"
        command = [sys.executable, "-m", "benchmarks.comparing.steps", "burst", stage]
        command += ["--seconds", pace]
        burst = subprocess.Popen(
            command, env=made.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        meanwhile = reading(url, pid, path, 5.0, knows=True) if options.readers else None
        printed, faults = burst.communicate()
        if burst.returncode:
            raise SystemExit(faults)
        found["burst"] = told("burst", json.loads(printed))
        found["pages_meanwhile"] = meanwhile
        for name, knows in (("known_pages", True), ("full_pages", False)):
            found[name] = told(name, reading(url, pid, path, seconds, knows=knows))
        found["load"] = os.getloadavg()[0]
        return found


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a small event, under 50 seconds")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--services", choices=("embedded", "full"), nargs="+")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--boards", type=int)
    parser.add_argument("--readers", action="store_true", help="read pages during the burst")
    options = parser.parse_args()
    options.tables = options.tables or (120 if options.quick else 1000)
    options.rounds = options.rounds or (2 if options.quick else 25)
    options.boards = options.boards or (2 if options.quick else 4)
    found = []
    for kind in options.services or ["embedded", "full"]:
        found.append(measure(kind, options))
        if not options.json:
            print(json.dumps(found[-1], indent=1), flush=True)
    if options.json:
        json.dump(found, sys.stdout, indent=1)


if __name__ == "__main__":
    main()

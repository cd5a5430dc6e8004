"""Live tables under load: latency at a steady pace, throughput, memory a stream.

The server runs as an installation runs: SQLite in one process; or PostgreSQL, Valkey and a worker.
The load comes from this process. Open load: every table sends one action each three seconds at a
fixed moment, whatever became of the one before, and latency counts from that moment. Saturation:
every table acts as soon as it can. Beside it the bare view of `serving/urls.py` in the same server.

    python -m benchmarks.tables [--quick] [--json] [--services embedded|full] [--tables 3 30 …]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx

from benchmarks.serving.http import Line
from benchmarks.serving.installation import installation
from benchmarks.serving.process import memory_kb, processor_seconds
from engine.bots import make_bot
from tests.e2e import trial

PERIOD = 3.0  # seconds between two actions of a table


@dataclass
class Seat:
    """One player: requests, the newest view in which something is expected, and a bot."""

    line: Line
    bot: Any
    turn: dict[str, Any] | None = None


@dataclass
class Load:
    """What was measured at one number of tables."""

    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    waited: int = 0

    def figures(self) -> dict[str, Any]:
        """Milliseconds and counts."""
        found = sorted(self.latencies) or [0.0]
        return {
            "actions": len(self.latencies),
            "p50_ms": round(1000 * statistics.median(found), 1),
            "p99_ms": round(1000 * found[int(0.99 * (len(found) - 1))], 1),
            "refused": self.refused,
            "nothing_to_do": self.waited,
        }


class Hall:
    """All seats, by table; a table is three seats in a row of the seating."""

    def __init__(self, url: str, seats: list[Seat]) -> None:
        self.url = url
        self.seats = seats
        self.tables: dict[str, list[Seat]] = {}
        self.listeners: list[asyncio.Task[None]] = []

    async def sit(self) -> None:
        """See where everybody sits and who is to begin."""
        for seat in self.seats:
            _status, answer = await seat.line.ask("GET", "/api/v1/me/play/")
            view = answer["play"]
            self.tables.setdefault(view["table"]["id"], []).append(seat)
            seat.turn = view if view["expected"] else None

    async def open_streams(self, seats: list[Seat]) -> None:
        """Listen for these seats; returns when the server has settled."""
        self.listeners += [asyncio.create_task(self.listen(seat)) for seat in seats]
        await asyncio.sleep(2 + len(seats) / 100)

    async def listen(self, seat: Seat) -> None:
        """Keep the newest turn of a seat; a new board is looked at."""
        listening = Line(self.url, seat.line.token)
        async for name, data in listening.events("/api/v1/me/stream/"):
            if name == "turn":
                seat.turn = json.loads(data)["play"]
            elif name == "entry" and '"play_started"' in data:
                looking = Line(self.url, seat.line.token)
                _status, answer = await looking.ask("GET", "/api/v1/me/play/")
                if answer["play"] and answer["play"]["expected"]:
                    seat.turn = answer["play"]

    async def act(self, table: list[Seat], load: Load, scheduled: float) -> bool:
        """Send the action of whoever's turn it is; False when nobody's is known."""
        seat = next((each for each in table if each.turn), None)
        if seat is None or seat.turn is None:
            return False
        view, seat.turn = seat.turn, None
        body = {"seq": view["seq"], "action": seat.bot.choose(view)}
        path = f"/api/v1/plays/{view['id']}/actions/"
        status, answer = await seat.line.ask("POST", path, body, uuid.uuid4().hex)
        if status != 201:
            load.refused += 1
            return True
        load.latencies.append(time.monotonic() - scheduled)
        if answer["view"]["expected"]:
            seat.turn = answer["view"]
        return True

    async def steadily(self, seconds: float) -> Load:
        """Open load."""
        load = Load()
        begin = time.monotonic() + 0.5

        async def table(number: int, seats: list[Seat]) -> None:
            at = begin + PERIOD * number / len(self.tables)
            while at < begin + seconds:
                await asyncio.sleep(max(0.0, at - time.monotonic()))
                load.waited += not await self.act(seats, load, at)
                at += PERIOD

        await asyncio.gather(*(table(n, seats) for n, seats in enumerate(self.tables.values())))
        return load

    async def as_fast_as_they_can(self, seconds: float) -> Load:
        """Saturation."""
        load = Load()
        end = time.monotonic() + seconds

        async def table(seats: list[Seat]) -> None:
            while time.monotonic() < end:
                if not await self.act(seats, load, time.monotonic()):
                    await asyncio.sleep(0.005)

        await asyncio.gather(*(table(seats) for seats in self.tables.values()))
        return load

    async def bare(self, seconds: float, at_once: int) -> int:
        """How often the bare view answers, asked by as many at once as tables acted."""
        end = time.monotonic() + seconds
        done = 0

        async def ask(seat: Seat) -> None:
            nonlocal done
            while time.monotonic() < end:
                status, _answer = await seat.line.ask("POST", "/bare/", {})
                done += status == 201

        await asyncio.gather(*(ask(seat) for seat in self.seats[:at_once]))
        return done


async def measured(url: str, pid: int, codes: list[str], seconds: float) -> dict[str, Any]:
    """Everything about one number of tables."""
    door = Line(url)
    seats = []
    for number, code in enumerate(codes):
        _status, signed_in = await door.ask("POST", "/api/v1/sessions/", {"code": code})
        seats.append(Seat(Line(url, signed_in["token"]), make_bot("greedy", number)))
    hall = Hall(url, seats)
    await hall.sit()
    first, others = seats[: len(seats) // 3], seats[len(seats) // 3 :]
    await hall.open_streams(first)  # what the first of them loads is not a stream's
    before = memory_kb(pid)
    await hall.open_streams(others)
    streams_kb = (memory_kb(pid) - before) / len(others)
    steady = await hall.steadily(seconds)
    used = processor_seconds(pid)
    began = time.monotonic()
    fast = await hall.as_fast_as_they_can(seconds / 2)
    fast_seconds, fast_used = time.monotonic() - began, processor_seconds(pid) - used
    used = processor_seconds(pid)
    bare = await hall.bare(seconds / 4, len(hall.tables))
    bare_used = processor_seconds(pid) - used
    for listener in hall.listeners:
        listener.cancel()
    actions, asked = len(fast.latencies) / fast_used, bare / bare_used
    return {
        "tables": len(hall.tables),
        "steady": steady.figures(),
        "saturation": {
            "actions_a_second": round(len(fast.latencies) / fast_seconds, 1),
            "actions_a_server_second": round(actions, 1),
            "bare_a_server_second": round(asked, 1),
            "share_of_bare": round(actions / asked, 2),
        },
        "kilobytes_a_stream": round(streams_kb, 1),
    }


def released(url: str, slug: str) -> bool:
    """Whether the first round is being played."""
    answer = httpx.get(f"{url}/api/v1/events/{slug}/rounds/1/", trust_env=False)
    return bool(answer.json()["tables"][0]["state"] == "playing")


def measure(kind: str, tables: int, seconds: float) -> dict[str, Any]:
    """One number of tables on one pair of servers."""
    with installation(kind, DJANGO_SETTINGS_MODULE="benchmarks.serving.settings") as made:
        drawn = trial.prepare(made, players=3 * tables, rounds=1, boards=24)
        url = made.serve()
        pid = made.processes[-1].pid
        if kind == "full":
            made.start_worker()
        director = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.steps", "direct", drawn.stage], env=made.environment
        )
        try:
            while not released(url, drawn.slug):
                time.sleep(0.2)
        finally:
            director.kill()
            director.wait()
        return {"services": kind, **asyncio.run(measured(url, pid, drawn.codes, seconds))}


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="few tables, under 50 seconds")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--services", choices=("embedded", "full"), nargs="+")
    parser.add_argument("--tables", type=int, nargs="+")
    options = parser.parse_args()
    tables = options.tables or ([10] if options.quick else [3, 30, 100, 300])
    seconds = 6.0 if options.quick else 30.0
    found = []
    for kind in options.services or ["embedded", "full"]:
        for number in tables:
            found.append(measure(kind, number, seconds))
            if not options.json:
                print(json.dumps(found[-1]), flush=True)
    if options.json:
        json.dump(found, sys.stdout, indent=1)


if __name__ == "__main__":
    main()

"""Every page of the director's console, and the public pages, at a thousand tables: first bytes.

An event with results is made in an installation of its own, on SQLite in one process, or on
PostgreSQL with Valkey: two rounds are over, a third is in play, sixty of its tables have a
result and call.
Each page is asked for by a signed-in owner, from another process, one request after the other. The
addresses are those of the tests, derived from the URLs. Told are the milliseconds to the first byte
(p50, p95, the first time), the server's processor time a request, and the size.

    python -m benchmarks.console [--quick] [--json] [--services embedded|full] [--tables N]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from typing import Any

import httpx

from benchmarks.serving.installation import installation
from benchmarks.serving.process import processor_seconds

GOAL_MILLISECONDS = 300


def fill(tables: int) -> dict[str, Any]:
    """Make the event and a signed-in owner; its pages. Runs inside the installation."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.contrib.auth.models import User
    from django.test import Client
    from django.utils import timezone

    from benchmarks.comparing.fill import drawn
    from games.models import Call, Play
    from tests.tournaments.factories import facts, finish
    from tests.tournaments.pages.console_addresses import console_addresses
    from tournaments.models import DirtyMark, Role, Stage
    from tournaments.services import release_round
    from tournaments.services.actors import SYSTEM
    from tournaments.services.assign_role import assign_role
    from tournaments.services.opening import mark_standings_due
    from tournaments.services.publish_standings import publish_standings
    from tournaments.services.recount_fields import recount_marked

    stage: Stage = drawn(tables, 2, 2, empty_rounds=1)
    DirtyMark.objects.bulk_create(
        [DirtyMark(field=each, cause="all") for each in stage.fields.all()]
    )
    mark_standings_due(stage.pk, timezone.now())
    recount_marked(stage)
    publish_standings(stage.pk)
    round_ = release_round(stage.rounds.get(number=3), SYSTEM)
    playing = Play.objects.filter(table__round_table__round=round_, board__number=5)
    some = list(playing.select_related("table", "board").order_by("table__number")[:60])
    for play in some:
        finish(play, facts(1, 2))
        seat = play.table.seats.select_related("player").get(letter="A")
        Call.objects.create(table=play.table, player=seat.player, reason="other", at=timezone.now())
    user = User.objects.create_user("dora")
    assign_role(stage.event, user, Role.OWNER, SYSTEM)
    client = Client()
    client.force_login(user)
    slug = stage.event.slug
    entrant = stage.event.entrants.order_by("number").first()
    assert entrant is not None
    public = ["", "standings/", "rounds/3/", "rounds/1/", "boards/", "boards/1/", "movement/"]
    public += ["verify/", f"entrants/{entrant.pk}/", "screen/"]
    return {
        "slug": slug,
        "session": client.cookies["sessionid"].value,
        "console": [
            *console_addresses(slug, 3),
            f"/direct/{slug}/?part=hall",
            f"/direct/{slug}/?q=player+7",
            f"/direct/{slug}/entrants/?q=player+7",
        ],
        "public": [f"/e/{slug}/{path}" for path in public],
    }


def first_bytes(client: httpx.Client, path: str, times: int, pid: int) -> dict[str, Any]:
    """Ask for one page some times."""
    found, size, status = [], 0, 0
    before = processor_seconds(pid)
    for _ in range(times):
        began = time.perf_counter()
        with client.stream("GET", path) as answer:
            found.append((time.perf_counter() - began) * 1000)
            size, status = len(answer.read()), answer.status_code
    used = (processor_seconds(pid) - before) * 1000 / times
    usual = sorted(found[1:])
    return {
        "path": path,
        "status": status,
        "first_ms": round(found[0], 1),
        "p50_ms": round(statistics.median(usual), 1),
        "p95_ms": round(usual[min(len(usual) - 1, int(len(usual) * 0.95))], 1),
        "server_ms": round(used, 1),
        "kb": round(size / 1024, 1),
    }


def measure(kind: str, tables: int, times: int) -> dict[str, Any]:
    """Fill an installation, serve it, ask for every page."""
    with installation(kind) as made:
        began = time.monotonic()
        command = [sys.executable, "-m", "benchmarks.console", "--fill", "--tables", str(tables)]
        done = subprocess.run(command, env=made.environment, text=True, capture_output=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        event = json.loads(done.stdout)
        filled = round(time.monotonic() - began, 1)
        url = made.serve()
        pid = made.processes[-1].pid
        rows: dict[str, list[dict[str, Any]]] = {}
        for part in ("console", "public"):
            # A reader of public pages who has not been here yet: nothing is answered by 304.
            cookies = {"sessionid": event["session"]} if part == "console" else {}
            with httpx.Client(base_url=url, cookies=cookies, timeout=60, trust_env=False) as client:
                rows[part] = [first_bytes(client, path, times, pid) for path in event[part]]
        return {"services": kind, "tables": tables, "filled_seconds": filled, **rows}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="First bytes of the console's pages at scale.")
    parser.add_argument("--quick", action="store_true", help="SQLite alone, few requests")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--services", choices=["embedded", "full"])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--fill", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        print(json.dumps(fill(options.tables)))
        return
    kinds = [options.services or "embedded"]
    if not options.quick and not options.services:
        kinds.append("full")
    found = [measure(kind, options.tables, 5 if options.quick else 30) for kind in kinds]
    if options.json:
        print(json.dumps({"goal_ms": GOAL_MILLISECONDS, "measured": found}, indent=1))
        return
    for each in found:
        print(f"{each['services']}, {each['tables']} tables (made in {each['filled_seconds']} s)")
        print(f"{'first':>8} {'p50':>8} {'p95':>8} {'server':>8} {'kB':>8}  page (ms)")
        for row in (*each["console"], *each["public"]):
            slow = "  > goal" if row["p95_ms"] > GOAL_MILLISECONDS else ""
            figures = ("first_ms", "p50_ms", "p95_ms", "server_ms", "kb")
            print(*(f"{row[name]:8}" for name in figures), f" {row['path']}{slow}")


if __name__ == "__main__":
    main()

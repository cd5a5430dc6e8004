"""A whole event from a list of names to its last standings, for `manage.py demo` and for tests.

It makes the event through the services, as a director would; the playing is done by bots, in a
process of their own, over HTTP (`games.client`). It never acts for a player.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.utils.text import slugify

from games.models import LogEntry, Play, PlayState
from tournaments.models import Entrant, Event, Round, RoundState, Session, Stage, StandingsVersion
from tournaments.services import (
    create_event,
    create_stage,
    draw_stage,
    import_entrants,
    release_round,
    reveal_session,
)
from tournaments.services.actors import COMMAND
from tournaments.simulation import free_slug

POLL_SECONDS = 0.5


@dataclass(frozen=True)
class DemoPlan:
    """What is played: how many players, rounds, boards a round, and where the names come from."""

    players: int
    rounds: int
    boards: int
    entrants_file: Path
    seed: int = 1


@dataclass
class Stopwatch:
    """Seconds spent in each phase, by name."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Time what happens inside."""
        start = time.monotonic()
        try:
            yield
        finally:
            self.seconds[name] = round(time.monotonic() - start, 3)


@dataclass(frozen=True)
class PreparedEvent:
    """An event that is drawn but not released, and the codes that its players sign in with."""

    event: Event
    stage: Stage
    codes: list[str]

    @property
    def plays_scheduled(self) -> int:
        """How many plays the movement has."""
        assert self.stage.movement is not None
        tables = sum(len(round_["tables"]) for round_ in self.stage.movement["rounds"])
        return tables * self.stage.boards_per_round


def entrants_text(plan: DemoPlan) -> str:
    """Return a CSV of exactly `plan.players` rows: the file's, then numbered guests."""
    with plan.entrants_file.open(encoding="utf-8", newline="") as file:
        header, *rows = [row for row in csv.reader(file) if row]
    rows = rows[: plan.players]
    guests = range(len(rows) + 1, plan.players + 1)
    rows += [[f"Guest {number}", *[""] * (len(header) - 1)] for number in guests]
    return "\n".join(",".join(row) for row in [header, *rows]) + "\n"


def prepare(plan: DemoPlan, name: str, watch: Stopwatch) -> PreparedEvent:
    """Create, import and draw; nothing is released yet."""
    with watch.phase("import"):
        event = create_event(
            slug=free_slug(slugify(name)), name=name, ruleset="competition", actor=COMMAND
        )
        stage = create_stage(
            event,
            rounds=plan.rounds,
            boards_per_round=plan.boards,
            seed=plan.seed,
            actor=COMMAND,
        )
        codes = [code for _, code in import_entrants(event, entrants_text(plan), actor=COMMAND)]
    with watch.phase("draw"):
        draw_stage(stage, actor=COMMAND)
    stage.refresh_from_db()
    return PreparedEvent(event, stage, codes)


class Players:
    """Bots that play over HTTP in a process of their own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def check(self) -> None:
        """Raise RuntimeError if the process has died."""
        if self._process.poll() is not None:
            raise RuntimeError(f"the players' process ended with {self._process.returncode}")

    def finish(self) -> dict[str, Any]:
        """Let the players stop; return their tally (`games.client.Tally`)."""
        output, _ = self._process.communicate(timeout=60)
        tally: dict[str, Any] = json.loads(output)
        return tally


@contextmanager
def bots(url: str, codes: list[str], seed: int) -> Iterator[Players]:
    """Run a bot for every code while the body runs."""
    process = subprocess.Popen(  # noqa: S603 - this interpreter, our own module
        [sys.executable, "-m", "games.client", url, "--seed", str(seed), "--until-input-ends"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=settings.BASE_DIR,
    )
    assert process.stdin is not None
    process.stdin.write("\n".join([*codes, "", ""]))
    process.stdin.flush()
    try:
        yield Players(process)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def play_rounds(stage: Stage, progress: Callable[[int], None], alive: Callable[[], None]) -> None:
    """Release each round when the one before has finished; report finished plays as they come."""
    done = 0
    for round_ in Round.objects.filter(stage=stage).order_by("number"):
        if round_.state == RoundState.DRAWN:
            release_round(round_, actor=COMMAND)
        while True:
            alive()
            state = Round.objects.values_list("state", flat=True).get(pk=round_.pk)
            finished = Play.objects.filter(
                table__round_table__round__stage=stage, state=PlayState.FINISHED
            ).count()
            progress(finished - done)
            done = finished
            if state == RoundState.FINISHED:
                break
            time.sleep(POLL_SECONDS)


def wait_for_standings(stage: Stage, seconds: float = 30.0) -> StandingsVersion:
    """Return the version that counts everything; raises TimeoutError if no worker makes it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        waiting = stage.fields.aggregate(marks=Count("marks"))["marks"]
        version = StandingsVersion.objects.filter(stage=stage).order_by("-number").first()
        if version and not waiting and not stage.marks.exists():
            return version
        time.sleep(POLL_SECONDS)
    raise TimeoutError("the standings were not published: is a worker running?")


def report(prepared: PreparedEvent, tally: dict[str, Any], url: str) -> dict[str, Any]:
    """Return what was played, as `manage.py demo --json` writes it (without the seconds)."""
    stage = prepared.stage
    session = Session.objects.select_related("board_set").get(stage=stage)
    version = wait_for_standings(stage)
    names = dict(Entrant.objects.filter(event=prepared.event).values_list("id", "person__name"))
    mine = Q(play__table__round_table__round__stage=stage)
    return {
        "event_url": f"{url}/e/{prepared.event.slug}/",
        "stage": stage.pk,
        "certificate": stage.certificate,
        "plays": Play.objects.filter(
            table__round_table__round__stage=stage, state=PlayState.FINISHED
        ).count(),
        "actions": LogEntry.objects.filter(mine, seq__isnull=False).count(),
        "rejected_actions": tally["rejected"],
        "commitment": session.board_set.commitment,
        "reveal": session.board_set.reveal,
        "standings": {
            "version": version.number,
            "rows": [
                {
                    "rank": row["rank"],
                    "entrant": names[row["entrant"]],
                    "number": row["number"],
                    "score": row["score"],
                    "percentage": row["percentage"],
                }
                for row in version.payload["rows"]
            ],
        },
    }


def reveal(stage: Stage) -> None:
    """Publish the secret of every session, now that all boards are open."""
    for session in Session.objects.filter(stage=stage):
        reveal_session(session, actor=COMMAND)

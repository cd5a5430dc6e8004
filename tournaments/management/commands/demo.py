"""`manage.py demo`: a whole event, from a list of names to its standings, played while one looks.

Uses a database of its own (var/demo…) unless the environment names one. Playing is done by bots
over HTTP, in a process of their own; this process is the server and the director.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.db import write_transaction
from tournaments import demo
from tournaments.errors import ImportFaults, TournamentError

DEFAULT_ENTRANTS = "examples/entrants.csv"
WORKER_COMMAND = [sys.executable, "-m", "celery", "--app", "config", "worker"]


def is_free(folder: Path) -> bool:
    """Say whether no running demonstration uses this folder."""
    lock = folder / "fushi.sqlite3.serving"
    if not lock.exists():
        return True
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def own_folder() -> Path:
    """The first of var/demo, var/demo-2 … that no running demonstration uses."""
    number = 1
    folder = settings.VAR_DIR / "demo"
    while not is_free(folder):
        number += 1
        folder = settings.VAR_DIR / f"demo-{number}"
    return Path(folder)


@contextmanager
def worker_process() -> Iterator[None]:
    """A Celery worker beside the server, where the broker is not in memory."""
    process = subprocess.Popen(WORKER_COMMAND)  # noqa: S603 - our own command
    try:
        yield
    finally:
        process.terminate()
        process.wait()


class Command(BaseCommand):
    help = "Play a whole event with bots over HTTP, publish it, and stay up to be looked at."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=27, metavar="N")
        parser.add_argument("--rounds", type=int, default=5, metavar="R")
        parser.add_argument("--boards", type=int, default=4, metavar="B", help="boards a round")
        parser.add_argument("--name", default="Spring Cup")
        parser.add_argument("--entrants", type=Path, metavar="FILE", help="a CSV of names")
        parser.add_argument("--seed", type=int, default=1, help="of the draw and of the bots")
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
        parser.add_argument("--exit", action="store_true", help="end when all is published")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write what was played")

    def handle(self, *_args: object, **options: Any) -> None:
        if settings.EMBEDDED and not {"FUSHI_VAR_DIR", "DATABASE_URL"} & set(os.environ):
            os.environ["FUSHI_VAR_DIR"] = str(own_folder())
            os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606 - settings anew
        from config import embedded, server

        try:
            bound = server.bind(options["host"], options["port"])
            if settings.SERVES_ALONE:
                embedded.claim.take()
        except OSError as fault:
            raise CommandError(f"port {options['port']}: {fault.strerror}") from fault
        except ImproperlyConfigured as fault:
            raise CommandError(str(fault)) from fault
        watch = demo.Stopwatch()
        with watch.phase("migrate"):
            call_command("migrate", interactive=False, verbosity=0)
        prepared = self.prepare(options, watch)
        url = f"http://{bound.host}:{bound.port}"
        with ExitStack() as running:
            if not settings.SERVES_ALONE:
                running.enter_context(worker_process())
            with watch.phase("start"):
                running.enter_context(server.running(bound))
            self.stdout.write(f"Watch it live: {url}/e/{prepared.event.slug}/")
            report = self.play(prepared, url, options, watch)
            self.publish(report, watch, options)
            if not options["exit"]:
                self.stay()

    def prepare(self, options: dict[str, Any], watch: demo.Stopwatch) -> demo.PreparedEvent:
        """Create, import and draw the event; a refusal becomes the command's error."""
        plan = demo.DemoPlan(
            players=options["players"],
            rounds=options["rounds"],
            boards=options["boards"],
            entrants_file=options["entrants"] or Path(settings.BASE_DIR) / DEFAULT_ENTRANTS,
            seed=options["seed"],
        )
        try:
            with write_transaction():
                return demo.prepare(plan, options["name"], watch)
        except ImportFaults as fault:
            lines = [
                f"line {each['line']}, {each['field']}: {each['detail']}"
                if each["line"]
                else each["detail"]
                for each in fault.errors
            ]
            raise CommandError("\n".join([str(fault), *lines])) from fault
        except (TournamentError, OSError, UnicodeDecodeError) as fault:
            raise CommandError(str(fault)) from fault

    def play(
        self,
        prepared: demo.PreparedEvent,
        url: str,
        options: dict[str, Any],
        watch: demo.Stopwatch,
    ) -> dict[str, Any]:
        """Let the bots play all rounds, then count, compare and reveal."""
        plays = prepared.plays_scheduled
        with (
            demo.bots(url, prepared.codes, options["seed"]) as players,
            tqdm(total=plays, unit="play", file=self.stderr, desc="Playing") as bar,
        ):

            def progress(finished: int) -> None:
                bar.update(finished)

            with watch.phase("play"):
                demo.play_rounds(prepared.stage, progress, players.check)
            tally = players.finish()
        with watch.phase("publish"):
            demo.reveal(prepared.stage)
            return demo.report(prepared, tally, url)

    def publish(
        self, report: dict[str, Any], watch: demo.Stopwatch, options: dict[str, Any]
    ) -> None:
        """Print the standings and the address; write the file if one was asked for."""
        if options["json"]:
            content = {**report, "seconds": watch.seconds}
            options["json"].write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n")
        for row in report["standings"]["rows"][:10]:
            self.stdout.write(f"{row['rank']:>4}  {row['percentage']:>6} %  {row['entrant']}")
        self.stdout.write(
            f"{report['plays']} plays, {report['actions']} actions,"
            f" {report['rejected_actions']} rejected; standings version"
            f" {report['standings']['version']}"
        )
        self.stdout.write(f"The event: {report['event_url']}")

    def stay(self) -> None:
        """Serve until interrupted."""
        self.stdout.write("Ctrl-C stops it.")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            self.stdout.write("")

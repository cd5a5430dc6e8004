"""`manage.py simulate EVENT`, or `--format F --entrants N`: play an event with bots, and look.

EVENT is not touched: a hidden copy with the same people and settings is played.
"""

from __future__ import annotations

import json
import time
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from engine.bots import STRENGTHS
from engine.comparison.rounding import shown
from tournaments.errors import TournamentError
from tournaments.formats import FORMATS, format_of
from tournaments.models import Entrant, Event
from tournaments.services import create_event, create_stage, import_entrants
from tournaments.services.actors import COMMAND
from tournaments.services.copy_event import copy_event
from tournaments.simulation import Simulation, free_slug, simulate

SHOWN = 10


class Command(BaseCommand):
    help = "Play an event with bots from its draw to its standings, on a hidden copy."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", help="the address (slug) of the event to copy")
        parser.add_argument(
            "--format", choices=sorted(map(str, FORMATS)), help="instead of an event"
        )
        parser.add_argument("--entrants", type=int, default=12, help="players, or teams")
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--boards", type=int, default=3, help="boards a round")
        parser.add_argument("--ruleset", default="competition")
        parser.add_argument("--method", default="")
        parser.add_argument("--scoring", default="")
        parser.add_argument("--repeats", action="store_true", help="allow repeat meetings")
        parser.add_argument("--bots", choices=STRENGTHS, default="chance")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--logs", action="store_true", help="log every action")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was played and the best of the standings; end with what was refused."""
        if bool(options["event"]) == bool(options["format"]):
            raise CommandError("Name an event, or --format: one of the two.")
        started = time.monotonic()
        try:
            event = self._copy(options) if options["event"] else self._make(options)
            with tqdm(desc=event.slug, unit=" plays", disable=None, leave=False) as bar:
                how = Simulation(options["bots"], options["seed"], options["logs"], bar.update)
                plays = simulate(event, how)
        except TournamentError as refusal:
            raise CommandError(refusal.detail) from refusal
        self._tell(event, plays, time.monotonic() - started, options["json"])

    def _copy(self, options: dict[str, Any]) -> Event:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']!r}.")
        return copy_event(
            event,
            COMMAND,
            name=f"{event.name} (bots)"[:120],
            slug=free_slug(f"{event.slug}-bots"[:50]),
            with_entrants=True,
            is_public=False,
        )

    def _make(self, options: dict[str, Any]) -> Event:
        kind, count = options["format"], options["entrants"]
        event = create_event(
            name=f"Simulation {kind}",
            slug=free_slug(f"simulation-{kind}"),
            ruleset=options["ruleset"],
            is_public=False,
            actor=COMMAND,
        )
        numbers = range(1, count + 1)
        lines = [f"Bot {number}," for number in numbers]
        if format_of(kind).teams:
            members = range(1, format_of(kind).line_up + 1)
            lines = [f"Bot {n}.{m},Team {n}" for n in numbers for m in members]
        import_entrants(event, "\n".join(["name,team", *lines]), COMMAND)
        create_stage(
            event,
            kind=kind,
            rounds=options["rounds"],
            boards_per_round=options["boards"],
            method=options["method"],
            scoring=options["scoring"],
            allow_repeats=options["repeats"],
            tie_breaks=["lot"] if format_of(kind).score_out else [],
            seed=options["seed"],
            actor=COMMAND,
        )
        return event

    def _tell(self, event: Event, plays: int, seconds: float, as_json: bool) -> None:
        stage = event.stages.order_by("-number").first()
        version = stage.versions.order_by("-number").first() if stage else None
        names = dict(Entrant.objects.filter(event=event).values_list("pk", "person__name"))
        rows = [
            {
                "rank": row["rank"],
                "number": row["number"],
                "name": names[row["entrant"]],
                "score": row["score"],
                "percentage": row["percentage"],
            }
            for row in (version.payload["rows"] if version else [])
        ]
        if as_json:
            document = {
                "event": event.slug,
                "plays": plays,
                "seconds": round(seconds, 2),
                "certificate": stage.certificate if stage else None,
                "standings": rows,
            }
            self.stdout.write(json.dumps(document))
            return
        self.stdout.write(f"{event.slug}: {plays} plays in {seconds:.1f} s")
        for row in rows[:SHOWN]:
            share = f"  {row['percentage']} %" if row["percentage"] else ""
            score = shown(Fraction(row["score"]))
            self.stdout.write(f"{row['rank']:>4}  {row['name']}  {score}{share}")

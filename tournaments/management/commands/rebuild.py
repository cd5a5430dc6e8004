"""`manage.py rebuild EVENT`: derive an event from its facts; compare, or with --write put right."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tournaments.models import Event
from tournaments.services.actors import COMMAND
from tournaments.services.rebuild import Difference, rebuild

SHOWN = 20


class Command(BaseCommand):
    help = "Derive an event's comparison from logs and results, and compare it with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("--write", action="store_true", help="store what was derived")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the report; end with an error if something differs and was not put right."""
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']!r}.")
        with tqdm(desc=event.slug, unit=" parts", disable=None, leave=False) as bar:

            def step(done: int, whole: int) -> None:
                bar.total = whole
                bar.update(done - bar.n)

            report = rebuild(event, actor=COMMAND, rewrite=options["write"], progress=step)
        if options["json"]:
            self.stdout.write(json.dumps(report.to_data()))
        else:
            self.stdout.write(
                f"{report.plays} plays, {report.results} results, {report.fields} fields,"
                f" {report.stages} stages derived again."
            )
            for difference in report.differences[:SHOWN]:
                self.stdout.write(self._line(difference))
        count = len(report.differences)
        if count and not options["write"]:
            raise CommandError(f"{count} differences: --write stores what follows from the facts.")
        if not options["json"]:
            self.stdout.write(f"{count} differences put right." if count else "No differences.")

    def _line(self, difference: Difference) -> str:
        return (
            f"{difference.kind} of {difference.target}:"
            f" {difference.stored!s:.200} is stored, {difference.derived!s:.200} follows"
        )

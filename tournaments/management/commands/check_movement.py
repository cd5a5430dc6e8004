"""`manage.py check_movement EVENT`: derive the certificate again from the seating as stored."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.movements import check
from tournaments.models import Event, Stage
from tournaments.stored_seating import seating_differences, stored_seating


class Command(BaseCommand):
    help = (
        "Check a stage's seating, as it is stored, and its certificate, independently of the draw."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("--stage", type=int, default=1, help="the number of the stage")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print faults, figures and differences; end with an error unless all is sound."""
        stage = self._stage(options["event"], options["stage"])
        report = check(stored_seating(stage), stage.certificate)
        moved = seating_differences(stage)
        if options["json"]:
            self.stdout.write(json.dumps({**report.to_data(), "seating_differences": moved}))
        else:
            for fault in report.faults:
                self.stdout.write(f"round {fault.round}, table {fault.table}: {fault.detail}")
            for name, value in report.figures.items():
                certified = (stage.certificate or {}).get(name)
                verdict = "DIFFERS" if name in report.differences else "as certified"
                self.stdout.write(f"{name}: {value} ({verdict}: {certified})")
            for sentence in moved:
                self.stdout.write(sentence)
        if not report.is_sound or moved:
            raise CommandError("The seating or its certificate is not sound.")
        if not options["json"]:
            self.stdout.write("The seating is sound and the certificate is true.")

    def _stage(self, slug: str, number: int) -> Stage:
        if not Event.objects.filter(slug=slug).exists():
            raise CommandError(f"There is no event {slug!r}.")
        stage = Stage.objects.filter(event__slug=slug, number=number).first()
        if stage is None or stage.movement is None:
            raise CommandError(f"Stage {number} of {slug!r} is not drawn.")
        return stage

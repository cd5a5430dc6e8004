"""`manage.py hand_over SLUG FILE`: write one event that is over into a file for others."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.errors import TournamentError
from tournaments.models import Event
from tournaments.services.actors import COMMAND
from tournaments.services.hand_over import hand_over


class Command(BaseCommand):
    help = "Write one event that is over into a file, for another installation to bring it in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many rows were written."""
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']!r}.")
        try:
            rows = hand_over(event, COMMAND, options["file"])
        except TournamentError as fault:
            raise CommandError(fault.detail) from None
        except OSError as fault:
            raise CommandError(f"{options['file']} cannot be written: {fault}") from None
        self.stdout.write(f"{rows} rows of {event.slug} are in {options['file']}.")

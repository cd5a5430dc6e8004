"""`manage.py bring_in FILE`: bring an event in that another installation has handed over."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.errors import TournamentError
from tournaments.event_file.contents import foretold, told
from tournaments.services.actors import COMMAND
from tournaments.services.bring_in import bring_in, look_into


class Command(BaseCommand):
    help = "Bring an event in from the file of another installation, beside the events here."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="its address here, if not its own")
        parser.add_argument("--look", action="store_true", help="only say what is in it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what is in the file, and, unless asked only to look, bring it in."""
        try:
            found = look_into(options["file"], COMMAND)
            for sentence in (*told(found), *foretold(found)):
                self.stdout.write(sentence)
            if options["look"]:
                return
            event = bring_in(options["file"], COMMAND, options["slug"])
        except TournamentError as fault:
            raise CommandError(fault.detail) from None
        self.stdout.write(f"It is at /e/{event.slug}/ now.")

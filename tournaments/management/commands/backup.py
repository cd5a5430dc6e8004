"""`manage.py backup FILE`: write the whole installation into one file, while it is running."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.archive import write_archive


class Command(BaseCommand):
    help = "Write everything into one file. It holds the installation's key: keep it safe."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many rows were written."""
        try:
            counts = write_archive(options["file"])
        except OSError as fault:
            raise CommandError(f"{options['file']} cannot be written: {fault}") from None
        self.stdout.write(f"{sum(counts.values())} rows are in {options['file']}.")

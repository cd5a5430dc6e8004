"""`manage.py restore FILE`: bring an installation back from an archive, on this machine."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tournaments.archive import archived_key, keep_key, key_fits, restore_archive
from tournaments.archive_rows import ArchiveError

OTHER_KEY = (
    "SECRET_KEY is set, and is not the archive's: its codes, tokens and deals would be lost. Set"
    " SECRET_KEY to what `unzip -p {file} secret.key` prints, and restore again."
)


class Command(BaseCommand):
    help = "Restore an archive into a new installation, with its codes, tokens and deals."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the tables, read the rows, and take over the archive's key."""
        try:
            key = archived_key(options["file"])
            if not key_fits(key):
                raise CommandError(OTHER_KEY.format(file=options["file"]))
            call_command("migrate", verbosity=0, interactive=False)
            counts = restore_archive(options["file"], lambda: keep_key(key))
        except (ArchiveError, OSError) as fault:
            raise CommandError(str(fault)) from None
        except DatabaseError as fault:
            raise CommandError(f"The database cannot be made: {fault}") from None
        self.stdout.write(f"{sum(counts.values())} rows are restored. Start the server.")

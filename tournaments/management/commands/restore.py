"""`manage.py restore FILE`: bring an installation back from an archive, on this machine."""

import hmac
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from tournaments.archive import ArchiveError, archived_key, restore_archive

OTHER_KEY = (
    "SECRET_KEY is set, and is not the archive's: its codes, tokens and deals would be lost. Set"
    " SECRET_KEY to what `unzip -p {file} secret.key` prints, and restore again."
)


def _keep(key: str) -> None:
    """Write the installation's key: whole, or not at all."""
    place = settings.VAR_DIR / "secret.key"
    part = place.with_name("secret.key.part")
    part.write_text(key)
    part.chmod(0o600)
    part.replace(place)


class Command(BaseCommand):
    help = "Restore an archive into a new installation, with its codes, tokens and deals."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the tables, read the rows, and take over the archive's key."""
        try:
            key = archived_key(options["file"])
            same = hmac.compare_digest(key, settings.SECRET_KEY)
            if not same and os.environ.get("SECRET_KEY"):
                raise CommandError(OTHER_KEY.format(file=options["file"]))
            call_command("migrate", verbosity=0, interactive=False)
            counts = restore_archive(options["file"], None if same else lambda: _keep(key))
        except (ArchiveError, OSError) as fault:
            raise CommandError(str(fault)) from None
        except DatabaseError as fault:
            raise CommandError(f"The database cannot be made: {fault}") from None
        self.stdout.write(f"{sum(counts.values())} rows are restored. Start the server.")

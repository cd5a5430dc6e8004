"""`manage.py failures [EVENT]`: what cannot be counted, published or sent.

`--again` tries it again.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from tournaments.models import Event, Failure
from tournaments.services.actors import COMMAND
from tournaments.services.failures import failures_of, try_again
from tournaments.services.send_outbox import send_outbox
from tournaments.tasks import sweep


class Command(BaseCommand):
    """Exit status 0 when nothing fails, 1 otherwise."""

    help = "List the counts, publications and messages that fail, or try them again."

    def add_arguments(self, parser: CommandParser) -> None:
        """An event's address, and whether to try again."""
        parser.add_argument("event", nargs="?", help="the address (slug) of one event")
        parser.add_argument("--again", action="store_true", help="try them again now")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line a failure."""
        failing = Q(stages__failures__isnull=False) | Q(outbox__failure__isnull=False)
        events = Event.objects.filter(failing).distinct().order_by("slug")
        if options["event"]:
            if not Event.objects.filter(slug=options["event"]).exists():
                raise CommandError(f"There is no event {options['event']!r}.")
            events = events.filter(slug=options["event"])
        if options["again"]:
            for event in list(events):
                try_again(event, COMMAND)
            sweep()
            send_outbox()
        rows = [(event, row) for event in events for row in failures_of(event)]
        for event, row in rows:
            self.stdout.write(self._line(event, row))
        if rows:
            raise CommandError(f"{len(rows)} fail; what is parked waits for --again.")
        self.stdout.write("Nothing fails.")

    def _line(self, event: Event, row: Failure) -> str:
        what = f"stage {row.stage.number}, publication" if row.stage else ""
        if row.message is not None:
            way = f"webhook {row.message.webhook_id}" if row.message.webhook_id else "letter"
            what = f"{way} {row.message_id} ({row.message.kind})"
        elif row.field is not None:
            board = f"board {row.field.board.number}, position {row.field.position}"
            what = what.replace("publication", board)
        state = "parked" if row.parked_at else f"tried again {row.retry_at:%H:%M:%S}"
        return (
            f"{event.slug}, {what}: {row.tries} tries since"
            f" {row.since:%Y-%m-%d %H:%M:%S}, {state}: {row.error} {row.place}"
        )

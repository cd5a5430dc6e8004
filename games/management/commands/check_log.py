"""`manage.py check_log`: replays every log and says what does not follow from it. Changes nothing,
unless `--rebuild` is given: then snapshots are made anew.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from games.models import Play, Table
from games.queries import STARTED
from games.services.replay import check_play, check_table_numbers, rebuild_play


class Command(BaseCommand):
    """Exit status 0 when everything follows from the logs, 1 otherwise."""

    help = "Replay every action log and compare snapshots, entries and results with it."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--realm` limits the check to one event; `--rebuild` restores snapshots first."""
        parser.add_argument("--realm", help="the id of an event; all if left out")
        parser.add_argument("--rebuild", action="store_true", help="make the snapshots anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line a difference, then the counts."""
        tables = Table.objects.all()
        begun = Q(state__in=STARTED) | Q(snapshot__isnull=False)
        plays = Play.objects.select_related("table", "board__board_set").filter(begun)
        if options["realm"]:
            tables = tables.filter(realm=options["realm"])
            plays = plays.filter(table__realm=options["realm"])
        if options["rebuild"]:
            rebuilt = sum(rebuild_play(play) for play in plays)
            self.stdout.write(f"{rebuilt} snapshots were made anew.")
        differences = check_table_numbers(tables.values_list("pk", flat=True))
        count = 0
        for play in plays.order_by("table", "order").iterator():
            count += 1
            differences += check_play(play)
        for difference in differences:
            self.stdout.write(str(difference))
        if differences:
            raise CommandError(f"{len(differences)} differences in {count} plays.")
        self.stdout.write(f"{count} plays follow from their logs.")

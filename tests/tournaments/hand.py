"""A pair of hands in a process of its own: `python -m tests.tournaments.hand play|count STAGE N/M`.

`play` ends every M-th unfinished play of the stage, from the N-th on, with facts that follow from
the play's place; `count` counts and publishes, like a worker, until it is killed.
"""

from __future__ import annotations

import os
import random
import sys
import time

import django


def facts_for(board: int, table: int) -> dict[str, object]:
    """The facts of a play in this test, whoever ends it."""
    from tests.tournaments.factories import random_facts

    return random_facts(random.Random(1000 * board + table))


def play(stage_id: str, first: int, step: int) -> None:
    """End every `step`-th play of the stage, from the one with index `first` on."""
    from games.models import Play
    from tests.tournaments.factories import finish

    plays = list(
        Play.objects.filter(table__round_table__round__stage=stage_id)
        .select_related("board", "table")
        .order_by("board__number", "table__number")
    )
    for each in plays[first::step]:
        finish(each, facts_for(each.board.number, each.table.number))


def count() -> None:
    """Count and publish whatever is marked, again and again."""
    from tournaments.tasks import sweep

    while True:
        sweep()
        time.sleep(0.01)


def main() -> None:
    """Command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1] == "count":
        count()
    first, step = map(int, sys.argv[3].split("/"))
    play(sys.argv[2], first, step)


if __name__ == "__main__":
    main()

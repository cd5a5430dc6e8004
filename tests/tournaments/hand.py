"""A pair of hands in a process of its own: `python -m tests.tournaments.hand ROLE [STAGE [N/M]]`.

`make` fills an empty database with a released round and prints its stage. `play` ends every M-th
unfinished play of the stage, from the N-th on, with facts that follow from the play's place, and
tries again while the database is away, as players do. `count` counts and publishes, like a worker,
until it is killed. `check` compares a stage that is counted with the brute force.
"""

from __future__ import annotations

import os
import random
import sys
import time
from typing import Any

import django


def facts_for(board: int, table: int) -> dict[str, object]:
    """The facts of a play in this test, whoever ends it."""
    from tests.tournaments.factories import random_facts

    return random_facts(random.Random(1000 * board + table))


def play(stage_id: str, first: int, step: int) -> None:
    """End every `step`-th play of the stage, from the one with index `first` on."""
    from games.models import Play

    plays = list(
        Play.objects.filter(table__round_table__round__stage=stage_id)
        .select_related("board", "table")
        .order_by("board__number", "table__number")
    )
    for each in plays[first::step]:
        while not is_ended(each, facts_for(each.board.number, each.table.number)):
            time.sleep(0.05)


def is_ended(play: Any, facts: dict[str, object]) -> bool:
    """End a play; False if the database went away. What it has accepted is not done again."""
    from django.db import Error, IntegrityError, connections

    from games.models import Result
    from tests.tournaments.factories import finish

    try:
        if not Result.objects.filter(play=play).exists():
            finish(play, facts)
    except IntegrityError:
        raise
    except Error:
        connections.close_all()
        return False
    return True


def make() -> None:
    """A round of 63 plays at 7 tables, released, in a database that has nothing yet."""
    from django.core.management import call_command

    from tests.tournaments.factories import drawn_stage, release

    call_command("migrate", verbosity=0)
    stage = drawn_stage(entrants=21, rounds=1, boards=9)
    release(stage)
    print(stage.pk)


def check(stage_id: str) -> None:
    """Everything is counted and published, and right to the last bit."""
    from tests.tournaments.brute_force import assert_equals_brute_force
    from tournaments.models import Stage
    from tournaments.services.rebuild import rebuild

    stage = Stage.objects.get(pk=stage_id)
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []


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
    match sys.argv[1:]:
        case ["make"]:
            make()
        case ["check", stage_id]:
            check(stage_id)
        case ["count", *_]:
            count()
        case ["play", stage_id, part]:
            first, step = map(int, part.split("/"))
            play(stage_id, first, step)


if __name__ == "__main__":
    main()

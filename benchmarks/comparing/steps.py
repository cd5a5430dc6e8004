"""Steps of the measurement, each a process of its own inside an installation; one JSON each.

`python -m benchmarks.comparing.steps fill|rebuild|brute|burst …`
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import time
from multiprocessing import get_context
from typing import Any

import django


def fill(options: argparse.Namespace) -> dict[str, Any]:
    """Make the event."""
    from benchmarks.comparing.fill import drawn
    from tournaments.models import SeatResult

    began = time.monotonic()
    stage = drawn(options.tables, options.rounds, options.boards, empty_rounds=1)
    return {
        "stage": stage.pk,
        "slug": stage.event.slug,
        "seat_results": SeatResult.objects.count(),
        "seconds": round(time.monotonic() - began, 1),
    }


def rebuild(options: argparse.Namespace) -> dict[str, Any]:
    """Count every field of the stage and publish, from nothing; seconds of each part."""
    from django.utils import timezone

    from tournaments.models import DirtyMark, Field, FieldGeneration, FrequencyRow, Stage
    from tournaments.services.opening import mark_standings_due
    from tournaments.services.publish_standings import publish_standings
    from tournaments.services.recount_fields import recount_marked

    stage = Stage.objects.get(pk=options.stage)
    found = []
    for _ in range(options.times):
        stage.versions.all().delete()
        FrequencyRow.objects.filter(field__stage=stage).delete()
        FieldGeneration.objects.filter(field__stage=stage).delete()
        fields = Field.objects.filter(stage=stage)
        fields.update(generation=0)
        DirtyMark.objects.bulk_create([DirtyMark(field=each, cause="all") for each in fields])
        mark_standings_due(stage.pk, timezone.now())
        began = time.monotonic()
        recount_marked(stage)
        counted = time.monotonic()
        outcome = publish_standings(stage.pk)
        found.append((counted - began, time.monotonic() - counted, str(outcome)))
    best = min(found, key=lambda each: each[0] + each[1])
    return {
        "all_seconds": [round(each[0] + each[1], 3) for each in found],
        "count_seconds": round(best[0], 3),
        "publish_seconds": round(best[1], 3),
        "seconds": round(best[0] + best[1], 3),
        "outcome": best[2],
        "fields": Field.objects.filter(stage=stage).count(),
        "frequency_rows": FrequencyRow.objects.filter(field__stage=stage).count(),
    }


def brute(options: argparse.Namespace) -> dict[str, Any]:
    """The brute force of the tests on one round's boards, every result against every other."""
    from tests.tournaments.brute_force import against
    from tournaments.models import Field, SeatResult

    field = Field.objects.filter(stage=options.stage, generation__gte=1).first()
    assert field is not None
    values = list(SeatResult.objects.filter(field=field).values_list("value", flat=True))
    from fractions import Fraction

    weighted = [(value, Fraction(1)) for value in values if value is not None]
    began = time.monotonic()
    for value, _weight in weighted[: options.results]:
        against(value, weighted)
    each = (time.monotonic() - began) / max(1, len(weighted[: options.results]))
    fields = Field.objects.filter(stage=options.stage, generation__gte=1).count()
    return {"seconds_if_for_all": round(each * len(weighted) * fields, 1)}


def burst(options: argparse.Namespace) -> dict[str, Any]:
    """End a board's plays at all tables at a pace, board by board: with the last one it opens.

    The lag is from the commit of that last result to the version that counts the board. Several
    processes send, as web processes do.
    """
    from games.models import Play
    from tournaments.models import Field, Stage
    from tournaments.services import release_round
    from tournaments.services.actors import SYSTEM

    stage = Stage.objects.get(pk=options.stage)
    round_ = stage.rounds.order_by("number").last()
    assert round_ is not None
    release_round(round_, SYSTEM, early=True, reason="for the measurement")
    lags, sending = [], []
    with get_context("spawn").Pool(options.senders, django.setup) as senders:
        senders.map(abs, range(options.senders))  # they are ready
        for number in range(round_.first_board, round_.last_board + 1):
            found = Play.objects.filter(table__round_table__round=round_, board__number=number)
            plays = list(found.order_by("table__number").values_list("pk", flat=True))
            parts = [plays[first :: options.senders] for first in range(options.senders)]
            begin = time.time()
            jobs = [(part, begin, options.seconds / max(1, len(part))) for part in parts]
            last = max(senders.starmap(send, jobs, chunksize=1))
            sending.append(last - begin)
            field = str(Field.objects.filter(board__number=number, stage=stage)[0].pk)
            lags.append(_seen(stage, field, last + 60) - last)
    return {
        "results_a_board": len(plays),
        "senders": options.senders,
        "sent_in_seconds": [round(each, 2) for each in sending],
        "counted_after_seconds": [round(each, 2) for each in lags],
        "lag_p95": round(sorted(lags)[int(0.95 * (len(lags) - 1) + 0.5)], 2),
    }


def send(plays: list[str], begin: float, each: float) -> float:
    """End plays, one each so many seconds if that is possible; when the last was committed."""
    from games.models import Play
    from tests.tournaments.factories import finish, random_facts

    for place, pk in enumerate(plays):
        time.sleep(max(0.0, begin + place * each - time.time()))
        play = Play.objects.select_related("table", "board").get(pk=pk)
        finish(play, random_facts(random.Random(pk)))
    return time.time()


def _seen(stage: Any, field: str, until: float) -> float:
    """When a version that counts a field can be read; looked for 50 times a second."""
    while time.time() < until:
        version = stage.versions.order_by("-number").only("manifest").first()
        if version is not None and field in version.manifest:
            return time.time()
        time.sleep(0.02)
    return math.inf


def main() -> None:
    """Run one step and print what it returns."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("fill")
    step.set_defaults(run=fill)
    for name in ("--tables", "--rounds", "--boards"):
        step.add_argument(name, type=int, required=True)
    step = steps.add_parser("rebuild")
    step.set_defaults(run=rebuild)
    step.add_argument("stage")
    step.add_argument("--times", type=int, default=3)
    step = steps.add_parser("brute")
    step.set_defaults(run=brute)
    step.add_argument("stage")
    step.add_argument("--results", type=int, default=50)
    step = steps.add_parser("burst")
    step.set_defaults(run=burst)
    step.add_argument("stage")
    step.add_argument("--seconds", type=float, default=5.0)
    step.add_argument("--senders", type=int, default=2)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(options.run(options), sys.stdout)


if __name__ == "__main__":
    main()

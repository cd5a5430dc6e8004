"""Steps of the measurement, each a process of its own inside an installation; one JSON each.

`python -m benchmarks.comparing.steps fill|rebuild|brute|burst …`
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
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
    """End the plays of an early opened board at a pace; how late the standings counted each.

    The lag of a result is from its commit to the first version that was published after it with
    its field's newest count; the last version has to count all of them.
    """
    from tests.tournaments.factories import finish, random_facts
    from tournaments.models import DirtyMark, Stage
    from tournaments.services import open_board, release_round
    from tournaments.services.actors import SYSTEM

    stage = Stage.objects.get(pk=options.stage)
    round_ = stage.rounds.order_by("number").last()
    assert round_ is not None
    from games.models import Play

    if round_.state == "drawn":
        release_round(round_, SYSTEM, early=True, reason="for the measurement")
    plays = list(
        Play.objects.filter(table__round_table__round=round_, state__in=("scheduled", "playing"))
        .select_related("table", "board")
        .order_by("board__number", "table__number")
    )
    chosen = [play for play in plays if play.board_id == plays[0].board_id][: options.results]
    open_board(chosen[0].board, SYSTEM, "for the measurement")
    source = random.Random(7)
    committed = []
    begin = time.time()
    for number, play in enumerate(chosen):
        delay = begin + number * options.seconds / len(chosen) - time.time()
        if delay > 0:
            time.sleep(delay)
        finish(play, random_facts(source))
        committed.append(time.time())
    sending = time.time() - begin
    deadline = time.time() + 60
    while time.time() < deadline:
        stage.refresh_from_db(fields=["standings_due_since"])
        waiting = stage.standings_due_since is not None
        if not waiting and not DirtyMark.objects.filter(field__stage=stage).exists():
            break
        time.sleep(0.02)
    published = sorted(
        at.timestamp() for at in stage.versions.values_list("published_at", flat=True)
    )
    lags = sorted(
        next((at for at in published if at > sent), deadline) - sent for sent in committed
    )
    return {
        "results": len(committed),
        "sent_in_seconds": round(sending, 2),
        "versions": sum(at >= begin for at in published),
        "lag_p50_seconds": round(lags[len(lags) // 2], 2),
        "lag_p95_seconds": round(lags[int(0.95 * (len(lags) - 1))], 2),
        "last_counted_after_seconds": round(max(published) - committed[-1], 2),
    }


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
    step.add_argument("--results", type=int, default=1000)
    step.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(options.run(options), sys.stdout)


if __name__ == "__main__":
    main()

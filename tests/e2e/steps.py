"""Steps of an event, each run in a process of its own inside a test's installation.

`python -m tests.e2e.steps STEP …` (prepare, release, direct, outcome, accepted) prints one JSON
document. The installation is the one that the environment names; no step serves or plays.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import django


def prepare(options: argparse.Namespace) -> dict[str, Any]:
    """Create, import and draw an event; nothing is released."""
    from tournaments import demo

    plan = demo.DemoPlan(
        players=options.players,
        rounds=options.rounds,
        boards=options.boards,
        entrants_file=Path("examples/entrants.csv"),
    )
    prepared = demo.prepare(plan, "Trial", demo.Stopwatch())
    return {"stage": prepared.stage.pk, "slug": prepared.event.slug, "codes": prepared.codes}


def release(options: argparse.Namespace) -> dict[str, Any]:
    """Release the first round, and leave it to be played."""
    from tournaments.models import Stage
    from tournaments.services import release_round
    from tournaments.services.actors import SYSTEM

    release_round(Stage.objects.get(pk=options.stage).rounds.get(number=1), SYSTEM)
    return {}


def direct(options: argparse.Namespace) -> dict[str, Any]:
    """Release every round in its turn, and return when the last has finished."""
    from tournaments import demo
    from tournaments.models import Stage

    demo.play_rounds(Stage.objects.get(pk=options.stage), lambda _: None, lambda: None)
    return {}


def outcome(options: argparse.Namespace) -> dict[str, Any]:
    """The last standings, compared with the brute force over the raw results."""
    from tests.tournaments.brute_force import assert_equals_brute_force
    from tournaments import demo
    from tournaments.models import Stage

    stage = Stage.objects.get(pk=options.stage)
    version = demo.wait_for_standings(stage)
    assert_equals_brute_force(stage)
    rows = [{**row, "previous_rank": None} for row in version.payload["rows"]]
    return {"rows": rows}


def accepted(options: argparse.Namespace) -> dict[str, Any]:
    """Compare what clients wrote down as accepted with what is stored: each once, nothing else."""
    from games.models import LogEntry, SealedDouble

    told: Counter[str] = Counter()
    for text in Path(options.journal).read_text().splitlines():
        line = json.loads(text)
        if line["action"]["type"] == "double":
            told[said(line["play"], line["position"], line["action"]["value"])] += 1
        else:
            (entry,) = line["entries"]
            assert entry["seq"] == line["seq"] + 1
            told[said(line["play"], *(entry[name] for name in OF_AN_ENTRY))] += 1
    stored: Counter[str] = Counter()
    entries = LogEntry.objects.filter(seq__isnull=False, position__isnull=False)
    for row in entries.values_list("play_id", *OF_AN_ENTRY):
        stored[said(*row)] += 1
    for row in SealedDouble.objects.values_list("play_id", "position", "value"):
        stored[said(*row)] += 1
    return {
        "count": stored.total(),
        "lost_or_answered_twice": sorted(told - stored),
        "doubled_or_never_answered": sorted(stored - told),
    }


OF_AN_ENTRY = ("seq", "position", "kind", "data")


def said(*parts: Any) -> str:
    """One action as a text that can be counted."""
    return json.dumps(parts, sort_keys=True)


def main() -> None:
    """Run one step and print what it returns."""
    parser = argparse.ArgumentParser(description="Steps of an event.")
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("prepare")
    step.set_defaults(run=prepare)
    for name in ("--players", "--rounds", "--boards"):
        step.add_argument(name, type=int, required=True)
    for name, run in (("release", release), ("direct", direct), ("outcome", outcome)):
        step = steps.add_parser(name)
        step.set_defaults(run=run)
        step.add_argument("stage")
    step = steps.add_parser("accepted")
    step.set_defaults(run=accepted)
    step.add_argument("journal")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(options.run(options), sys.stdout)


if __name__ == "__main__":
    main()

"""Steps of an event, each run in a process of its own inside a test's installation.

`python -m tests.e2e.steps prepare|direct|outcome …` prints one JSON document. The installation is
the one that the environment names; no step serves or plays.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

import django


def prepare(options: argparse.Namespace) -> dict[str, Any]:
    """Create, import and draw an event; nothing is released."""
    from pathlib import Path

    from tournaments import demo

    plan = demo.DemoPlan(
        players=options.players,
        rounds=options.rounds,
        boards=options.boards,
        entrants_file=Path("examples/entrants.csv"),
    )
    prepared = demo.prepare(plan, "Trial", demo.Stopwatch())
    return {"stage": prepared.stage.pk, "slug": prepared.event.slug, "codes": prepared.codes}


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


def main() -> None:
    """Run one step and print what it returns."""
    parser = argparse.ArgumentParser(description="Steps of an event.")
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("prepare")
    step.set_defaults(run=prepare)
    for name in ("--players", "--rounds", "--boards"):
        step.add_argument(name, type=int, required=True)
    for name, run in (("direct", direct), ("outcome", outcome)):
        step = steps.add_parser(name)
        step.set_defaults(run=run)
        step.add_argument("stage")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(options.run(options), sys.stdout)


if __name__ == "__main__":
    main()

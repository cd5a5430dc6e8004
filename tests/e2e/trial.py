"""An event played over HTTP inside a test's installation, with room for faults in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.services import ROOT, Installation

PATIENCE = 240.0


@dataclass(frozen=True)
class Trial:
    """A drawn event: its stage, its address, the codes of its players."""

    stage: str
    slug: str
    codes: list[str]


def step(installation: Installation, *arguments: str) -> dict[str, Any]:
    """Run one of `tests.e2e.steps` to its end; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.steps", *arguments],
        env=installation.environment, cwd=ROOT, text=True, capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def prepare(installation: Installation, *, players: int, rounds: int, boards: int) -> Trial:
    """Make the database and draw an event in it."""
    installation.manage("migrate", "--verbosity", "0")
    sizes = ("--players", str(players), "--rounds", str(rounds), "--boards", str(boards))
    return Trial(**step(installation, "prepare", *sizes))


@contextmanager
def players(
    url: str, codes: list[str], journal: Path = Path(os.devnull)
) -> Iterator[Callable[[], dict[str, Any]]]:
    """Bots that play over HTTP meanwhile; the value lets them stop and returns their tally."""
    process = subprocess.Popen(
        [sys.executable, "-m", "games.client", url, "--until-input-ends", "--journal", journal],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write("\n".join([*codes, "", ""]))
    process.stdin.flush()

    def stop() -> dict[str, Any]:
        output, _ = process.communicate(timeout=60)
        tally: dict[str, Any] = json.loads(output)
        return tally

    try:
        yield stop
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def finished_tables(url: str, slug: str) -> int:
    """How many tables of the first round have finished, as everybody may know."""
    answer = httpx.get(f"{url}/api/v1/events/{slug}/rounds/1/", trust_env=False)
    states = [table["state"] for table in answer.raise_for_status().json()["tables"]]
    return states.count("finished")


def journal_of(installation: Installation) -> Path:
    """Where the players of an installation note what was accepted."""
    return installation.folder / "accepted.jsonl"


def accepted(installation: Installation) -> int:
    """How many actions were accepted so far, as the players know."""
    return journal_of(installation).read_bytes().count(b"\n")


def play(
    installation: Installation,
    trial: Trial,
    url: str,
    faults: Callable[[Callable[[], bool]], None] | None = None,
) -> list[dict[str, Any]]:
    """Play the event to its end, with `faults` happening meanwhile; the final standings.

    `faults` is given a function that says whether it is still played. Every action that was
    answered with 201 has been found in the log once, and nothing besides; the standings have been
    compared with the brute force, the logs replayed, and what is derived has been made anew and
    found the same.
    """
    journal = journal_of(installation)
    journal.touch()
    with players(url, trial.codes, journal) as stop:
        director = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.steps", "direct", trial.stage],
            env=installation.environment, cwd=ROOT, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            if faults is not None:
                faults(lambda: director.poll() is None)
            assert director.wait(PATIENCE) == 0
        finally:
            director.kill()
            director.wait()
        tally = stop()
    # A client whose answer was lost may look again and find its action done: that is not an error.
    assert set(tally["codes"]) <= {"stale"}, tally
    found = step(installation, "accepted", str(journal))
    assert found.pop("count") > len(trial.codes)
    assert not any(found.values()), found
    rows: list[dict[str, Any]] = step(installation, "outcome", trial.stage)["rows"]
    installation.manage("check_log")
    installation.manage("rebuild", trial.slug)
    return rows

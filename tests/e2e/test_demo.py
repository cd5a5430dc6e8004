"""`manage.py demo`: what it writes is what was played, and what anybody can recompute."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests import services
from tests.e2e.trial import step

SIZE = ("--players", "9", "--rounds", "2", "--boards", "3")


def demo(installation: services.Installation, file: Path, *arguments: str) -> dict[str, Any]:
    """Run the demonstration to its end; what it wrote."""
    installation.manage("demo", *arguments, "--exit", "--json", str(file))
    written: dict[str, Any] = json.loads(file.read_text())
    return written


def test_a_demonstration_is_played_compared_published_and_verifiable(
    installation: services.Installation, tmp_path: Path
) -> None:
    written = demo(installation, tmp_path / "demo.json", *SIZE)

    assert written["plays"] == 2 * 3 * 3
    assert written["rejected_actions"] == 0
    assert written["actions"] > 10 * written["plays"]
    assert written["certificate"]["repeat_meetings"] == 0
    assert written["certificate"]["position_imbalance"] == 0
    assert set(written["seconds"]) >= {"migrate", "import", "draw", "start", "play", "publish"}
    rows = written["standings"]["rows"]
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    # Matchpoints: on each of 6 boards and 3 positions, 3 results share N(N - 1) = 6.
    assert sum(int(row["score"]) for row in rows) == 6 * 3 * 6

    # The published reveal alone gives the deals back.
    reveal = tmp_path / "reveal.json"
    reveal.write_text(json.dumps(written["reveal"]))
    verify = [sys.executable, "-m", "engine", "verify-deals", str(reveal)]
    verify += ["--commitment", written["commitment"]]
    assert subprocess.run(verify, cwd=services.ROOT, capture_output=True).returncode == 0

    # A second run neither fails nor mixes with the first; the first equals the brute force.
    again = demo(installation, tmp_path / "again.json", *SIZE)
    assert again["event_url"].endswith("/e/spring-cup-2/")
    assert again["commitment"] != written["commitment"]
    recomputed = step(installation, "outcome", written["stage"])["rows"]
    assert [(row["rank"], row["score"]) for row in recomputed] == [
        (row["rank"], row["score"]) for row in rows
    ]


def test_what_cannot_be_played_is_refused_in_a_sentence_and_leaves_nothing(
    embedded_installation: services.Installation,
) -> None:
    faulty = embedded_installation.folder / "faulty.csv"
    faulty.write_text("name,rating\nAnn,1500\nBob,high\n,1400\n")
    for arguments, told in (
        (("--players", "5"), "at least 6 entrants"),
        (("--players", "9", "--rounds", "5"), "4"),
        (("--entrants", "nowhere.csv"), "nowhere.csv"),
        (("--entrants", str(faulty), "--players", "6"), "line 3, rating: "),
    ):
        done = subprocess.run(
            [sys.executable, "manage.py", "demo", *arguments, "--exit"],
            env=embedded_installation.environment,
            cwd=services.ROOT,
            text=True,
            capture_output=True,
        )
        assert done.returncode == 1
        assert done.stderr.startswith("CommandError: ")
        assert told in done.stderr
    with sqlite3.connect(embedded_installation.folder / "fushi.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM tournaments_event").fetchone() == (0,)

"""Archives and events go from SQLite to PostgreSQL and back, and what is told stays the same.

Real databases and processes: each installation is its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import ROOT, Installation, Servers, embedded_installation, full_installation

#: Each test starts both databases itself, so that a second run would show nothing new.
pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        os.environ.get("FUSHI_TEST_SERVICES") == "full",
        reason="it uses both databases in either run",
    ),
]


def step(installation: Installation, name: str, module: str = "archived") -> dict[str, str]:
    """Run a step of `tests.e2e.archived`, or of its sibling; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.e2e.{module}", name],
        env=installation.environment, cwd=ROOT, text=True, capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed: dict[str, str] = json.loads(done.stdout)
    return printed


def folders_in(place: Path) -> list[Path]:
    """One for each of three installations."""
    folders = [place / name for name in ("first", "second", "third")]
    for folder in folders:
        folder.mkdir()
    return folders


def differing(now: dict[str, str], before: dict[str, str]) -> list[str]:
    """The addresses that do not tell the same."""
    every = now.keys() | before.keys()
    return sorted(each for each in every if now.get(each) != before.get(each))


def test_everything_told_is_equal_byte_for_byte_in_the_other_database_and_back(
    tmp_path: Path, servers: Servers
) -> None:
    folders = folders_in(tmp_path)
    there, back = tmp_path / "there.zip", tmp_path / "back.zip"
    with embedded_installation(folders[0]) as first:
        first.manage("migrate", "--verbosity", "0")
        step(first, "build")
        told = step(first, "show")
        first.manage("backup", str(there))
        key = (folders[0] / "secret.key").read_text()
    slugs = {each.split("/")[2] for each in told if each.startswith("/direct/")}
    assert len(slugs) == 2
    kinds = {address.split("/")[1] for address in told}
    assert (len(told) > 150, kinds) == (True, {"api", "direct", "e"})
    with full_installation(folders[1], servers) as second:
        with pytest.raises(subprocess.CalledProcessError):
            second.manage("restore", str(there))  # SECRET_KEY is another one: nothing is made
        second.environment["SECRET_KEY"] = key
        second.manage("restore", str(there))
        assert differing(step(second, "show"), told) == []
        for slug in slugs:
            second.manage("rebuild", slug)
        second.manage("backup", str(back))
    with embedded_installation(folders[2]) as third:
        third.manage("restore", str(back))
        assert differing(step(third, "show"), told) == []
        for slug in slugs:
            third.manage("rebuild", slug)
        # A database that holds events is left as it is.
        with pytest.raises(subprocess.CalledProcessError):
            third.manage("restore", str(there))
        assert differing(step(third, "show"), told) == []


def test_an_event_is_told_the_same_beside_others_in_the_other_database_and_back(
    tmp_path: Path, servers: Servers
) -> None:
    folders = folders_in(tmp_path)
    there, back = tmp_path / "there.zip", tmp_path / "back.zip"
    with embedded_installation(folders[0]) as first:
        first.manage("migrate", "--verbosity", "0")
        slug = step(first, "build", "handed")["slug"]
        told = step(first, "show", "handed")
        first.manage("hand_over", slug, str(there))
    assert len(told) > 100
    with full_installation(folders[1], servers) as second:
        second.manage("migrate", "--verbosity", "0")
        step(second, "other", "handed")
        second.manage("bring_in", str(there))
        assert differing(step(second, "show", "handed"), told) == []
        for each in (slug, "other"):
            second.manage("rebuild", each)
        second.manage("hand_over", slug, str(back))
        with pytest.raises(subprocess.CalledProcessError):
            second.manage("bring_in", str(there), "--slug", "again")  # it is there already
    with embedded_installation(folders[2]) as third:
        third.manage("migrate", "--verbosity", "0")
        step(third, "other", "handed")
        third.manage("bring_in", str(back))
        assert differing(step(third, "show", "handed"), told) == []
        third.manage("rebuild", slug)

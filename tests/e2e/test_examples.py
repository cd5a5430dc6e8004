"""The examples play a whole event with strangers: they know nothing but the published API."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import services
from tests.e2e import trial
from tests.services import ROOT

RLCARD = ROOT / "benchmarks" / ".peers" / "rlcard" / "bin" / "python"
LONGEST_CLIENT = 150


@contextmanager
def seated(python: Path, script: str, url: str, codes: list[str]) -> Iterator[None]:
    """Let an example play for each code meanwhile, in processes of their own."""
    command = [str(python), str(ROOT / "examples" / script), url]
    running = [subprocess.Popen([*command, code], stderr=subprocess.PIPE) for code in codes]
    try:
        yield
        assert [process.poll() for process in running] == [None] * len(running)
    finally:
        for process in running:
            process.kill()
            process.communicate()


def test_the_client_is_short_and_needs_the_standard_library_only() -> None:
    lines = (ROOT / "examples" / "table_client.py").read_text().splitlines()
    assert len(lines) < LONGEST_CLIENT
    imported = {
        line.split()[1].split(".")[0] for line in lines if line.startswith(("import", "from"))
    }
    assert imported - {"__future__"} <= sys.stdlib_module_names


def test_strangers_play_an_event_with_ours(tmp_path: Path) -> None:
    """Two of our bots, three blind clients and, where it is installed, an agent of RLCard."""
    with services.embedded_installation(tmp_path) as installation:
        drawn = trial.prepare(installation, players=6, rounds=1, boards=2)
        url = installation.serve()
        rlcard = drawn.codes[3:4] if RLCARD.exists() else []
        with (
            seated(Path(sys.executable), "table_client.py", url, drawn.codes[:3]),
            seated(RLCARD, "rlcard_agent.py", url, rlcard),
            trial.players(url, drawn.codes[3 + len(rlcard) :]) as stop,
        ):
            trial.step(installation, "direct", drawn.stage)
            assert stop()["rejected"] == 0
        assert len(trial.step(installation, "outcome", drawn.stage)["rows"]) == 6

"""The workers: where each engine's interpreter is, and how it is asked.

Owns the processes. Every engine runs in its own environment; ours is the one this runs in.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PEERS_FOLDER = ROOT / "benchmarks" / ".peers"
PEERS = {"rlcard": "RLCard", "douzero": "DouZero", "openspiel": "OpenSpiel"}
NAMES = {"fushi": "Fushi", **PEERS}
_IMPORT_PROBE = """
import time
from pathlib import Path

def pages():
    return int(Path("/proc/self/statm").read_text().split()[1])

before, begun = pages(), time.process_time_ns()
import {modules}
print(time.process_time_ns() - begun, (pages() - before) * 4096)
"""
IMPORTED = {
    "fushi": "engine, engine.hand",
    "rlcard": "rlcard.games.doudizhu",
    "douzero": "douzero.env.game",
    "openspiel": "pyspiel",
}
"""The modules with which a hand can be played."""


def interpreter(engine: str) -> Path:
    """The Python that has the engine."""
    if engine == "fushi":
        return Path(sys.executable)
    return PEERS_FOLDER / engine / "bin" / "python"


def installed(engine: str) -> bool:
    """Whether `install_peers.sh` has made its environment."""
    return engine == "fushi" or (PEERS_FOLDER / engine / "complete").exists()


def environment() -> dict[str, str]:
    """Ours, without what would reach into another interpreter."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}


class Worker:
    """A running worker; ends with the `with` block."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.process = subprocess.Popen(
            [interpreter(engine), "-m", "benchmarks.engines.worker", engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(),
        )
        self.version: str = self._answer()["version"]

    def ask(self, task: dict[str, Any]) -> dict[str, Any]:
        """The answer to a task."""
        assert self.process.stdin
        print(json.dumps(task), file=self.process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the worker of {NAMES[self.engine]} has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.communicate()


def import_cost(engine: str) -> tuple[float, float]:
    """Milliseconds of processor time and megabytes that importing the engine takes."""
    probe = _IMPORT_PROBE.format(modules=IMPORTED[engine])
    command = [str(interpreter(engine)), "-c", probe]
    answer = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment()
    )
    nanoseconds, octets = map(int, answer.stdout.split())
    return nanoseconds / 1e6, octets / 1e6


def import_costs(engine: str, repeats: int) -> tuple[list[float], list[float]]:
    """The same, several times; the first, which may write bytecode, left out."""
    import_cost(engine)
    costs = [import_cost(engine) for _ in range(repeats)]
    return [milliseconds for milliseconds, _ in costs], [size for _, size in costs]

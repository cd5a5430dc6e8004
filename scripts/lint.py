"""Run every check of the code that is not a test, and say at the end which failed.

All of them run even when one fails: a person wants to see everything that is wrong at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

CHECKS: dict[str, list[str]] = {
    "style": [str(BIN / "ruff"), "check", "--no-cache", "--quiet", "."],
    "format": [str(BIN / "ruff"), "format", "--check", "--quiet", "."],
    "types": [str(BIN / "mypy"), "."],
    "layers": [str(BIN / "lint-imports")],
    "settings": [sys.executable, "manage.py", "check", "--fail-level", "WARNING"],
    "migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
    "translations": [sys.executable, "scripts/messages.py", "check"],
}


def main() -> None:
    """Command line: `lint.py [NAME…]`, all checks without a name."""
    names = sys.argv[1:] or list(CHECKS)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    failed: list[str] = []
    for name in names:
        started = time.monotonic()
        done = subprocess.run(CHECKS[name], cwd=ROOT, env=environment)
        verdict = "ok" if done.returncode == 0 else "FAILED"
        print(f"{name}: {verdict} ({time.monotonic() - started:.1f} s)", flush=True)
        if done.returncode != 0:
            failed.append(name)
    if failed:
        sys.exit("lint: " + ", ".join(failed) + " failed")


if __name__ == "__main__":
    main()

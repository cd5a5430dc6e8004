"""Resolve the dependencies of pyproject.toml into the lock files.

Universal (every platform and Python 3.11 to 3.13), with hashes, and without naming a registry.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
COMPILE = [
    str(UV), "pip", "compile", "--quiet", "--universal", "--generate-hashes",
    "--no-header", "--no-annotate", "--no-emit-index-url",
]  # fmt: skip


def main() -> None:
    """Write requirements.lock and requirements-dev.lock, and the pinned uv that installs them."""
    source = ["--python-version", "3.11", "pyproject.toml"]
    subprocess.run([*COMPILE, *source, "-o", "requirements.lock"], cwd=ROOT, check=True)
    subprocess.run(
        [*COMPILE, *source, "--group", "dev", "-o", "requirements-dev.lock"], cwd=ROOT, check=True
    )
    pinned = (ROOT / "requirements-uv.lock").read_text()
    version = re.match(r"uv==(\S+)", pinned)
    if version is None:
        sys.exit("requirements-uv.lock does not begin with uv==")
    command = [*COMPILE, "-", "-o", "requirements-uv.lock"]
    subprocess.run(command, cwd=ROOT, check=True, input=f"uv=={version[1]}", text=True)


if __name__ == "__main__":
    main()

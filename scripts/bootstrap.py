"""Make the project's virtual environment and the compiled message catalogues.

Standard library only: it runs on the machine's own Python before anything is installed.
It never installs outside the project's folder and never changes a lock file.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "fushi-installed"
RUNTIME = "requirements.lock"
DEVELOPMENT = "requirements-dev.lock"
UV = "requirements-uv.lock"
OLDEST, NEWEST = (3, 11), (3, 13)

# Settings of a machine that would send packages elsewhere or refuse hashes. Those that say where
# packages come from (index, certificates, time-outs, local wheels) stay.
MISLEADING = (
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "PIP_CONSTRAINT",
    "PIP_DRY_RUN",
    "PIP_NO_DEPS",
    "PIP_PREFIX",
    "PIP_PYTHON",
    "PIP_REQUIRE_VIRTUALENV",
    "PIP_ROOT",
    "PIP_TARGET",
    "PIP_USER",
)


def clean_environment() -> dict[str, str]:
    """The machine's environment without what misleads pip and Python."""
    return {name: value for name, value in os.environ.items() if name not in MISLEADING}


def installing_environment() -> dict[str, str]:
    """The clean environment, with pip's sources told to uv as well (uv does not read pip's)."""
    environment = clean_environment()
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    environment["UV_NO_CONFIG"] = "1"
    environment["UV_PYTHON_DOWNLOADS"] = "never"
    for pip_name, uv_name in (
        ("PIP_INDEX_URL", "UV_DEFAULT_INDEX"),
        ("PIP_EXTRA_INDEX_URL", "UV_INDEX"),
        ("PIP_CERT", "SSL_CERT_FILE"),
    ):
        if environment.get(pip_name) and not environment.get(uv_name):
            environment[uv_name] = environment[pip_name]
    if not environment.get("UV_DEFAULT_INDEX") and (index := configured_index(environment)):
        environment["UV_DEFAULT_INDEX"] = index
    return environment


def configured_index(environment: dict[str, str]) -> str:
    """The package index named in pip's configuration files, or ""."""
    answer = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"],
        env=environment,
        capture_output=True,
        text=True,
    )
    settings = dict(line.split("=", 1) for line in answer.stdout.splitlines() if "=" in line)
    index = settings.get("install.index-url") or settings.get("global.index-url") or ""
    return index.strip("'\"")


def run(command: Sequence[object], environment: dict[str, str]) -> bool:
    """Run a command in the project's folder; whether it succeeded."""
    return (
        subprocess.run([str(part) for part in command], env=environment, cwd=ROOT).returncode == 0
    )


def fingerprint(locks: Sequence[str]) -> str:
    """What an installation depends on: the lock files and the Python that made it."""
    digest = hashlib.sha256(f"{sys.version_info[:3]} {sys.base_prefix}".encode())
    for name in locks:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def is_current(development: bool) -> bool:
    """Whether .venv holds what the lock files say (a development one also serves at run time)."""
    if not (STAMP.is_file() and PYTHON.exists()):
        return False
    written = STAMP.read_text().strip()
    accepted = [fingerprint([UV, DEVELOPMENT])]
    if not development:
        accepted.append(fingerprint([UV, RUNTIME]))
    return written in accepted


def succeeds(command: Sequence[object], environment: dict[str, str]) -> bool:
    """Whether a command can be run at all; its output is not shown."""
    words = [str(part) for part in command]
    try:
        return subprocess.run(words, env=environment, capture_output=True).returncode == 0
    except OSError:
        return False


def make_venv(environment: dict[str, str]) -> list[str]:
    """Create .venv where it is missing or broken; the command that runs a pip for it.

    The machine's own pip serves the new environment where it can (it saves ten seconds and some
    distributions leave out ensurepip); else the environment gets one of its own.
    """
    machine_pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    if not succeeds([PYTHON, "-c", ""], environment):
        shutil.rmtree(VENV, ignore_errors=True)
        if not run([sys.executable, "-m", "venv", "--without-pip", VENV], environment):
            sys.exit("This Python cannot make a virtual environment (package python3-venv?).")
    if succeeds([*machine_pip, "--version"], environment):
        return machine_pip
    has_pip = succeeds([PYTHON, "-m", "pip", "--version"], environment)
    if not has_pip and not run([PYTHON, "-m", "ensurepip", "--default-pip"], environment):
        sys.exit("Neither this Python nor its virtual environments have pip.")
    return [str(PYTHON), "-m", "pip"]


def install(lock: str) -> None:
    """Bring .venv to exactly what the lock file says, with uv, else with pip."""
    environment = installing_environment()
    pip = [*make_venv(environment), "install", "--quiet"]
    pip += ["--no-compile", "--require-hashes", "--no-deps"]
    has_uv = run([*pip, "-r", UV], environment)
    if has_uv:
        sync = [BIN / "uv", "pip", "sync", "--quiet", "--require-hashes", "--python", PYTHON, lock]
        if run(sync, environment):
            return
    print("uv is not available here: installing with pip", flush=True)
    if not run([*pip, "-r", lock], environment):
        sys.exit(f"The packages of {lock} could not be installed; the lines above say why.")


def catalogues_are_current() -> bool:
    """Whether each .po file has a compiled .mo at least as new."""
    for source in ROOT.glob("locale/*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            return False
    return True


def main() -> None:
    """Command line: `bootstrap.py [--runtime]`."""
    parser = argparse.ArgumentParser(description="Make .venv and compile the message catalogues.")
    parser.add_argument(
        "--runtime",
        action="store_true",
        help="only what serving needs, not the tools of developers",
    )
    development = not parser.parse_args().runtime
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        sys.exit(
            f"Fushi runs on Python 3.11 to 3.13, this is {sys.version.split()[0]}."
            " Name another one: make PYTHON=python3.12 …"
        )
    if not is_current(development):
        lock = DEVELOPMENT if development else RUNTIME
        print(f"Installing {lock} into .venv", flush=True)
        STAMP.unlink(missing_ok=True)
        install(lock)
        STAMP.write_text(fingerprint([UV, lock]))
    if not catalogues_are_current():
        messages = [PYTHON, ROOT / "scripts" / "messages.py", "compile"]
        if not run(messages, clean_environment()):
            sys.exit("The message catalogues could not be compiled.")


if __name__ == "__main__":
    main()

"""Run the tests in passes: on SQLite in one process, in the browser, then on real servers.

The last pass starts PostgreSQL and Valkey itself and repeats what touches the database, the
worker or the API. The last line says how many tests passed and failed in all of them.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import services  # noqa: E402 - the project's folder has to be on the path first

PROCESSES = "3"  # on two cores: some tests wait for servers
#: What the pass on real servers repeats.
ON_SERVERS = (
    "tests/games",
    "tests/tournaments",
    "tests/scenarios",
    "tests/e2e",
    "tests/config/test_serving.py",
    "tests/config/test_writing.py",
)
#: What of that no database, broker or worker can change, or what has an installation of its own.
NOT_ON_SERVERS = (
    "tests/games/pages",
    "tests/tournaments/pages",
    "tests/tournaments/test_admin.py",
    "tests/tournaments/read/test_nothing_leaks.py",
    "tests/e2e/test_examples.py",
)
#: What only the long run repeats there: it reads and computes what other tests have there stored.
LONG_ON_SERVERS = (
    "tests/e2e/test_demo.py",
    "tests/tournaments/read",
    "tests/tournaments/test_added_rounds.py",
    "tests/tournaments/test_every_format.py",
    "tests/tournaments/test_every_ruling.py",
    "tests/tournaments/test_four_a_side.py",
    "tests/tournaments/test_import_entrants.py",
    "tests/tournaments/test_matches_and_rulings.py",
    "tests/tournaments/test_planned_events.py",
    "tests/tournaments/test_playing_director.py",
    "tests/tournaments/test_practice.py",
    "tests/tournaments/test_simulate.py",
    "tests/tournaments/test_teams.py",
)

#: The environment of each pass and what of the tests it runs. A browser keeps an event loop in its
#: thread for good, so its tests have processes of their own.
PASSES = {
    "embedded": ("embedded", "not browser"),
    "browser": ("embedded", "browser"),
    "full": ("full", "not browser"),
}
NO_TESTS_COLLECTED = 5


@contextmanager
def environment_of(servers: str, folder: Path) -> Iterator[dict[str, str]]:
    """The environment of one pass; for "full" the servers run meanwhile."""
    own = {"FUSHI_TEST_SERVICES": servers, "FUSHI_VAR_DIR": str(folder / "var")}
    if servers == "embedded":
        yield services.clean_environment(**own)
        return
    with services.servers(folder) as running:
        yield services.clean_environment(
            DATABASE_URL=running.database_url,
            REDIS_URL=running.redis_url,
            SECRET_KEY="only for tests " * 4,
            ALLOWED_HOSTS="localhost,127.0.0.1,[::1],testserver",
            **own,
        )


def counts(report: Path) -> Counter[str]:
    """How many tests passed, failed and were skipped, from pytest's report."""
    found: Counter[str] = Counter()
    if report.exists():
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            found["failed"] += bad
            found["skipped"] += skipped
            found["passed"] += int(suite.get("tests", 0)) - bad - skipped
    return found


def run_pass(pass_name: str, arguments: list[str]) -> Counter[str]:
    """One of PASSES; one that ends badly without a failed test counts as one failure."""
    started = time.monotonic()
    servers, selection = PASSES[pass_name]
    print(f"== {pass_name} ==", flush=True)
    with tempfile.TemporaryDirectory(prefix="fushi-test-") as name:
        folder = Path(name)
        report = folder / "report.xml"
        command = [sys.executable, "-m", "pytest", "-n", PROCESSES, "--dist", "worksteal"]
        command += [f"--junitxml={report}", "-m", selection, *arguments]
        with environment_of(servers, folder) as environment:
            status = subprocess.run(command, cwd=ROOT, env=environment).returncode
        found = counts(report)
    if status not in (0, NO_TESTS_COLLECTED) and not found["failed"]:
        found["failed"] = 1
        print(f"pytest ended with status {status} before any test failed")
    found["seconds"] = round(time.monotonic() - started)
    return found


def main() -> None:
    """Command line: `test.py [--long] [--services embedded|full] [PATH or pytest option…]`."""
    parser = argparse.ArgumentParser(description="Run the tests on both pairs of servers.")
    parser.add_argument("--long", action="store_true", help="the long runs as well")
    parser.add_argument("--services", choices=tuple(PASSES), help="only this pass")
    options, arguments = parser.parse_known_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Told to end, leave in order: the servers must not outlive this script.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if options.long:
        arguments.append("--long")
    paths_given = any(
        (ROOT / each.partition("::")[0]).exists() for each in arguments if each[0] != "-"
    )
    results: dict[str, Counter[str]] = {}
    for pass_name in [options.services] if options.services else PASSES:
        own = list(arguments)
        if pass_name == "full" and not paths_given:
            own += [path for path in ON_SERVERS if (ROOT / path).exists()]
            left_out = NOT_ON_SERVERS if options.long else NOT_ON_SERVERS + LONG_ON_SERVERS
            own += [f"--ignore={path}" for path in left_out]
        results[pass_name] = run_pass(pass_name, own)
    print()
    for pass_name, found in results.items():
        print(
            f"{pass_name}: {found['passed']} passed, {found['failed']} failed,"
            f" {found['skipped']} skipped in {found['seconds']} s"
        )
    total = sum(results.values(), Counter[str]())
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    sys.exit(1 if total["failed"] or not total["passed"] else 0)


if __name__ == "__main__":
    main()

"""The engine as a library of its own: nothing but the standard library, and nothing unbounded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import engine
from engine.rulesets import get
from engine.tables import tables_for

FOLDER = Path(engine.__file__).parent.parent

IMPORT_EVERYTHING = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
import engine
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
known = sys.stdlib_module_names | {"engine"}
print(*sorted({name.split(".")[0] for name in set(sys.modules) - before} - known))
"""


def test_every_module_works_without_any_installed_package() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", IMPORT_EVERYTHING, str(FOLDER)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.stdout.strip()) == ("", "")


def test_the_package_says_that_it_is_typed() -> None:
    assert (FOLDER / "engine" / "py.typed").exists()


def test_tables_are_kept_for_a_bounded_number_of_rules() -> None:
    assert tables_for.cache_info().maxsize is not None
    assert get.cache_info().maxsize is not None


def test_importing_the_rules_builds_no_tables() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from engine.rulesets import get\n"
        "import engine.hand, engine.moves\n"
        "print('tables' in get('competition').__dict__)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(FOLDER)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"

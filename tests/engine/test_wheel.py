"""The wheel installs into an empty environment without a network, and the tutorial runs there."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scripts.wheel import build

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).with_name("uv")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        record = archive.read("fushi_engine-0.1.0.dist-info/RECORD").decode()
        meta = archive.read("fushi_engine-0.1.0.dist-info/METADATA").decode()
    assert {"engine/__init__.py", "engine/py.typed"} <= names
    assert "engine/schemas/fushi-records-1.schema.json" in names
    assert {name.split("/")[0] for name in names} == {"engine", "fushi_engine-0.1.0.dist-info"}
    assert not any("__pycache__" in name for name in names)
    assert {row[0] for row in csv.reader(record.splitlines())} == names
    assert "Requires-Dist" not in meta


def test_the_same_files_give_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path).read_bytes() == wheel.read_bytes()


def test_it_installs_into_an_empty_environment_and_runs_the_tutorial(
    wheel: Path, tmp_path: Path
) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV", "UV_", "PIP_"))
    }

    def run(*command: object) -> str:
        ran = subprocess.run(
            [str(part) for part in command],
            env=environment, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    run(UV, "venv", "--offline", "--no-config", "--python", sys.executable, "empty")
    python = tmp_path / "empty" / "bin" / "python"
    run(UV, "pip", "install", "--no-index", "--offline", "--no-config", "--python", python, wheel)
    shown = run(python, "-c", "import engine, sys; print(engine.__file__)")
    assert Path(shown.strip()).is_relative_to(tmp_path)
    tutorial = ROOT / "docs" / "engine.md"
    assert run(python, "-m", "doctest", "-o", "ELLIPSIS", tutorial) == ""
    command = tmp_path / "empty" / "bin" / "fushi-engine"
    assert run(command, "classify", "BR") == "BR is a combination: rocket.\n"

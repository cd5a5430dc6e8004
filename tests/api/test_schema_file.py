"""The committed schema is the one that is served: `make schema` writes it."""

from __future__ import annotations

from pathlib import Path

from django.core.management import call_command

from tests.services import ROOT


def test_the_committed_schema_is_valid_and_current(tmp_path: Path) -> None:
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", file=str(made))
    committed = ROOT / "docs" / "openapi.yaml"
    assert committed.read_text() == made.read_text(), "run: make schema"

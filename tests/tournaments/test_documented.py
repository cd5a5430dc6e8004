"""What docs/formats.md says about lists of entrants is what the reader does."""

from __future__ import annotations

import re
from pathlib import Path

from tournaments import entrants_file, sheets
from tournaments.services import import_entrants

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "docs/formats.md").read_text(encoding="utf-8").split("## List of entrants")[1]


def test_every_code_is_documented_and_no_other() -> None:
    tables = SECTION.split("The codes:")[1]
    documented = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", tables))
    used: set[str] = set()
    for path in (entrants_file.__file__, import_entrants.__code__.co_filename):
        source = Path(path).read_text(encoding="utf-8")
        used |= set(re.findall(r"(?:faults|self)\.add\([^\"]*?(?:\"\w+\", )?\"(\w+_\w+)\"", source))
    source = Path(sheets.__file__).read_text(encoding="utf-8")
    used |= set(re.findall(r"raise SheetError\(\"(\w+)\"", source))
    used |= {f"{column}_too_long" for column in entrants_file.LONGEST}
    assert documented == used


def test_every_header_is_documented() -> None:
    for column, headers in entrants_file.HEADERS.items():
        (row,) = re.findall(rf"^\| `{column}` \| (.*?) \|", SECTION, re.MULTILINE)
        assert {column, *row.split(", ")} == set(headers)

"""Collect, check and compile the message catalogues, with Babel and without gettext's binaries.

Reads Python sources and Django templates; writes only below locale/. It translates nothing:
a new text is added empty, and `check` names every text that has no translation yet.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("config", "games", "tournaments", "templates")
#: Dates in a catalogue's head would change with every collecting and say nothing.
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
TARGETS = {"zh_Hans": ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"}

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def source_files() -> Iterator[Path]:
    """Python modules and templates that may hold texts, in a stable order."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            is_template = path.suffix in {".html", ".txt"} and "templates" in path.parts
            is_code = path.suffix == ".py" and "migrations" not in path.parts
            if is_template or is_code:
                yield path


def python_text(path: Path) -> str:
    """A source as Python code for the extractor; a template becomes its calls of gettext."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text
    calls = templatize(text, origin=path.name)
    return "\n".join(line.lstrip() for line in calls.splitlines())


def collect() -> Catalog:
    """Every text of the sources, with the files (no line numbers: they change too often)."""
    catalog = Catalog(project="fushi", charset="utf-8", creation_date=FIRST_DAY)
    for path in source_files():
        stream = io.BytesIO(python_text(path).encode())
        place = path.relative_to(ROOT).as_posix()
        found = extract("python", stream, KEYWORDS, comment_tags=("Translators:",))
        for _line, text, comments, context in found:
            catalog.add(text, locations=[(place, 0)], auto_comments=comments, context=context)
    return catalog


def read_catalog(path: Path, locale: str) -> Catalog:
    """The catalogue of a language, empty where the file does not exist yet."""
    if path.exists():
        with path.open("rb") as stream:
            return read_po(stream, locale=locale, charset="utf-8")
    return Catalog(
        locale=locale,
        project="fushi",
        version="1",
        header_comment="# Texts of Fushi. SPDX-License-Identifier: AGPL-3.0-or-later\n#",
        creation_date=FIRST_DAY,
        revision_date=FIRST_DAY,
        last_translator="",
        language_team="",
        msgid_bugs_address="",
        charset="utf-8",
        fuzzy=False,
    )


def update() -> None:
    """Bring the texts of the sources into each catalogue; translations stay as they are."""
    template = collect()
    for locale, path in TARGETS.items():
        catalog = read_catalog(path, locale)
        catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
        catalog.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            write_po(stream, catalog, width=96, sort_output=True, include_lineno=False)
        print(f"{path.relative_to(ROOT)}: {len(catalog)} texts")


def is_translated(message: Message) -> bool:
    """Whether every form of the text has a translation that nobody has put in question."""
    forms = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    return all(forms) and not message.fuzzy


def faults() -> Iterator[str]:
    """One line for each text that a catalogue lacks, or translates with other placeholders."""
    template = collect()
    for locale, path in TARGETS.items():
        catalog = read_catalog(path, locale)
        for message in template:
            if not message.id:
                continue
            own = catalog.get(message.id, message.context)
            places = ", ".join(sorted({name for name, _ in message.locations}))
            if own is None or not is_translated(own):
                yield f"{locale}: no translation of {message.id!r} ({places})"
                continue
            for error in own.check(catalog):
                yield f"{locale}: {error}: {message.id!r} ({places})"


def check() -> int:
    """Print the faults; the exit status."""
    found = list(faults())
    for line in found:
        print(line)
    if found:
        print(f"{len(found)} texts want work: make messages, then edit locale/*/LC_MESSAGES/*.po")
    return 1 if found else 0


def compile_catalogues() -> None:
    """Write each .po file's .mo beside it, in one step, so that a running server sees it whole."""
    for path in sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po")):
        catalog = read_catalog(path, path.parent.parent.name)
        target = path.with_suffix(".mo")
        unfinished = target.with_name(f"{target.name}.{os.getpid()}")
        with unfinished.open("wb") as stream:
            write_mo(stream, catalog)
        unfinished.replace(target)


def main() -> None:
    """Command line: `messages.py collect|check|compile`."""
    parser = argparse.ArgumentParser(description="Message catalogues: collect, check, compile.")
    parser.add_argument("action", choices=("collect", "check", "compile"))
    action = parser.parse_args().action
    if action == "collect":
        update()
    elif action == "compile":
        compile_catalogues()
    else:
        sys.exit(check())


if __name__ == "__main__":
    main()

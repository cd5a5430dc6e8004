"""The command `verify-summary`: whether the summary of an event is what its installation signed.

Owns its arguments, files and printed form; the work is done by `summary`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.command_line import read_json
from engine.errors import EngineError
from engine.messages import sentence
from engine.summary import SignedSummary, verify


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `verify-summary` to the commands of `python -m engine`."""
    parser = subparsers.add_parser(
        "verify-summary",
        help="check the signed summary of an event, and files against it",
        description="Exit 0: everything fits. 1: something does not. 2: the input cannot be read.",
    )
    parser.add_argument("summary", help="the summary (JSON), or - for standard input")
    parser.add_argument("--key", help="the installation's public key, from where you trust it")
    parser.add_argument("--files", type=Path, help="a folder with files of that version")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check a summary; 0 if everything fits, else 1. Raises `EngineError` or `OSError`."""
    signed = SignedSummary.from_data(read_json(arguments.summary))
    files = {} if arguments.files is None else found_files(signed, arguments.files)
    faults = verify(signed, arguments.key, files)
    if arguments.json:
        answer = {
            "ok": not faults,
            "key": signed.key_text,
            "key_checked": arguments.key is not None,
            "files_checked": sorted(files),
            "faults": [{"code": each.code, "detail": each.detail} for each in faults],
        }
        sys.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1) + "\n")
    else:
        _report(signed, faults, sorted(files), arguments)
    return 1 if faults else 0


def found_files(signed: SignedSummary, folder: Path) -> dict[str, bytes]:
    """The files of a folder that a summary names, under their own or their downloaded name.

    (A browser keeps `standings.csv` of version 3 as `spring-cup-standings-v3.csv`.)
    """
    found = {}
    for path in sorted(folder.iterdir()):
        for name in signed.summary["files"]:
            stem, _dot, ending = name.rpartition(".")
            version = signed.summary.get("version")
            downloaded = rf".+-{re.escape(stem)}-v{version}\.{re.escape(ending)}"
            if path.name == name or re.fullmatch(downloaded, path.name):
                found[name] = path.read_bytes()
    return found


def _report(
    signed: SignedSummary,
    faults: Iterable[EngineError],
    files: list[str],
    arguments: argparse.Namespace,
) -> None:
    language = arguments.lang
    code = "told_key" if arguments.key is not None else "told_key_unchecked"
    _tell(sentence(code, language, key=signed.key_text))
    for row in signed.summary.get("ranking", []):
        _tell(f"{row['rank']}\t{row['number']}\t{row['name']}\t{row['score']}")
    for fault in faults:
        _tell(sentence("told_wrong", language, fault=fault.sentence(language)))
    if not faults:
        _tell(sentence("told_signed", language, count=len(files)))


def _tell(text: str) -> None:
    sys.stdout.write(text + "\n")

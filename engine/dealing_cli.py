"""The commands `deal` (make a set of deals) and `verify-deals` (check a published one).

Owns their arguments, files and printed form; the work is done by `dealing` and `dealing_reveal`.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
from pathlib import Path

from engine.boards_file import DealSet, write_json
from engine.command_line import read_json, whole
from engine.dealing import (
    FOUR_VERSION,
    MOST_DEALS,
    VERSION,
    DealSetDescription,
    DealtBoard,
    derive_set,
    new_secret,
)
from engine.dealing_reveal import (
    Fault,
    Reveal,
    deals_from_data,
    deals_to_data,
    verify,
)
from engine.errors import DealError, EngineError
from engine.messages import sentence

COMMITMENT_FORMAT = "fushi-commitment-1"


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `deal` and `verify-deals` to the commands of `python -m engine`."""
    _add_deal(subparsers)
    _add_verify(subparsers)


def _add_deal(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "deal",
        help="make a committed set of deals",
        description="Make a set: commitment.json is for publishing now, reveal.json and deals.json "
        "are secret until the last board is open. A set with an announced public value has no "
        "deals until `deal DIRECTORY --complete --public-value VALUE`.",
    )
    parser.add_argument("directory", type=Path, help="where the files go; nothing is overwritten")
    parser.add_argument("--set-id", default="1", help="names the set within the event")
    parser.add_argument("--event", default="", help="the event, as it is to be committed to")
    parser.add_argument("--stage", default="1")
    parser.add_argument("--session", default="1")
    parser.add_argument("--boards", type=whole(1, MOST_DEALS), help="how many boards")
    parser.add_argument(
        "--reserves", type=whole(0, MOST_DEALS), default=0, help="how many reserve boards"
    )
    parser.add_argument("--players", type=whole(), choices=(3, 4), default=3)
    parser.add_argument("--public-value-name", help="announce a value that nobody can know yet")
    parser.add_argument("--public-value", help="that value, once it is known")
    parser.add_argument("--complete", action="store_true", help="deal an announced set")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run_deal)


def _add_verify(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "verify-deals",
        help="derive the deals of a set from its published reveal, and compare",
        description="Exit 0: everything fits. 1: something does not. 2: the input cannot be read.",
    )
    parser.add_argument("reveal", help="the published reveal (JSON), or - for standard input")
    parser.add_argument("--deals", type=Path, help="the deals as they were played (JSON)")
    parser.add_argument("--commitment", help="the commitment as it was published in advance")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run_verify)


def run_deal(arguments: argparse.Namespace) -> int:
    """Make a set, or complete one; 0. Raises `DealError` or `OSError`."""
    directory: Path = arguments.directory
    secret_file = directory / "reveal.json"
    if arguments.complete:
        reveal = dataclasses.replace(
            Reveal.from_data(read_json(secret_file)), public_value=arguments.public_value
        )
    else:
        reveal = _new_reveal(arguments)
        directory.mkdir(parents=True, exist_ok=True)
        for name in ("commitment.json", "reveal.json", "deals.json"):
            if (directory / name).exists():
                raise DealError("set_exists", path=str(directory / name))
    description = reveal.description
    pending = description.public_value_name is not None and reveal.public_value is None
    boards: tuple[DealtBoard, ...] = ()
    if not pending:
        boards = derive_set(reveal.secret, description, public_value=reveal.public_value)
        reveal = Reveal.of(description, reveal.secret, boards, reveal.public_value)
        deals = DealSet(description.set_id, boards, description.version, reveal.commitment)
        _write(directory / "deals.json", write_json(deals), secret=True)
    _write_json(secret_file, reveal.to_data(), secret=True)
    committed = {
        "format": COMMITMENT_FORMAT,
        "commitment": reveal.commitment,
        "description": description.to_data(),
    }
    if not arguments.complete:
        _write_json(directory / "commitment.json", committed, secret=False)
    if arguments.json:
        _print_json(committed | {"deals": len(boards)})
    else:
        _tell(arguments.lang, "told_commitment", commitment=reveal.commitment)
        _tell(arguments.lang, "told_deals" if boards else "told_waiting", count=len(boards))
    return 0


def _new_reveal(arguments: argparse.Namespace) -> Reveal:
    if arguments.boards is None:
        raise EngineError("missing_part", part="--boards")
    description = DealSetDescription(
        set_id=arguments.set_id,
        event=arguments.event,
        stage=arguments.stage,
        session=arguments.session,
        boards=arguments.boards,
        reserves=arguments.reserves,
        public_value_name=arguments.public_value_name,
        version=VERSION if arguments.players == 3 else FOUR_VERSION,
    )
    if arguments.public_value is not None:
        raise DealError("public_value_too_early")
    return Reveal(description, new_secret())


def run_verify(arguments: argparse.Namespace) -> int:
    """Check a reveal; 0 if everything fits, else 1. Raises `EngineError` or `OSError`."""
    reveal = Reveal.from_data(read_json(arguments.reveal))
    given: tuple[DealtBoard, ...] = ()
    if arguments.deals is not None:
        given = deals_from_data(read_json(arguments.deals))
    derived = reveal.boards()
    faults = verify(reveal, arguments.commitment, given or derived)
    if arguments.json:
        _print_json(
            {
                "ok": not faults,
                "commitment": reveal.commitment,
                "commitment_checked": arguments.commitment is not None,
                "deals_checked": len(given),
                "faults": [fault.to_data() for fault in faults],
                "deals": deals_to_data(reveal.description.set_id, derived)["deals"],
            }
        )
    else:
        _print_report(reveal, faults, len(given), arguments)
        if arguments.deals is None:
            for board in derived:
                _print(f"\n{board.kind} {board.number}\n{board.deal}")
    return 1 if faults else 0


def _print_report(
    reveal: Reveal, faults: list[Fault], checked: int, arguments: argparse.Namespace
) -> None:
    language, compared = arguments.lang, arguments.commitment is not None
    code = "told_commitment" if compared else "told_commitment_unchecked"
    _tell(language, code, commitment=reveal.commitment)
    for (kind, number), attempt in sorted(reveal.attempts.items()):
        board = sentence(f"name_of_{kind}", language, number=number)
        _tell(language, "told_attempt", board=board, attempt=attempt)
    for fault in faults:
        _tell(language, "told_wrong", fault=fault.error.sentence(language))
    if not faults:
        _tell(language, "told_verified", count=checked)


def _tell(language: str, code: str, **params: object) -> None:
    _print(sentence(code, language, **params))


def _write_json(path: Path, document: object, *, secret: bool) -> None:
    _write(path, json.dumps(document, ensure_ascii=False, indent=1) + "\n", secret=secret)


def _write(path: Path, text: str, *, secret: bool) -> None:
    """Write a whole file or none; a secret one is readable by its owner alone."""
    new = path.with_name(path.name + ".new")
    mode = 0o600 if secret else 0o644
    with open(
        os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8"
    ) as f:
        f.write(text)
    new.replace(path)


def _print_json(document: object) -> None:
    _print(json.dumps(document, ensure_ascii=False, indent=1))


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")

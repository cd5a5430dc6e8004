"""The commands about files: `show`, `replay`, `convert` and `duplicates`.

Owns their arguments and printed forms.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engine.actions import action_to_data
from engine.boards_file import DealSet, repeats
from engine.cli.board import board_lines, describe, plain
from engine.cli.files import FORMS, Content, read_content, write_content
from engine.cli.shared import Subparsers, add_json, say, say_json
from engine.command_line import file_error, read_file, tell, whole
from engine.deal import Deal
from engine.errors import FileError, ParseError
from engine.hand import HandState, view
from engine.messages import sentence
from engine.picture import picture
from engine.record import Record

CHECKED = frozenset(
    ("other_result", "other_points", "not_your_turn", "wrong_phase", "hand_finished", "bid_too_low")
) | {"already_chosen", "not_held", "not_a_combination", "breaks_bomb", "other_shape"}
CHECKED |= {"other_length", "not_higher", "leader_passes", "not_canonical"}
"""Faults that are a failed check and not a file that cannot be read."""


def add_commands(subparsers: Subparsers) -> None:
    """Add `show`, `replay`, `convert` and `duplicates`; each sets `run`."""
    show = subparsers.add_parser("show", help="boards of a file, readable on the terminal")
    show.add_argument(
        "--board", type=whole(1), metavar="N", help="only the Nth of the file, from 1"
    )
    show.add_argument("--step", type=whole(0), metavar="K", help="of records: after K actions")
    show.add_argument("--svg", action="store_true", help="print one board as SVG")
    show.set_defaults(run=run_show)
    replay = subparsers.add_parser(
        "replay",
        help="step through records, and check them",
        description="Exit 0: result and points are those of the plays. 1: not. 2: no record.",
    )
    replay.add_argument(
        "--record", type=whole(1), metavar="N", help="only the Nth of the file, from 1"
    )
    replay.add_argument("--pause", action="store_true", help="wait for Enter after each action")
    replay.set_defaults(run=run_replay)
    convert = subparsers.add_parser("convert", help="write records or deals in another form")
    convert.add_argument("--to", choices=("text", "json"), help="text by default")
    convert.add_argument("--output", metavar="FILE", help="instead of standard output")
    convert.add_argument("--deals", metavar="SET", help="only the deals, as a set of this name")
    convert.add_argument("--check", action="store_true", help="only: is it written as we write?")
    convert.set_defaults(run=run_convert)
    twice = subparsers.add_parser("duplicates", help="equal deals in a set, or with an archive")
    twice.set_defaults(run=run_duplicates)
    for parser in (show, replay, convert, twice):
        add_json(parser)
        parser.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    twice.add_argument("archive", nargs="*", metavar="ARCHIVE", help="files of earlier deals")
    for parser in (show, replay, convert):
        parser.add_argument("--from", dest="form", choices=FORMS, default="auto")


def _chosen(content: Content, number: int | None) -> list[tuple[str, Record | Deal]]:
    """The boards of a file with their names, or the one that is asked for."""
    if isinstance(content, DealSet):
        named: list[tuple[str, Record | Deal]] = [
            (f"{board.kind} {board.number}", board.deal) for board in content.boards
        ]
    else:
        named = [
            (plain(" · ".join(filter(None, (r.event, r.board)))) or str(k), r)
            for k, r in enumerate(content, 1)
        ]
    if number is None:
        return named
    if not 1 <= number <= len(named):
        raise ParseError("no_such_board", number=number, count=len(named))
    return [named[number - 1]]


def run_show(arguments: argparse.Namespace) -> int:
    """Print boards; 0. Raises `EngineError`, `OSError`."""
    content = read_content(read_file(arguments.file), arguments.form)
    chosen = _chosen(content, arguments.board)
    rows: list[dict[str, Any]] = []
    for name, one in chosen:
        subject: Deal | HandState = one if isinstance(one, Deal) else _after(one, arguments.step)
        names = one.players if isinstance(one, Record) else ()
        if arguments.svg:
            say(picture(subject, names=names, title=name, language=arguments.lang))
            return 0
        if arguments.json:
            shown = subject.to_data() if isinstance(subject, Deal) else _seen(subject)
            rows.append({"name": name} | shown)
        else:
            say("\n".join([name, *board_lines(subject, names, arguments.lang), ""]))
    if arguments.json:
        say_json({"boards": rows})
    return 0


def _after(record: Record, step: int | None) -> HandState:
    """The state after `step` actions, or the last one."""
    if step is None:
        return record.state
    states = [HandState.new(record.deal, record.ruleset, record.state.all_pass, record.state.bet)]
    states += [each.state for each in record.steps()]
    return states[min(step, len(states) - 1)]


def _seen(state: HandState) -> dict[str, Any]:
    return view(state, None, open_cards=True).to_data()


def run_replay(arguments: argparse.Namespace) -> int:
    """Print every action; 0 if everything fits, 1 if a check fails. Raises `EngineError`."""
    try:
        content = read_content(read_file(arguments.file), arguments.form)
    except FileError as error:
        if any(fault.code not in CHECKED for fault in error.errors):
            raise
        return _failed(error, arguments)
    if isinstance(content, DealSet):
        raise ParseError("no_records")
    documents = []
    for name, record in _chosen(content, arguments.record):
        assert isinstance(record, Record)
        if arguments.json:
            documents.append(_steps(record))
            continue
        say(name)
        for number, step in enumerate(record.steps(), 1):
            say(f"{number:4}  {describe(step, record.players, arguments.lang)}")
            if arguments.pause:
                sys.stdin.readline()
        for position, score in (record.points or {}).items():
            say(f"      {position}: {score:+}")
    if arguments.json:
        say_json({"ok": True, "records": documents})
    return 0


def _failed(error: FileError, arguments: argparse.Namespace) -> int:
    if arguments.json:
        faults = [
            {
                "line": e.line,
                "column": e.column,
                "code": e.code,
                "detail": e.sentence(arguments.lang),
            }
            for e in error.errors
        ]
        say_json({"ok": False, "faults": faults})
    else:
        sys.stderr.write("\n".join(tell(error, arguments.lang)) + "\n")
    return 1


def _steps(record: Record) -> dict[str, Any]:
    points = record.points
    return {
        "steps": [
            {"position": step.position} | action_to_data(step.action) for step in record.steps()
        ],
        "result": None if record.result is None else record.result.to_data(),
        "points": None if points is None else {str(p): score for p, score in points.items()},
    }


def run_convert(arguments: argparse.Namespace) -> int:
    """Write the file in another form; 0, or with `--check` 1 where it differs."""
    text = read_file(arguments.file)
    if arguments.check:
        try:
            read_content(text, arguments.form, exactly=True)
        except FileError as error:
            if any(fault.code not in CHECKED for fault in error.errors):
                raise
            return _failed(error, arguments)
        if arguments.json:
            say_json({"ok": True})
        return 0
    content = read_content(text, arguments.form)
    if arguments.deals is not None and not isinstance(content, DealSet):
        content = DealSet.of(arguments.deals, [record.deal for record in content])
    form = arguments.to or ("json" if arguments.json else "text")
    written = write_content(content, form)
    if arguments.output is None:
        sys.stdout.write(written)
    else:
        try:
            Path(arguments.output).write_bytes(written.encode())
        except OSError as error:
            raise file_error(error, arguments.output) from None
    return 0


def run_duplicates(arguments: argparse.Namespace) -> int:
    """Print every deal that was there before; 1 if there is one, else 0. Raises `EngineError`."""
    deals = _deals(arguments.file)
    found = repeats(deals, [_deals(name) for name in arguments.archive])
    if arguments.json:
        rows = [
            {"kind": r.board.kind, "number": r.board.number, "set_id": r.set_id,
             "earlier": {"kind": r.earlier.kind, "number": r.earlier.number}}
            for r in found
        ]  # fmt: skip
        say_json({"ok": not found, "duplicates": rows})
        return 1 if found else 0
    for repeat in found:
        board, earlier = (
            sentence(f"name_of_{each.kind}", arguments.lang, number=each.number)
            for each in (repeat.board, repeat.earlier)
        )
        named = {"board": board, "earlier": earlier, "set": plain(repeat.set_id)}
        say(sentence("told_repeat", arguments.lang, **named))
    if not found:
        say(sentence("told_no_repeats", arguments.lang))
    return 1 if found else 0


def _deals(name: str) -> DealSet:
    """The deals of a file; those of records are numbered in order."""
    content = read_content(read_file(name))
    if isinstance(content, DealSet):
        return content
    return DealSet.of(name, [record.deal for record in content])

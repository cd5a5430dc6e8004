"""`python -m engine`: puts the commands of the engine's parts together, and reports their errors.

Owns the exit codes (0 answer, 1 a check failed, 2 bad input); a command lives with its subject.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from itertools import pairwise

from engine import dealing_cli, summary_cli
from engine.cli import card_commands, file_commands, ruleset_commands, score_command
from engine.command_line import CommandParser, UsageError, error_data, file_error, tell
from engine.comparison import cli as comparison_cli
from engine.errors import EngineError
from engine.messages import LANGUAGES
from engine.movements import cli as movements_cli

GONE, STOPPED = 141, 130
"""Exit codes where the reader of the answer went away, and of Ctrl+C, as shells have them."""


def build_parser() -> CommandParser:
    """The parser of all commands; each sets `run`, a function of the arguments to an exit code."""
    parser = CommandParser(prog="python -m engine", description="The engine of Fushi.")
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="of what is said")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    modules = (card_commands, score_command, file_commands, ruleset_commands)
    for module in (*modules, dealing_cli, summary_cli, comparison_cli, movements_cli):
        module.add_commands(subparsers)
    for command in subparsers.choices.values():
        command.add_argument(
            "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="of what is said"
        )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors go to standard error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        parsed = build_parser().parse_args(words)
        code = int(parsed.run(parsed))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _silence()
        return GONE
    except KeyboardInterrupt:
        return STOPPED
    except (EngineError, OSError, UnicodeError) as error:
        refuse(_of_engine(error), words)
        return 2


def refuse(error: EngineError, words: Sequence[str]) -> None:
    """Tell an error on standard error, in the form and language that the arguments ask for."""
    language = asked_language(words)
    if "--json" in words:
        text = json.dumps(error_data(error, language), ensure_ascii=False)
    else:
        usage = error.usage.rstrip().splitlines() if isinstance(error, UsageError) else []
        text = "\n".join([*tell(error, language), *usage])
    sys.stderr.write(text + "\n")


def asked_language(words: Sequence[str]) -> str:
    """The language that arguments ask for, even such as cannot be parsed."""
    asked = [word[7:] for word in words if word.startswith("--lang=")]
    asked += [after for word, after in pairwise(words) if word == "--lang"]
    return asked[-1] if asked and asked[-1] in LANGUAGES else LANGUAGES[0]


def _of_engine(error: EngineError | OSError | UnicodeError) -> EngineError:
    if isinstance(error, EngineError):
        return error
    if isinstance(error, OSError):
        return file_error(error)
    return EngineError("file_error", path="-", reason="the terminal cannot show these letters")


def _silence() -> None:
    """Nobody reads any more: what is still buffered must not be told when the process ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return

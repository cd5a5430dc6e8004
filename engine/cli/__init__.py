"""`python -m engine`: puts the commands of the engine's parts together, and reports their errors.

Owns the exit codes (0 answer, 1 a check failed, 2 bad input); a command lives with its subject.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from engine import dealing_cli
from engine.cli import card_commands, file_commands, ruleset_commands, score_command
from engine.cli.shared import tell
from engine.comparison import cli as comparison_cli
from engine.errors import EngineError
from engine.messages import LANGUAGES
from engine.movements import cli as movements_cli


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; each sets `run`, a function of the arguments to an exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The engine of Fushi.")
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="of what is said")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    modules = (card_commands, score_command, file_commands, ruleset_commands)
    for module in (*modules, dealing_cli, comparison_cli, movements_cli):
        module.add_commands(subparsers)
    for command in subparsers.choices.values():
        command.add_argument(
            "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="of what is said"
        )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors go to standard error."""
    parsed = build_parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except (EngineError, OSError, UnicodeDecodeError) as error:
        sys.stderr.write("\n".join(tell(error, parsed.lang)) + "\n")
        return 2

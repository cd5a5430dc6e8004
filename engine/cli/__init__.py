"""`python -m engine`: puts the commands of the engine's parts together, and reports their errors.

Owns the exit codes (0 answer, 1 a check failed, 2 bad input); a command lives with its subject.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from engine import dealing_cli
from engine.comparison import cli as comparison_cli
from engine.errors import EngineError
from engine.movements import cli as movements_cli


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; each sets `run`, a function of the arguments to an exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The engine of Fushi.")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    dealing_cli.add_commands(subparsers)
    comparison_cli.add_commands(subparsers)
    movements_cli.add_commands(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors go to standard error."""
    parsed = build_parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except (EngineError, OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2

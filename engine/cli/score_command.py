"""The command `score`: the points of a result, from its facts.

Owns its arguments and its printed form, which is fixed for scripts.
"""

from __future__ import annotations

import argparse

from engine.cli.shared import Subparsers, add_json, add_ruleset, ruleset_of, say, say_json
from engine.command_line import whole
from engine.errors import EngineError, RulesetError
from engine.payoff import points, result_problems
from engine.result import Result


def add_commands(subparsers: Subparsers) -> None:
    """Add `score`."""
    parser = subparsers.add_parser(
        "score",
        help="the points of a result",
        description="Every position's points. --winner is needed unless --passed-out.",
    )
    add_ruleset(parser)
    parser.add_argument(
        "--landlord", type=whole(1, 4), metavar="P", help="position of the landlord"
    )
    parser.add_argument("--bid", type=whole(1, 3), metavar="B", help="1, 2 or 3")
    parser.add_argument("--bombs", type=whole(0), default=0, metavar="N", help="bombs that double")
    parser.add_argument("--rockets", type=whole(0), default=0, metavar="N")
    spring = parser.add_mutually_exclusive_group()
    spring.add_argument("--spring", action="store_true", help="no farmer played a card")
    spring.add_argument("--anti-spring", action="store_true", help="the landlord only led once")
    parser.add_argument(
        "--doubled", type=whole(1, 4), nargs="+", action="extend", default=[], metavar="P"
    )
    parser.add_argument("--redoubled", action="store_true")
    parser.add_argument(
        "--bet", type=whole(1), default=1, metavar="X", help="table bet of operator"
    )
    parser.add_argument("--winner", choices=("landlord", "farmers"))
    parser.add_argument("--passed-out", action="store_true", help="nobody bid")
    add_json(parser)
    parser.set_defaults(run=run_score)


def run_score(arguments: argparse.Namespace) -> int:
    """Print the points; 0. Raises `EngineError` for facts that cannot be."""
    ruleset = ruleset_of(arguments)
    result = _result(arguments)
    problems = result_problems(result, ruleset)
    if problems:
        raise RulesetError("impossible_facts", causes=tuple(map(RulesetError, problems)))
    scores = points(result, ruleset, arguments.bet)
    if arguments.json:
        say_json({"points": {str(position): score for position, score in scores.items()}})
    else:
        for position, score in scores.items():
            say(f"{position}: {score:+}")
    return 0


def _result(arguments: argparse.Namespace) -> Result:
    for name in () if arguments.passed_out else ("landlord", "bid"):
        if getattr(arguments, name) is None:
            raise EngineError("missing_part", part=f"--{name}")
    spring = "spring" if arguments.spring else "anti_spring" if arguments.anti_spring else None
    return Result(
        landlord=arguments.landlord,
        bid=arguments.bid or 0,
        bombs=arguments.bombs,
        rockets=arguments.rockets,
        spring=spring,
        doubled=tuple(sorted(arguments.doubled)),
        redoubled=arguments.redoubled,
        winner=arguments.winner,
        passed_out=arguments.passed_out,
    )

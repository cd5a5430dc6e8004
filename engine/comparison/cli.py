"""The command `compare`: the scores of one field, so that anybody can check a published column.

Owns its arguments and its printed form.
"""

from __future__ import annotations

import argparse
import json
import sys

from engine.command_line import whole
from engine.comparison.field import tally
from engine.comparison.method import get, names
from engine.comparison.rounding import shown
from engine.messages import sentence


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `compare` to the commands of `python -m engine`."""
    parser = subparsers.add_parser(
        "compare",
        help="score the results of one field",
        description="Scores are exact: whole numbers or fractions. Write -- before POINTS when "
        "some are negative.",
    )
    parser.add_argument("--method", choices=names(), default="matchpoints")
    parser.add_argument("--expected", type=whole(1), help="how many results there should have been")
    parser.add_argument("--fouled", action="store_true", help="a sub-field with other hands")
    parser.add_argument("--trim", help="datum: share dropped at each end, such as 1/20")
    parser.add_argument(
        "--unit", type=whole(1), help="cross-imp: bridge points that one point counts"
    )
    parser.add_argument("--cap", type=whole(1), help="capped: the most that one comparison brings")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("points", type=whole(), nargs="+", metavar="POINTS")
    parser.set_defaults(run=run_compare)


def run_compare(arguments: argparse.Namespace) -> int:
    """Print the score of every result, in the order given; 0. Raises `ComparisonError`."""
    given = {name: getattr(arguments, name) for name in ("trim", "unit", "cap")}
    options = {name: value for name, value in given.items() if value is not None}
    method = get(arguments.method, **options)
    points: list[int] = arguments.points
    size = len(points) if arguments.expected is None else arguments.expected
    table = method.table(tally(points), size, fouled=arguments.fouled)
    top = method.top(size)
    percentages = [
        None if top is None else method.percentage(table[value], top) for value in points
    ]
    if arguments.json:
        document = {
            "method": method.to_data(),
            "scores": [str(table[value]) for value in points],
            "top": None if top is None else str(top),
            "percentages": [None if share is None else str(share) for share in percentages],
        }
        sys.stdout.write(json.dumps(document) + "\n")
        return 0
    for value, share in zip(points, percentages, strict=True):
        percentage = "" if share is None else f"  {shown(share)} %"
        sys.stdout.write(f"{value:+}  {table[value]}{percentage}\n")
    code = "told_no_top" if top is None else "told_top"
    sys.stdout.write(sentence(code, arguments.lang, top=top) + "\n")
    return 0

"""The command `rulesets`: all published rulesets, or one as a page of sentences.

Owns its arguments and its printed form.
"""

from __future__ import annotations

import argparse

from engine.cli.shared import Subparsers, add_json, ruleset_of, say, say_json
from engine.ruleset_text import page, sentences, title
from engine.rulesets import OPTIONS, RULESETS, get


def add_commands(subparsers: Subparsers) -> None:
    """Add `rulesets`."""
    parser = subparsers.add_parser("rulesets", help="the published rulesets, or one in full")
    parser.add_argument(
        "ruleset", nargs="?", metavar="R", help="a name, with options after +, or a JSON file"
    )
    add_json(parser)
    parser.set_defaults(run=run_rulesets)


def run_rulesets(arguments: argparse.Namespace) -> int:
    """Print the list, or the ruleset that is named; 0. Raises `RulesetError`."""
    if arguments.ruleset is None:
        if arguments.json:
            rows = [
                {"name": name, "title": title(get(name), arguments.lang), "hash": get(name).hash,
                 "options": sorted(OPTIONS.get(name, ()))}
                for name in RULESETS
            ]  # fmt: skip
            say_json({"rulesets": rows})
        else:
            for name in RULESETS:
                say(f"{name:15} {get(name).hash[:12]}  {title(get(name), arguments.lang)}")
        return 0
    ruleset = ruleset_of(arguments)
    if arguments.json:
        told = {each.field: each.text for each in sentences(ruleset, arguments.lang)}
        say_json(ruleset.to_data() | {"sentences": told})
    else:
        say(page(ruleset, arguments.lang))
    return 0

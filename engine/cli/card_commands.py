"""The commands about cards: `classify`, `moves`, `explain` and `count`.

Owns their arguments and printed forms, which are fixed for scripts.
"""

from __future__ import annotations

import argparse
from collections import Counter

from engine.cards import RANKS, count_cards, format_cards, format_ranks
from engine.cli.shared import (
    CARDS_HELP,
    Subparsers,
    add_json,
    add_ruleset,
    read_hand,
    read_packed,
    read_physical,
    ruleset_of,
    say,
    say_json,
)
from engine.combinations import Combination, Kind, classify
from engine.command_line import UsageError, not_whole, whole, within
from engine.errors import ParseError
from engine.explain import Explanation, explain, explain_response, name_of
from engine.messages import sentence
from engine.moves import legal_moves
from engine.rulesets import Ruleset


def add_commands(subparsers: Subparsers) -> None:
    """Add `classify`, `moves`, `explain` and `count`; each sets `run`."""
    one = subparsers.add_parser("classify", help="which combination cards are, or why none")
    one.add_argument("--holding", metavar="HAND", help="the hand they come from")
    one.set_defaults(run=run_classify)
    moves = subparsers.add_parser("moves", help="every legal play of a hand")
    moves.add_argument("--on", metavar="CARDS", help="the play to beat")
    moves.add_argument("--suits", action="store_true", help="every choice of suits, too")
    moves.set_defaults(run=run_moves)
    why = subparsers.add_parser("explain", help="why cards are, or beat, something, or do not")
    why.add_argument("--on", metavar="CARDS", help="the play to beat")
    why.add_argument("--holding", metavar="HAND", help="the hand they come from")
    why.set_defaults(run=run_explain)
    count = subparsers.add_parser("count", help="how many different plays there are")
    count.add_argument("--cards", type=whole(), metavar="N", help="with up to N cards")
    count.set_defaults(run=run_count)
    for parser in (one, moves, why, count):
        add_ruleset(parser)
        add_json(parser)
    for parser in (one, why):
        parser.add_argument("cards", nargs="+", metavar="CARDS", help=CARDS_HELP)
    moves.add_argument("cards", nargs="+", metavar="HAND", help=CARDS_HELP)


def run_classify(arguments: argparse.Namespace) -> int:
    """Print the combination; 0 whether there is one or not. Raises `EngineError`."""
    answer = _explained(arguments)
    if arguments.json:
        say_json(_named(answer))
    else:
        say(answer.sentence(arguments.lang))
    return 0


def _explained(arguments: argparse.Namespace) -> Explanation:
    ruleset = ruleset_of(arguments)
    return explain(read_packed(arguments.cards, ruleset), ruleset, _holding(arguments, ruleset))


def _holding(arguments: argparse.Namespace, ruleset: Ruleset) -> int | None:
    return None if arguments.holding is None else read_hand([arguments.holding], ruleset)


def _named(answer: Explanation) -> dict[str, object]:
    """Combination, main rank, length, and the code where there is none."""
    found = answer.combination
    return {
        "combination": None if found is None else found.kind.value,
        "main": None if found is None else RANKS[found.main],
        "length": None if found is None else found.length,
        "code": answer.refusal,
    }


def run_moves(arguments: argparse.Namespace) -> int:
    """Print every legal play; 0. Raises `EngineError`."""
    ruleset = ruleset_of(arguments)
    to_beat = None if arguments.on is None else combination_of(arguments.on, ruleset)
    moves = legal_moves(read_hand(arguments.cards, ruleset), ruleset, to_beat)
    texts = moves.texts()
    choices: list[str] = []
    if arguments.suits:
        hand = read_physical(arguments.cards, ruleset)
        if hand is None:
            raise ParseError("suits_missing")
        choices = sorted(format_cards(cards) for cards in moves.physical(hand))
    if arguments.json:
        physical = {"physical": choices} if arguments.suits else {}
        say_json({"moves": texts, "count": len(texts), **physical})
        return 0
    if arguments.suits:
        say("\n".join(choices))
        return 0
    for kind in Kind:
        of_kind = [c for c in moves.combinations() if c.kind is kind]
        if of_kind:
            plays = " ".join(format_ranks(c.packed) for c in of_kind)
            say(f"{name_of(kind, arguments.lang)}: {plays}")
    say(sentence("told_plays", arguments.lang, count=len(texts)))
    return 0


def combination_of(text: str, ruleset: Ruleset) -> Combination:
    """The combination that an argument is. Raises `ParseError` (`not_a_combination`)."""
    packed = read_packed([text], ruleset)
    found = classify(packed, ruleset)
    if found is None:
        reason = explain(packed, ruleset).reason()
        raise ParseError("not_a_combination", cards=format_ranks(packed), reason=reason)
    return found


def run_explain(arguments: argparse.Namespace) -> int:
    """Print the reason; 0 whatever it is. Raises `EngineError`."""
    if arguments.on is None:
        answer = _explained(arguments)
        document = _named(answer) | {"sentence": answer.sentence(arguments.lang)}
    else:
        ruleset = ruleset_of(arguments)
        to_beat = combination_of(arguments.on, ruleset)
        holding = _holding(arguments, ruleset)
        answer = explain_response(read_packed(arguments.cards, ruleset), to_beat, ruleset, holding)
        document = {"beats": answer.ok, "code": answer.refusal}
    if arguments.json:
        say_json(document)
    else:
        say(answer.sentence(arguments.lang))
    return 0


def run_count(arguments: argparse.Namespace) -> int:
    """Print how many plays there are, by combination; 0. Raises `EngineError`."""
    ruleset = ruleset_of(arguments)
    most = ruleset.play_rules.largest_hand if arguments.cards is None else arguments.cards
    pack_size = 54 * ruleset.decks
    if not within(most, 1, pack_size):
        raise UsageError(f"argument --cards: {not_whole(most, 1, pack_size)}")
    found = Counter(
        combination.kind
        for packed, combination in ruleset.tables.plays.items()
        if count_cards(packed) <= most
    )
    if arguments.json:
        by_kind = {kind.value: found[kind] for kind in Kind}
        say_json({"total": found.total(), "by_combination": by_kind})
        return 0
    for kind in Kind:
        say(f"{name_of(kind, arguments.lang)}: {found[kind]}")
    say(sentence("told_total", arguments.lang, count=found.total()))
    return 0

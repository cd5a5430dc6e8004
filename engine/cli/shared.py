"""What the commands share: reading cards and files, printing answers, telling errors.

Owns `-` for standard input, the two ways to write cards, and the language of what is said.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from typing import TypeAlias

from engine.cards import (
    BLACK,
    RANKS,
    SUITED,
    format_card,
    pack,
    parse_cards,
    parse_ranks,
    unpack,
)
from engine.command_line import read_file, read_json
from engine.errors import ParseError
from engine.rulesets import OPTIONS, RULESETS, Ruleset, get

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

CARDS_HELP = (
    "ranks (“888 4”, “10 10”, “BR” for the jokers, or “小王 大王”) or cards (“8c 8d 4s”, “♠8”, "
    "“BJ RJ”); "
    "- reads standard input"
)
_PHYSICAL = re.compile(rf"(?<![^\s,])(?:{SUITED}|[BR]J(?![^\s,]))", re.IGNORECASE)
_TOKEN = re.compile(rf"{SUITED}|[^\s,]+", re.IGNORECASE)


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """Add `--ruleset`, a name such as `classic+show_kitty`, or a JSON file."""
    options = "; ".join(f"{base}+{'+'.join(sorted(names))}" for base, names in OPTIONS.items())
    parser.add_argument(
        "--ruleset",
        default=RULESETS[0],
        metavar="R",
        help=f"one of {', '.join(RULESETS)}, with options ({options}), or a JSON file",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def ruleset_of(arguments: argparse.Namespace) -> Ruleset:
    """The ruleset that is named, or described in a JSON file. Raises `EngineError`."""
    name = str(arguments.ruleset)
    if name.endswith(".json"):
        return Ruleset.from_data(read_json(name))
    return get(name)


def read_packed(texts: list[str], ruleset: Ruleset) -> int:
    """The packed cards of an argument.

    Raises `ParseError` with the column, also for a physical card that the pack has not so often
    (`card_too_often`); whether it has so many of a rank is for who explains (see `read_hand`).
    """
    cards = read_physical(texts, ruleset)
    return parse_ranks(_text(texts)) if cards is None else pack(cards)


def read_hand(texts: list[str], ruleset: Ruleset) -> int:
    """The packed cards that somebody holds. Raises `ParseError` (also `not_in_pack`)."""
    packed = read_packed(texts, ruleset)
    for rank, count in enumerate(unpack(packed)):
        if count > (1 if rank >= BLACK else 4) * ruleset.decks:
            raise ParseError("not_in_pack", rank=RANKS[rank])
    return packed


def read_physical(texts: list[str], ruleset: Ruleset) -> tuple[int, ...] | None:
    """The cards of an argument if their suits are given, else None. Raises `ParseError`."""
    text = _text(texts)
    cards = physical(text)
    for card, given in Counter(cards or ()).items():
        if given > ruleset.decks:
            raise ParseError(
                "card_too_often",
                column=_column(text, card, ruleset.decks),
                card=format_card(card), given=given, expected=ruleset.decks,
            )  # fmt: skip
    return cards


def _column(text: str, card: int, allowed: int) -> int:
    """Where in the text a card stands once more than is allowed."""
    places = [m.start() + 1 for m in _TOKEN.finditer(text) if parse_cards(m.group()) == (card,)]
    return places[allowed]


def physical(text: str) -> tuple[int, ...] | None:
    """The cards of a text in which suits are written, else None. Raises `ParseError`."""
    return parse_cards(text) if _PHYSICAL.search(text) else None


def _text(texts: list[str]) -> str:
    """The words of an argument as one text; what stood on standard input takes the place of -."""
    if texts == ["-"]:
        texts[:] = [" ".join(read_file("-").split())]
    return " ".join(texts)


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(text + "\n")


def say_json(document: object) -> None:
    """Print a JSON document on one line."""
    say(json.dumps(document, ensure_ascii=False))

"""What the commands share: reading cards and files, printing answers, telling errors.

Owns `-` for standard input, the two ways to write cards, and the language of what is said.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TypeAlias

from engine.cards import pack, parse_cards, parse_ranks
from engine.errors import EngineError, FileError, ParseError
from engine.rulesets import OPTIONS, RULESETS, Ruleset, get

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

CARDS_HELP = (
    "ranks (“888 4”, “10 10”, “BR” for the jokers) or cards (“8c 8d 4s”, “♠8”, “BJ RJ”); "
    "- reads standard input"
)
_CARD = re.compile(r"(?:10|[2-9TJQKA])[CDHS♣♦♥♠♧♢♡♤]|[♣♦♥♠♧♢♡♤](?:10|[2-9TJQKA])|BJ|RJ", re.I)


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
        try:
            data = json.loads(Path(name).read_text("utf-8"))
        except (ValueError, RecursionError) as error:
            raise ParseError("not_json", path=name, reason=str(error)) from None
        return Ruleset.from_data(data)
    return get(name)


def read_packed(texts: list[str]) -> int:
    """The packed cards of an argument. Raises `ParseError` with the column."""
    text = _text(texts)
    cards = physical(text)
    return parse_ranks(text) if cards is None else pack(cards)


def physical(text: str) -> tuple[int, ...] | None:
    """The cards of a text in which suits are written, else None. Raises `ParseError`."""
    tokens = re.findall(r"[^\s,]+", text.replace("\ufe0f", ""))
    return parse_cards(text) if any(_CARD.fullmatch(token) for token in tokens) else None


def read_physical(texts: list[str]) -> tuple[int, ...] | None:
    """The cards of an argument if their suits are given, else None."""
    return physical(_text(texts))


def _text(texts: list[str]) -> str:
    """The words of an argument as one text; what stood on standard input takes the place of -."""
    if texts == ["-"]:
        texts[:] = [" ".join(read_file("-").split())]
    return " ".join(texts)


def read_file(name: str) -> str:
    """The text of a file, or of standard input for `-`. Raises `OSError`, `UnicodeDecodeError`."""
    if name == "-":
        return sys.stdin.read()
    return Path(name).read_bytes().decode("utf-8-sig")


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(text + "\n")


def say_json(document: object) -> None:
    """Print a JSON document on one line."""
    say(json.dumps(document, ensure_ascii=False))


def tell(error: EngineError | OSError | UnicodeDecodeError, language: str) -> list[str]:
    """What is said of an error: a line for each fault, with its place."""
    if isinstance(error, FileError):
        return [tell(each, language)[0] for each in error.errors]
    head = "错误：" if language == "zh" else "error: "
    if not isinstance(error, EngineError):
        return [f"{head}{error}"]
    place = ""
    if isinstance(error, ParseError):
        place = _place(error.line, error.column, language)
    return [f"{head}{place}{error.sentence(language)}"]


def _place(line: int | None, column: int | None, language: str) -> str:
    if language == "zh":
        parts = [f"第{line}行"] if line else []
        parts += [f"第{column}列"] if column else []
        return "".join(parts) + "：" if parts else ""
    parts = [f"line {line}"] if line else []
    parts += [f"column {column}"] if column else []
    return ", ".join(parts) + ": " if parts else ""


def word(english: str, chinese: str, language: str) -> str:
    """The text in the language that is asked for."""
    return chinese if language == "zh" else english

"""The text form of records: tags, then the plays in rounds, then the result and the points.

Owns the writing and what reading shares with it; the reading is in `record_text_reading`. The
form is laid down in docs/formats.md; there is exactly one way to write a record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from engine.cards import format_cards
from engine.errors import RulesetError
from engine.record import FORMAT, TEXTS, Record
from engine.result import Result
from engine.rulesets import Ruleset, get

NO_CARDS = "-"
"""How a pass is written."""
TAG_OF_TEXT = {name.capitalize(): name for name in TEXTS}
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}


def write_text(records: Iterable[Record]) -> str:
    """The records one after another, an empty line between them."""
    return "\n".join(write_record(record) for record in records)


def write_record(record: Record) -> str:
    """One record; its last line ends with a line break."""
    lines = [f'[{name} "{escaped(value)}"]' for name, value in _tags(record)]
    rounds = record.rounds()
    if rounds:
        lines.append("")
    for number, plays in enumerate(rounds, 1):
        texts = ", ".join(format_cards(cards) if cards else NO_CARDS for _, cards in plays)
        lines.append(f"{number}. {plays[0][0]}: {texts}")
    if record.result is not None:
        lines += ["", f'[Result "{result_text(record.result)}"]']
        lines.append(f'[Points "{points_text(record.points or {})}"]')
    return "\n".join([*lines, ""])


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    state = record.state
    yield "Format", FORMAT
    for tag, name in TAG_OF_TEXT.items():
        if text := getattr(record, name):
            yield tag, text
    yield "Ruleset", record.ruleset.name
    yield "Hash", record.ruleset.hash
    if not is_published(record.ruleset):
        yield "Adjudications", json.dumps(record.ruleset.adjudications(), separators=(",", ":"))
    yield "AllPass", state.all_pass.value
    if state.bet != 1:
        yield "Bet", str(state.bet)
    for position, name in enumerate(record.players, 1):
        if name:
            yield f"Player{position}", name
    for position, hand in enumerate(record.deal.hands, 1):
        yield f"Hand{position}", format_cards(hand)
    yield "Kitty", format_cards(record.deal.kitty)
    if state.auction:
        yield "Auction", " ".join(str(value) for _, value in state.auction)
    if state.doubles:
        yield "Doubles", " ".join(f"{p}:{'yes' if value else 'no'}" for p, value in state.doubles)
    if state.redoubled is not None:
        yield "Redouble", "yes" if state.redoubled else "no"


def is_published(ruleset: Ruleset) -> bool:
    """Whether name and hash are those of a published ruleset, so that they say everything."""
    try:
        return get(ruleset.name).hash == ruleset.hash
    except RulesetError:
        return False


def result_text(result: Result) -> str:
    """The facts in words, always in the same order."""
    if result.landlord is None:
        return "passed out"
    parts = [f"landlord {result.landlord}", f"bid {result.bid}"]
    parts += [f"bombs {result.bombs}", f"rockets {result.rockets}"]
    if result.spring:
        parts.append(result.spring.replace("_", "-"))
    if result.doubled:
        parts.append("doubled " + " ".join(map(str, result.doubled)))
    if result.redoubled:
        parts.append("redoubled")
    return ", ".join([*parts, f"winner {result.winner}"])


def points_text(points: dict[int, int]) -> str:
    """The points by position with their signs, such as `1:+4 2:+4 3:-8`."""
    return " ".join(f"{position}:{value:+}" for position, value in points.items())


def escaped(text: str) -> str:
    """A text as it stands between the quotation marks of a tag."""
    return "".join(_ESCAPES.get(letter, letter) for letter in text)


def unescaped(text: str) -> str:
    """What `escaped` was given; an unknown escape stands for its letter."""
    letters, found = iter(text), []
    for letter in letters:
        if letter == "\\":
            letter = next(letters, "")
            letter = {"n": "\n", "r": "\r"}.get(letter, letter)
        found.append(letter)
    return "".join(found)

"""A board, and an action, in a few readable lines for the terminal.

Owns the layout; suits are printed as symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from unicodedata import east_asian_width

from engine.actions import Bid, Double, Pass, Play, Redouble
from engine.cards import RANK_OF, RANKS, SUITS, format_card
from engine.deal import Deal
from engine.explain import name_of
from engine.hand import HandState
from engine.picture import WORDS
from engine.record import Step

_SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def symbols(cards: tuple[int, ...]) -> str:
    """Cards rank by rank, such as `RJ 2♠♥ 10♦`."""
    parts = []
    for rank, group in groupby(cards, key=RANK_OF.__getitem__):
        of_rank = list(group)
        if rank >= 13:
            parts += [format_card(card) for card in of_rank]
        else:
            letter = "10" if RANKS[rank] == "T" else RANKS[rank]
            parts.append(letter + "".join(_SYMBOLS[SUITS[card & 3]] for card in of_rank))
    return " ".join(parts)


def board_lines(
    subject: Deal | HandState, names: Sequence[str] = (), language: str = "en"
) -> list[str]:
    """A line for every position and one for the kitty."""
    state = subject if isinstance(subject, HandState) else None
    hands = state.hands if state is not None else subject.hands
    rows = []
    for position, hand in enumerate(hands, 1):
        notes = []
        if state is not None and state.landlord is not None:
            notes.append(_word("landlord" if position == state.landlord else "farmer", language))
        if state is not None and position in state.to_act:
            notes.append(_word("to_act", language))
        rows.append((_who(position, names, language), ", ".join(notes), symbols(hand)))
    rows.append((_word("kitty", language), "", symbols(subject.kitty)))
    first = max(_width(name) for name, _, _ in rows)
    second = max(_width(notes) for _, notes, _ in rows)
    lines = [
        f"  {_padded(name, first)}  {_padded(notes, second)}  {cards}".rstrip()
        for name, notes, cards in rows
    ]
    if state is not None and state.to_beat is not None:
        played = _word("played", language)
        who = _who(state.to_beat.position, names, language)
        lines.append(f"  {who} {played} {symbols(state.to_beat.cards)}")
    return lines


def describe(step: Step, names: Sequence[str] = (), language: str = "en") -> str:
    """One action as a line: who, what, and which combination."""
    who = _who(step.position, names, language)
    chinese = language == "zh"
    match step.action:
        case Bid(0):
            told = "不叫" if chinese else "no bid"
        case Bid(value):
            told = f"叫{value}分" if chinese else f"bid {value}"
        case Double(value):
            told = ("加倍" if value else "不加倍") if chinese else str(step.action)
        case Redouble(value):
            told = ("再加倍" if value else "不再加倍") if chinese else str(step.action)
        case Pass():
            told = _word("passed", language)
        case Play(cards):
            combination = step.state.plays[-1].combination
            kind = "" if combination is None else f"  ({name_of(combination.kind, language)})"
            told = f"{symbols(cards)}{kind}"
        case _:
            told = str(step.action)
    return f"{who}: {told}"


def _who(position: int, names: Sequence[str], language: str) -> str:
    given = names[position - 1] if position <= len(names) else ""
    return plain(given) or _word("position", language, position=position)


def plain(text: str) -> str:
    """A text from a file without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _word(key: str, language: str, **params: object) -> str:
    return WORDS[key][language == "zh"].format(**params)


def _width(text: str) -> int:
    """Columns of a terminal that a text takes; wide characters take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))

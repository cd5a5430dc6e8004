"""What a player can do: bid, double, redouble, play cards, pass; each a frozen value.

Owns the values and their JSON form (the API's); never decides whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import (
    format_card,
    format_cards,
    format_ranks,
    parse_cards,
    parse_ranks,
    sort_cards,
)
from engine.errors import ParseError


@dataclass(frozen=True, slots=True)
class Bid:
    """A call in the auction: 1, 2 or 3, or 0 for no bid."""

    value: int

    def __str__(self) -> str:
        return f"bid {self.value}" if self.value else "no bid"


@dataclass(frozen=True, slots=True)
class Double:
    """A farmer's sealed decision to double the stake, or not to."""

    value: bool

    def __str__(self) -> str:
        return "double" if self.value else "no double"


@dataclass(frozen=True, slots=True)
class Redouble:
    """The landlord's answer to a double."""

    value: bool

    def __str__(self) -> str:
        return "redouble" if self.value else "no redouble"


@dataclass(frozen=True, slots=True)
class Play:
    """Cards put on the table. `Play.of` sorts them high to low."""

    cards: tuple[int, ...]

    @classmethod
    def of(cls, cards: str | tuple[int, ...] | list[int]) -> Play:
        """A play of cards in any order, given as ints or as a text such as `8c 8d 8h 4s`."""
        return cls(parse_cards(cards) if isinstance(cards, str) else sort_cards(cards))

    def __str__(self) -> str:
        return f"play {format_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class PlayRanks:
    """Cards named by rank only, packed; the hand supplies the lowest suits it holds."""

    packed: int

    @classmethod
    def of(cls, text: str) -> PlayRanks:
        """A play from a text of ranks such as `888 4`."""
        return cls(parse_ranks(text))

    def __str__(self) -> str:
        return f"play {format_ranks(self.packed)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Not beating what lies on the table."""

    def __str__(self) -> str:
        return "pass"


Action = Bid | Double | Redouble | Play | PlayRanks | Pass

_FIELDS = {
    "bid": {"value"},
    "double": {"value"},
    "redouble": {"value"},
    "pass": set[str](),
}


def action_from_data(data: Mapping[str, Any]) -> Action:
    """The action in the JSON form of the API, e.g. `{"type": "play", "cards": ["8c", "8d"]}`.

    Types `bid` (value 0–3), `double` and `redouble` (value true or false), `play` (`cards`, a
    list, or `ranks`, a text) and `pass`. Raises `ParseError` (`bad_action`, `bad_card`,
    `bad_rank`).
    """
    if not isinstance(data, Mapping):
        raise ParseError("bad_action", reason="an object with a type is expected")
    kind = data.get("type")
    fields = set(data) - {"type"}
    if kind == "play":
        return _play_from_data(data, fields)
    if not isinstance(kind, str):
        raise ParseError("bad_action", reason="an object with a type is expected")
    if kind not in _FIELDS:
        raise ParseError("bad_action", reason=f"unknown type “{kind}”")
    if fields != _FIELDS[kind]:
        wanted = "a value and nothing else" if _FIELDS[kind] else "nothing besides its type"
        raise ParseError("bad_action", reason=f"{kind} has {wanted}")
    if kind == "pass":
        return Pass()
    value = data["value"]
    if kind == "bid":
        if type(value) is not int or not 0 <= value <= 3:
            raise ParseError("bad_action", reason="a bid has a value from 0 to 3")
        return Bid(value)
    if type(value) is not bool:
        raise ParseError("bad_action", reason=f"the value of {kind} is true or false")
    return Double(value) if kind == "double" else Redouble(value)


def _play_from_data(data: Mapping[str, Any], fields: set[str]) -> Play | PlayRanks:
    if fields == {"ranks"} and isinstance(data["ranks"], str):
        return PlayRanks(parse_ranks(data["ranks"]))
    if fields == {"cards"}:
        cards = data["cards"]
        if isinstance(cards, list | tuple) and all(isinstance(card, str) for card in cards):
            return Play(parse_cards(cards))
    raise ParseError("bad_action", reason="a play has either a list of cards or a text of ranks")


def action_to_data(action: Action) -> dict[str, Any]:
    """The JSON form of `action`; `action_from_data` reads it back."""
    match action:
        case Bid(value):
            return {"type": "bid", "value": value}
        case Double(value):
            return {"type": "double", "value": value}
        case Redouble(value):
            return {"type": "redouble", "value": value}
        case Play(cards):
            return {"type": "play", "cards": [format_card(card) for card in cards]}
        case PlayRanks(packed):
            return {"type": "play", "ranks": format_ranks(packed)}
        case Pass():
            return {"type": "pass"}


def cards_of_ranks(packed: int, hand: tuple[int, ...]) -> tuple[int, ...] | None:
    """The cards of `hand` (high to low) that a play by ranks means: the lowest suits of each rank.

    Returns them high to low, or None where the hand does not hold them.
    """
    wanted = packed
    chosen = []
    for card in reversed(hand):
        shift = 4 * (card >> 2 if card < 53 else 14)
        if wanted >> shift & 15:
            wanted -= 1 << shift
            chosen.append(card)
    if wanted:
        return None
    chosen.reverse()
    return tuple(chosen)

"""Botzone's FightTheLandlord, with and without bidding: the log of a match.

Owns the numbers of its cards and the requests and responses of its log, as far as they tell the
game; see docs/formats.md. Whatever else a log holds is not read.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.actions import Bid, Pass, Play
from engine.cards import BLACK_JOKER, sort_cards
from engine.errors import FileError
from engine.json_text import Located, Path, Place
from engine.notations.common import Game, at, bad, missing_hand, read_games
from engine.record import Record
from engine.rulesets import Doubling, KittyShown, Ruleset, get

_SUITS = (2, 1, 3, 0)
"""Botzone counts hearts, diamonds, spades, clubs; ours are clubs, diamonds, hearts, spades."""


@cache
def ruleset() -> Ruleset:
    """The rules a match is replayed by: the plays of `official-2016`, no doubles."""
    return get("official-2016").override(
        "botzone", doubling=Doubling.OFF, redouble=False, kitty_shown=KittyShown.AFTER_AUCTION
    )


def card_of(number: int) -> int:
    """The card that Botzone numbers 0 to 53: rank × 4 + suit, then the jokers."""
    return number if number >= BLACK_JOKER else number - number % 4 + _SUITS[number % 4]


def read(text: str) -> tuple[Record, ...]:
    """Every match of a JSON text. Raises `FileError`.

    A match is a log, the array of what judge and players said in turn, or an object that has it
    as `logs` or `log`, and perhaps the players' names as `players`.
    """
    return read_games(text, _read_match, _is_match)


def _is_match(value: Any) -> bool:
    return isinstance(value, list) or (
        isinstance(value, dict) and bool({"logs", "log"} & set(value))
    )


def _read_match(document: Located, path: Path) -> Record:
    data = at(document, path)
    names: Any = []
    if isinstance(data, dict):
        names = data.get("players", [])
        key = "logs" if "logs" in data else "log"
        path, data = (*path, key), data.get(key)
    place = document.place(*path)
    if not isinstance(data, list):
        raise bad(place, "a list of what judge and players said is expected")
    try:
        return _Match(document, path, data, names).record()
    except FileError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise bad(place, "requests and responses of FightTheLandlord are expected") from None


class _Match:
    """Follows a log from request to response."""

    def __init__(self, document: Located, path: Path, log: list[Any], names: Any) -> None:
        self.document = document
        self.path = path
        self.log = log
        self.game = Game(ruleset(), document.place(*path), source="Botzone")
        self.order: list[int] = []
        for seat, name in enumerate(names if isinstance(names, list) else []):
            told = name.get("name", "") if isinstance(name, dict) else name
            if isinstance(told, str) and seat < 3:
                self.game.names[seat] = told

    def record(self) -> Record:
        for number, entry in enumerate(self.log):
            place = self.document.place(*self.path, number)
            if not isinstance(entry, dict):
                raise bad(place, "every entry of a log is an object")
            if "output" in entry:
                self.request(entry["output"])
            else:
                self.responses(entry, place)
        game = self.game
        if not game.calls:
            game.landlord = self.order[0]
        for seat, hand in game.hands.items():
            if len(hand) == 20 and set(game.kitty) <= set(hand):
                game.hands[seat] = tuple(card for card in hand if card not in game.kitty)
        if len(game.hands) == 2 and len(game.kitty) == 3:
            absent = ({0, 1, 2} - set(game.hands)).pop()
            game.hands[absent] = missing_hand(game.hands, game.kitty)
        game.first = self.order[0]
        return game.record()

    def request(self, output: Any) -> None:
        """Cards that a request tells: the hand of the player asked, and the kitty."""
        content = output.get("content") if isinstance(output, dict) else None
        for key, asked in content.items() if isinstance(content, dict) else ():
            if not isinstance(asked, dict) or key not in ("0", "1", "2"):
                continue
            own, kitty = asked.get("own"), asked.get("publiccard")
            if own and int(key) not in self.game.hands:
                self.game.hands[int(key)] = self.cards(own)
            if kitty and not self.game.kitty:
                self.game.kitty = self.cards(kitty)

    def responses(self, entry: dict[str, Any], place: Place) -> None:
        """A bid, or cards played."""
        for key, said in entry.items():
            if key not in ("0", "1", "2") or not isinstance(said, dict) or "response" not in said:
                continue
            seat, response = int(key), said["response"]
            self.order.append(seat)
            if type(response) is int:
                self.game.calls.append((seat, Bid(response), place))
            elif isinstance(response, list):
                cards = self.cards(response)
                self.game.plays.append((seat, Play(cards) if cards else Pass(), place))
            else:
                raise bad(place, "a response is a bid or a list of cards")

    def cards(self, numbers: list[Any]) -> tuple[int, ...]:
        for number in numbers:
            if type(number) is not int or not 0 <= number <= 53:
                raise bad(self.document.place(*self.path), "a card is a number from 0 to 53")
        return sort_cards(card_of(number) for number in numbers)

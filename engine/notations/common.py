"""What the notations share: a game's parts by seat from 0, put together and replayed.

Owns the rotation to position 1 and the lists of games in a file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Action, Bid
from engine.cards import deck, sort_cards
from engine.errors import EngineError, FileError, ParseError
from engine.json_text import Located, Path, Place, parse
from engine.phases import AllPass
from engine.record import Record
from engine.record_draft import Draft, Placed, in_order
from engine.rulesets import Ruleset


@dataclass
class Game:
    """A game as another program numbers it: three seats from 0, and the seat that bids first.

    `calls` and `plays` are (seat, action, place), None for whoever is to act. Where a program
    knows no auction, `landlord` is the seat that was made landlord: it becomes position 1 and
    has the deal at 1 after three passes (`AllPass.FORCED`).
    """

    ruleset: Ruleset
    place: Place
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)
    kitty: tuple[int, ...] = ()
    first: int = 0
    calls: list[tuple[int | None, Action, Place]] = field(default_factory=list)
    plays: list[tuple[int | None, Action, Place]] = field(default_factory=list)
    landlord: int | None = None
    names: dict[int, str] = field(default_factory=dict)
    source: str = ""

    def record(self) -> Record:
        """The game replayed. Raises `FileError`."""
        forced = self.landlord is not None
        first = self.first if self.landlord is None else self.landlord
        draft = Draft(ruleset=self.ruleset, kitty=self.kitty)
        draft.places[""] = self.place
        draft.all_pass = AllPass.FORCED if forced else AllPass.VOID
        draft.texts["source"] = self.source
        no_bid: tuple[int | None, Action, Place] = (None, Bid(0), self.place)
        calls = [no_bid] * 3 if forced else self.calls
        for seat, hand in self.hands.items():
            draft.hands[_position(seat, first)] = hand
        for seat, name in self.names.items():
            draft.players[_position(seat, first)] = name
        for caller, action, place in [*calls, *self.plays]:
            position = None if caller is None else _position(caller, first)
            draft.actions.append(Placed(position, action, place))
        record = draft.finish()
        if record is None or draft.errors:
            raise FileError(in_order(draft.errors))
        return record


def _position(seat: int, first: int) -> int:
    return (seat - first) % 3 + 1


def bad(place: Place, reason: str) -> FileError:
    """The error for a file that is not in the notation it is said to be in."""
    return FileError((ParseError("bad_log", line=place[0], column=place[1], reason=reason),))


def missing_hand(hands: dict[int, tuple[int, ...]], kitty: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of one pack that neither the hands nor the kitty have."""
    given = Counter(card for part in (*hands.values(), kitty) for card in part)
    return sort_cards((Counter(deck()) - given).elements())


def read_games(
    text: str, read: Callable[[Located, Path], Record], is_game: Callable[[Any], bool]
) -> tuple[Record, ...]:
    """Every game of a JSON text: one document, an array of games, or a game on each line.

    `read` reads the game at a path and raises `FileError`; all errors are raised together. An
    array is several games where `is_game` holds for each item.
    """
    records: list[Record] = []
    errors: list[ParseError] = []
    for document, path in _documents(text, errors, is_game):
        try:
            records.append(read(document, path))
        except FileError as error:
            errors += error.errors
    if errors:
        raise FileError(in_order(errors))
    return tuple(records)


def _documents(
    text: str, errors: list[ParseError], is_game: Callable[[Any], bool]
) -> Sequence[tuple[Located, Path]]:
    try:
        document = parse(text)
    except ParseError as whole:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        found: list[tuple[Located, Path]] = []
        for number, line in lines:
            try:
                located = parse(line)
            except ParseError as error:
                only = whole if len(lines) == 1 or not found else error
                errors.append(only if only is whole else _on_line(error, number))
                if only is whole:
                    return []
                continue
            places = {path: (number, column) for path, (_, column) in located.places.items()}
            found.append((Located(located.value, places), ()))
        if not lines:
            errors.append(whole)
        return found
    if isinstance(document.value, list) and all(map(is_game, document.value)):
        return [(document, (number,)) for number in range(len(document.value))]
    return [(document, ())]


def _on_line(error: ParseError, line: int) -> ParseError:
    return ParseError(error.code, line=line, column=error.column, **error.params)


def is_object(value: Any) -> bool:
    """Whether a value is a JSON object, as most games are."""
    return isinstance(value, dict)


def at(document: Located, path: Path) -> Any:
    """The value at a path."""
    value = document.value
    for step in path:
        value = value[step]
    return value


def placed(error: EngineError, place: Place) -> FileError:
    """An error of the engine as one of a file."""
    return FileError((ParseError(error.code, line=place[0], column=place[1], **error.params),))

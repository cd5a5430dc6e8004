"""OpenSpiel's `dou_dizhu`: games as JSON lines, and the action numbers of a serialized state.

Owns the meaning of the numbers, which are laid down in docs/formats.md. OpenSpiel doubles nothing
before the play, has no four with two, and lets a bomb be played on the rocket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from engine.actions import Action, Bid, Pass, PlayRanks
from engine.cards import ACE, BLACK, RED, TWO, UNIT, parse_cards
from engine.errors import EngineError, FileError
from engine.json_text import Located, Path, Place
from engine.notations.common import Game, at, bad, is_object, missing_hand, placed, read_games
from engine.record import Record
from engine.rulesets import Ruleset, WingRule, get

FIRST_DEAL = 51
"""The number from which on cards are dealt; smaller ones place the card that is turned up."""
FIRST_CALLS = (0, 105)
"""The number that passes: in OpenSpiel 2, and before. Bids follow it, then the plays."""
_NUMBER = re.compile(r"-?[0-9]+")


@cache
def ruleset() -> Ruleset:
    """The rules by which OpenSpiel referees; its four with two does not occur."""
    return get("classic").override(
        "open-spiel", airplane_single_wings=WingRule.AT_MOST_THREE, bomb_beats_rocket=True
    )


def read(text: str) -> tuple[Record, ...]:
    """Every game of a text. Raises `FileError`.

    A game is a JSON object (hands, kitty, first_bidder, auction, plays; one on each line) or the
    action numbers of a state, as a JSON array or as `pyspiel.serialize_game_and_state` writes
    them.
    """
    if "[State]" in text or re.fullmatch(r"[0-9\s,]+", text):
        return (_read_serialized(text),)
    return read_games(text, _read_game, is_object)


def _read_serialized(text: str) -> Record:
    start = text.find("[State]")
    if start >= 0 and "dou_dizhu" not in text[:start]:
        raise bad((1, 1), "the game is not dou_dizhu")
    numbers: list[tuple[int, Place]] = []
    offset = text.count("\n", 0, start) + 1 if start >= 0 else 0
    for number, line in enumerate(text.split("\n")[offset:], offset + 1):
        for match in _NUMBER.finditer(line):
            if len(match.group()) > 9:
                raise bad((number, match.start() + 1), "this is no action")
            numbers.append((int(match.group()), (number, match.start() + 1)))
    return history(numbers)


def _read_game(document: Located, path: Path) -> Record:
    data = at(document, path)
    if isinstance(data, list):
        if not all(type(number) is int for number in data):
            raise bad(document.place(*path), "action numbers are expected")
        return history([(n, document.place(*path, k)) for k, n in enumerate(data)])
    place = document.place(*path)
    game = Game(ruleset(), place, source="OpenSpiel")
    try:
        hands = [parse_cards(hand) for hand in data["hands"]]
        game.hands = dict(enumerate(hands))
        game.kitty = parse_cards(data["kitty"])
        game.first = int(data["first_bidder"])
        for name, target in (("auction", game.calls), ("plays", game.plays)):
            for number, (seat, value) in enumerate(data[name]):
                where = document.place(*path, name, number)
                target.append((_seat(seat, where), _action(name, value, where), where))
    except FileError:
        raise
    except EngineError as error:
        raise placed(error, place) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        reason = "a game has hands, kitty, first_bidder, auction and plays"
        raise bad(place, reason) from None
    return game.record()


def _seat(seat: Any, place: Place) -> int:
    if type(seat) is not int or not 0 <= seat <= 2:
        raise bad(place, "a player is 0, 1 or 2")
    return seat


def _action(name: str, value: Any, place: Place) -> Action:
    if name == "auction":
        if type(value) is not int:
            raise bad(place, "a bid is a whole number")
        return Bid(value)
    try:
        return PlayRanks.of(value) if value else Pass()
    except EngineError as error:
        raise placed(error, place) from None


def history(numbers: list[tuple[int, Place]]) -> Record:
    """The game of a list of action numbers with their places. Raises `FileError`."""
    values = [number for number, _ in numbers]
    place = numbers[0][1] if numbers else (1, 1)
    dealt = [number - FIRST_DEAL for number in values[1:52]]
    if len(dealt) < 51 or not 0 <= values[0] < FIRST_DEAL:
        raise bad(place, "the place of the face-up card and 51 cards dealt are expected")
    if set(dealt) - set(range(54)) or len(set(dealt)) < 51:
        raise bad(place, "51 different cards are expected after the first number")
    game = Game(ruleset(), place, source="OpenSpiel", first=values[0] % 3)
    cards = [_card(number) for number in dealt]
    game.hands = {seat: tuple(sorted(cards[seat::3], reverse=True)) for seat in range(3)}
    game.kitty = missing_hand(game.hands, ())
    base = FIRST_CALLS[len(values) > 52 and values[52] >= FIRST_CALLS[1]]
    highest = passes = 0
    in_auction = True
    for number, where in numbers[52:]:
        if not in_auction:
            game.plays.append((None, _play(number - base, where), where))
            continue
        value = _call(number - base, where)
        game.calls.append((None, Bid(value), where))
        highest, passes = max(highest, value), 0 if value else passes + 1
        in_auction = not (value == 3 or (highest and passes == 2) or passes == 3)
    return game.record()


def _call(number: int, place: Place) -> int:
    if not 0 <= number <= 3:
        raise bad(place, "no bid, or a bid, is expected")
    return number


def _play(number: int, place: Place) -> Action:
    if number == 0:
        return Pass()
    packed = _plays().get(number)
    if packed is None:
        raise bad(place, "this is no play")
    return PlayRanks(packed)


def _card(number: int) -> int:
    """OpenSpiel numbers cards suit by suit (clubs, diamonds, hearts, spades), jokers last."""
    return number if number >= 52 else number % 13 * 4 + number // 13


@cache
def _plays() -> dict[int, int]:
    """The packed cards of every number that plays cards, counted from the pass."""
    return dict(enumerate(_in_order(), 4))


def _in_order() -> Iterator[int]:
    """Every play in the order in which OpenSpiel numbers them."""
    yield from UNIT
    yield from _chains(1, 5)
    yield from (2 * unit for unit in UNIT[:BLACK])
    yield from _chains(2, 3)
    yield from (3 * unit for unit in UNIT[:BLACK])
    for copies, last in ((1, RED), (2, TWO)):
        for triple in range(TWO + 1):
            for rank in range(last + 1):
                if rank != triple:
                    yield 3 * UNIT[triple] + copies * UNIT[rank]
    yield from _chains(3, 2)
    for copies, longest in ((1, 5), (2, 4)):
        for length in range(2, longest + 1):
            for first in range(ACE - length + 2):
                body = range(first, first + length)
                packed = sum(3 * UNIT[rank] for rank in body)
                for wings in _wings(body, copies):
                    yield packed + copies * sum(UNIT[rank] for rank in wings)
    yield from (4 * unit for unit in UNIT[:BLACK])
    yield UNIT[BLACK] + UNIT[RED]


def _chains(copies: int, shortest: int) -> Iterator[int]:
    for length in range(shortest, 13):
        if copies * length > 20:
            return
        for first in range(ACE - length + 2):
            yield sum(copies * UNIT[rank] for rank in range(first, first + length))


def _wings(body: range, copies: int) -> list[tuple[int, ...]]:
    """The choices of attachments, each with its ranks falling, in rising order."""
    ranks = [rank for rank in range((RED if copies == 1 else TWO) + 1) if rank not in body]
    most = 3 if copies == 1 else 1
    found = []
    for choice in combinations_with_replacement(ranks, len(body)):
        jokers = choice.count(BLACK) + choice.count(RED)
        if jokers <= 1 and all(choice.count(rank) <= most for rank in set(choice)):
            found.append(tuple(reversed(choice)))
    return sorted(found)

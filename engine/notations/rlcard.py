"""RLCard's `doudizhu`: the hands at the start and the trace of actions.

Owns that form, which is laid down in docs/formats.md. RLCard knows no auction and no doubles; a
text of ranks without suits is given suits from the lowest, seat by seat.
"""

from __future__ import annotations

from functools import cache

from engine.actions import Action, Pass, PlayRanks
from engine.cards import RANK_OF, deck, parse_card, parse_ranks, unpack
from engine.errors import EngineError, FileError
from engine.json_text import Located, Path, Place
from engine.notations.common import Game, at, bad, is_object, placed, read_games
from engine.record import Record
from engine.rulesets import Doubling, KittyShown, Ruleset, get


@cache
def ruleset() -> Ruleset:
    """The rules by which RLCard referees: the plays of `official-2016`, no doubles."""
    return get("official-2016").override(
        "rlcard", doubling=Doubling.OFF, redouble=False, kitty_shown=KittyShown.AFTER_AUCTION
    )


def read(text: str) -> tuple[Record, ...]:
    """Every game of a JSON text. Raises `FileError`.

    A game is an object with `hand_cards_with_suit` or `hand_cards` (three texts as they stand
    at the start, the landlord's with the kitty), `seen_cards` (the kitty) and `trace`, a list of
    player and action; the landlord makes the first.
    """
    return read_games(text, _read_game, is_object)


def _read_game(document: Located, path: Path) -> Record:
    data = at(document, path)
    place = document.place(*path)
    game = Game(ruleset(), place, source="RLCard")
    try:
        trace = data["trace"]
        game.landlord = trace[0][0]
        if type(game.landlord) is not int or not 0 <= game.landlord <= 2:
            raise bad(document.place(*path, "trace", 0), "a player is 0, 1 or 2")
        hands = _hands(data)
        kitty = _kitty(data["seen_cards"], hands[game.landlord])
        left = list(hands[game.landlord])
        for card in kitty:
            left.remove(card)
        game.kitty = kitty
        game.hands = dict(enumerate(hands)) | {game.landlord: tuple(left)}
        for number, (seat, action) in enumerate(trace):
            where = document.place(*path, "trace", number)
            if type(seat) is not int or not 0 <= seat <= 2:
                raise bad(where, "a player is 0, 1 or 2")
            game.plays.append((seat, _action(action, where), where))
    except FileError:
        raise
    except EngineError as error:
        raise placed(error, place) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        reason = "a game has hand_cards or hand_cards_with_suit, seen_cards and trace"
        raise bad(place, reason) from None
    return game.record()


def _action(text: str, place: Place) -> Action:
    if text == "pass":
        return Pass()
    try:
        return PlayRanks.of(text)
    except EngineError as error:
        raise placed(error, place) from None


def _hands(data: dict[str, list[str]]) -> list[tuple[int, ...]]:
    """The cards of the three players, the landlord's with the kitty."""
    if "hand_cards_with_suit" in data:
        texts = data["hand_cards_with_suit"]
        return [tuple(sorted(map(_card, text.split()), reverse=True)) for text in texts]
    left = list(reversed(deck()))
    hands = []
    for text in data["hand_cards"]:
        hand = []
        for rank, count in enumerate(unpack(parse_ranks(text))):
            for card in [card for card in left if RANK_OF[card] == rank][:count]:
                left.remove(card)
                hand.append(card)
        hands.append(tuple(sorted(hand, reverse=True)))
    return hands


def _card(text: str) -> int:
    """A card such as `S3`, `HT` or `BJ`: suit first."""
    return parse_card(text if text in ("BJ", "RJ") else text[1:] + text[:1])


def _kitty(text: str, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of the landlord's hand that the ranks of the kitty mean: the lowest suits."""
    found: list[int] = []
    for rank, count in enumerate(unpack(parse_ranks(text))):
        cards = [card for card in reversed(hand) if RANK_OF[card] == rank]
        found += cards[:count]
    return tuple(sorted(found, reverse=True))

"""The storable form of a `HandState`: what was dealt and done, in a few hundred bytes.

Owns that form only. Everything else of the state follows from it and is worked out when it is
read; nothing is checked against the rules again, since only legal states are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_letters
from typing import Any

from engine.actions import Action, Bid, Double, Redouble
from engine.deal import Deal
from engine.errors import EngineError, ParseError
from engine.hand import BELONGS_TO, HandState
from engine.phases import AllPass, Phase
from engine.rulesets import Ruleset

_LETTERS = ascii_letters + "01"
"""One letter for each of the 54 cards."""
_CARD = {letter: card for card, letter in enumerate(_LETTERS)}
_PASSES: dict[str, tuple[int, tuple[int, ...]]] = {str(n): (n, ()) for n in range(1, 5)}
"""What is stored for a pass of each position, as it is read."""


def snapshot(state: HandState) -> dict[str, Any]:
    """`state` as JSON data: the deal and the actions, with one letter a card."""
    return {
        "ruleset": state.ruleset.hash[:12],
        "deal": " ".join(_text(part) for part in (*state.deal.hands, state.deal.kitty)),
        "all_pass": state.all_pass.value,
        "bet": state.bet,
        "auction": "".join(str(value) for _, value in state.auction),
        "doubles": {str(position): value for position, value in state.doubles},
        "redoubled": state.redoubled,
        "plays": " ".join(f"{play.position}{_text(play.cards)}" for play in state.plays),
    }


def restore(data: Mapping[str, Any], ruleset: Ruleset) -> HandState:
    """The state that `snapshot` wrote, under the ruleset it was written under.

    Raises `ParseError` (`bad_snapshot`) for another ruleset or anything that is no snapshot.
    """
    try:
        if data["ruleset"] != ruleset.hash[:12]:
            raise ParseError("bad_snapshot", reason="it was written under another ruleset")
        *hands, kitty = [_cards(part) for part in data["deal"].split(" ")]
        state = HandState.new(
            Deal(tuple(hands), kitty), ruleset, AllPass(data["all_pass"]), data["bet"]
        )
        for position, action in _before_play(data, ruleset):
            if not isinstance(action, BELONGS_TO[state.phase]):
                raise ParseError("bad_snapshot", reason=f"{action} in the {state.phase} phase")
            state = state.advance(position, action)
        plays = [
            _PASSES.get(made) or (int(made[0]), _cards(made[1:])) for made in data["plays"].split()
        ]
        if plays and (state.phase is not Phase.PLAYING):
            raise ParseError("bad_snapshot", reason=f"plays in the {state.phase} phase")
        if plays:
            state = state.advance_plays(plays)
    except ParseError:
        raise
    except (EngineError, KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise ParseError("bad_snapshot", reason=f"{type(error).__name__} {error}") from None
    return state


def _before_play(data: Mapping[str, Any], ruleset: Ruleset) -> Iterable[tuple[int, Action]]:
    for number, value in enumerate(data["auction"]):
        yield number % ruleset.players + 1, Bid("0123".index(value))
    for position, value in data["doubles"].items():
        yield int(position), Double(value)
    if data["redoubled"] is not None:
        yield 0, Redouble(data["redoubled"])


def _text(cards: Iterable[int]) -> str:
    return "".join([_LETTERS[card] for card in cards])


def _cards(text: str) -> tuple[int, ...]:
    return tuple([_CARD[letter] for letter in text])

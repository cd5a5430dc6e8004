"""Wins that a farmer let go by: passes with a play that would have emptied the hand.

Owns that definition, which needs no judgement of play: the farmers lost the hand, and at the pass
all the cards that the farmer held were one legal play, higher than what lay there.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import pack, sort_cards
from engine.combinations import beats, classify
from engine.hand import HandState
from engine.phases import Played


@dataclass(frozen=True, slots=True)
class MissedWin:
    """`position` passed on `to_beat`, holding `cards`, as number `index` (from 0) of the plays."""

    index: int
    position: int
    cards: tuple[int, ...]
    to_beat: Played


def missed_wins(state: HandState) -> tuple[MissedWin, ...]:
    """Each farmer's last pass with a winning play, in the order of the plays.

    Nothing for a hand that is not finished, was passed out, or that the farmers won.
    """
    if state.result is None or state.result.winner != "landlord":
        return ()
    held = {
        position: list(state.hand(position))
        + [card for play in state.plays if play.position == position for card in play.cards]
        for position in state.ruleset.positions
    }
    found: dict[int, MissedWin] = {}
    to_beat: Played | None = None
    for index, play in enumerate(state.plays):
        hand = held[play.position]
        if play.cards:
            to_beat = play
            for card in play.cards:
                hand.remove(card)
        elif play.position != state.landlord and to_beat and _goes_out(hand, to_beat, state):
            found[play.position] = MissedWin(index, play.position, sort_cards(hand), to_beat)
    return tuple(sorted(found.values(), key=lambda each: each.index))


def _goes_out(hand: list[int], to_beat: Played, state: HandState) -> bool:
    packed = pack(hand)
    whole = classify(packed, state.ruleset, packed)
    assert to_beat.combination is not None
    return whole is not None and beats(whole, to_beat.combination, state.ruleset)

"""OpenSpiel, C++ called from Python, in the benchmark. Numbers of actions are its form of plays.

A hand of fewer than 20 cards on lead is reached by leading the others one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

import pyspiel

from benchmarks.engines.adapter import Call, Hands
from benchmarks.engines.cards import rank_of, sorted_text

PASS, BID_3, FIRST_SINGLE, FIRST_CARD = 0, 3, 4, 51


def number_of(card: int) -> int:
    """The action that deals a card."""
    return FIRST_CARD + (card if card >= 52 else 13 * (card % 4) + card // 4)


class OpenSpiel:
    """The states of the game dou_dizhu."""

    version = version("open_spiel")

    def __init__(self) -> None:
        self.game_type = pyspiel.load_game("dou_dizhu")
        self._texts: dict[int, str] = {}
        self._any = self.start([range(17), range(17, 34), range(34, 51)])

    def start(self, hands: Hands) -> Any:
        """The landlord, player 0, on lead."""
        state = self.game_type.new_initial_state()
        state.apply_action(0)
        for turn in range(17):
            for player in range(3):
                state.apply_action(number_of(hands[player][turn]))
        state.apply_action(BID_3)
        return state

    def leads(self, hands: Hands, size: int) -> Call:
        """The legal actions of the landlord when the other cards are gone."""
        state = self.start(hands)
        for card in hands[0][size:]:
            for action in (FIRST_SINGLE + rank_of(card), PASS, PASS):
                state.apply_action(action)
        return state.legal_actions  # type: ignore[no-any-return]

    def responses(self, hands: Hands, played: str) -> Call | None:
        """The legal actions of the player after the landlord, where the lead is one there."""
        state = self.start(hands)
        for action in state.legal_actions():
            if self.text_of(action) == played:
                state.apply_action(action)
                return state.legal_actions  # type: ignore[no-any-return]
        return None

    def moves(self, found: Any) -> list[str]:
        """By the texts it prints."""
        return [self.text_of(action) for action in found if action != PASS]

    def text_of(self, action: int) -> str:
        """A play as a text of ranks."""
        text = self._texts.get(action)
        if text is None:
            printed = self._any.action_to_string(0, action).replace("-", "")
            text = sorted_text(printed.replace("(BWJ)", "B").replace("(CJ)", "R"))
            self._texts[action] = text
        return text

    def classify(self, sets: Sequence[str]) -> None:
        """It has no function for that."""

    def kinds(self, found: Any) -> list[str | None]:
        """Nothing was found."""
        return []

    def game(self, hands: Hands, seed: int) -> tuple[Call, Callable[[Any], Any]]:
        """Cards dealt as actions; then legal actions and one of them, in turn, to the returns."""
        choice, new_state = Random(seed).choice, self.game_type.new_initial_state
        actions = [0, *(number_of(hands[n % 3][n // 3]) for n in range(51)), BID_3]

        def start() -> Any:
            state = new_state()
            for action in actions:
                state.apply_action(action)
            return state

        def play(state: Any) -> Any:
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
            state.returns()
            return state

        return start, play


ADAPTER = OpenSpiel

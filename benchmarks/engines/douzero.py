"""DouZero in the benchmark. Lists of numbers, 3…14, 17, 20 and 30, are its form of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

from douzero.env.game import GameEnv
from douzero.env.move_detector import get_move_type
from douzero.env.move_generator import MovesGener

from benchmarks.engines.adapter import Call, Hands
from benchmarks.engines.cards import PLACE, RANKS, rank_of, sorted_text

NUMBERS = [*range(3, 15), 17, 20, 30]
LETTERS = dict(zip(NUMBERS, RANKS, strict=True))
ROLES = ("landlord", "landlord_down", "landlord_up")
KINDS = (
    None, "single", "pair", "triple", "bomb", "rocket", "triple_with_single", "triple_with_pair",
    "straight", "consecutive_pairs", "airplane", "airplane_with_singles", "airplane_with_pairs",
    "four_with_two_singles", "four_with_two_pairs", None,
)  # fmt: skip
"""The names of the engine by DouZero's number of the type."""


def numbers_of(cards: Sequence[int]) -> list[int]:
    """Cards as DouZero has them."""
    return sorted(NUMBERS[rank_of(card)] for card in cards)


def text_of(play: Sequence[int]) -> str:
    """A play of DouZero as a text of ranks."""
    return sorted_text(LETTERS[number] for number in play)


class RandomAgent:
    """A player that takes any of its legal actions."""

    def __init__(self, seed: int) -> None:
        self.choice = Random(seed).choice

    def act(self, infoset: Any) -> Any:
        """One of the actions."""
        return self.choice(infoset.legal_actions)


class DouZero:
    """The functions that DouZero's own environment calls."""

    version = version("douzero")

    def leads(self, hands: Hands, size: int) -> Call:
        """Every move of a list of cards."""
        cards = numbers_of(hands[0][:size])
        return lambda: MovesGener(cards).gen_moves()

    def responses(self, hands: Hands, played: str) -> Call:
        """The legal actions of the player who follows the landlord."""
        env = GameEnv(None)
        env.acting_player_position = "landlord_down"
        env.info_sets["landlord_down"].player_hand_cards = numbers_of(hands[1])
        env.card_play_action_seq = [sorted(NUMBERS[PLACE[letter]] for letter in played)]
        return env.get_legal_card_play_actions  # type: ignore[no-any-return]

    def moves(self, found: Any) -> list[str]:
        """Without the pass; with the moves that it lists twice."""
        return [text_of(play) for play in found if play]

    def classify(self, sets: Sequence[str]) -> Call:
        """Its detector, given sorted lists."""
        moves = [sorted(NUMBERS[PLACE[letter]] for letter in text) for text in sets]
        return lambda: [get_move_type(move) for move in moves]

    def kinds(self, found: Any) -> list[str | None]:
        """By the number of the type."""
        return [KINDS[described["type"]] for described in found]

    def game(self, hands: Hands, seed: int) -> tuple[Call, Callable[[Any], Any]]:
        """Its game, every state made as its agents get it."""
        agent = RandomAgent(seed)
        cards = {role: numbers_of(hand) for role, hand in zip(ROLES, hands, strict=True)}
        cards["three_landlord_cards"] = numbers_of(hands[0][17:])

        def start() -> Any:
            env = GameEnv(dict.fromkeys(ROLES, agent))
            env.card_play_init(cards)
            return env

        def play(env: Any) -> Any:
            while not env.game_over:
                env.step()
            return env

        return start, play


ADAPTER = DouZero

"""RLCard in the benchmark. Strings of ranks are its form of plays, `Card` objects its cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

from rlcard.games.base import Card
from rlcard.games.doudizhu import Dealer, Game, Judger, Player
from rlcard.games.doudizhu import round as doudizhu_round
from rlcard.games.doudizhu.utils import CARD_TYPE, get_gt_cards

from benchmarks.engines.adapter import Call, Hands
from benchmarks.engines.cards import RANKS, rank_of, text_of

KINDS = {
    "solo": "single",
    "pair": "pair",
    "trio": "triple",
    "trio_solo": "triple_with_single",
    "trio_pair": "triple_with_pair",
    "solo_chain": "straight",
    "pair_chain": "consecutive_pairs",
    "trio_chain": "airplane",
    "trio_solo_chain": "airplane_with_singles",
    "trio_pair_chain": "airplane_with_pairs",
    "four_two_solo": "four_with_two_singles",
    "four_two_pair": "four_with_two_pairs",
    "bomb": "bomb",
    "rocket": "rocket",
}
"""The names of RLCard, without the length at the end of chains, in those of the engine."""


def card_of(card: int) -> Any:
    """A card as an object of RLCard."""
    if card >= 52:
        return Card("BJ" if card == 52 else "RJ", "")
    return Card("CDHS"[card % 4], RANKS[rank_of(card)])


class FixedDealer(Dealer):  # type: ignore[misc]
    """RLCard's dealer, with the pack in a given order instead of a shuffled one."""

    order: list[Any]

    def shuffle(self) -> None:
        """Put the pack into the order."""
        self.deck = list(self.order)


doudizhu_round.Dealer = FixedDealer


class RLCard:
    """The functions that RLCard's own environment calls."""

    version = version("rlcard")

    def leads(self, hands: Hands, size: int) -> Call:
        """Every lead of a string of ranks."""
        text = text_of(hands[0][:size])
        return lambda: Judger.playable_cards_from_hand(text)

    def responses(self, hands: Hands, played: str) -> Call:
        """Every play of a player that is greater than another's, and the pass."""
        player, other = Player(1, None), Player(0, None)
        player.set_current_hand([card_of(card) for card in sorted(hands[1])])
        other.played_cards = played
        return lambda: get_gt_cards(player, other)

    def moves(self, found: Any) -> list[str]:
        """They are strings of ranks already."""
        return [play for play in found if play != "pass"]

    def classify(self, sets: Sequence[str]) -> Call:
        """Its look-up, given strings sorted beforehand."""
        types = CARD_TYPE[0]
        return lambda: [types.get(text) for text in sets]

    def kinds(self, found: Any) -> list[str | None]:
        """The first of the types that a string has."""
        return [
            None if types is None else KINDS[types[0][0].rstrip("_0123456789")] for types in found
        ]

    def game(self, hands: Hands, seed: int) -> tuple[Call, Callable[[Any], Any]]:
        """Its game, every state made as its agents get it."""
        landlord, *farmers = hands
        cards = [*landlord[:17], *farmers[0], *farmers[1], *landlord[17:]]
        order = [card_of(card) for card in cards]
        choice = Random(seed).choice

        def start() -> Any:
            FixedDealer.order = order
            game = Game()
            game.init_game()
            return game

        def play(game: Any) -> Any:
            state = game.state
            while not game.is_over():
                state, _ = game.step(choice(state["actions"]))
            game.judger.judge_payoffs(game.round.landlord_id, game.winner_id)
            return game

        return start, play


ADAPTER = RLCard

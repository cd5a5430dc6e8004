"""This project's engine in the benchmark. Packed counts of ranks are its form of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import engine
from benchmarks.engines.adapter import Call, Hands
from engine.cards import format_ranks, pack, parse_ranks
from engine.combinations import classify
from engine.moves import legal_moves
from engine.payoff import points
from engine.playout import Playout
from engine.rulesets import get

RULESET = "official-2016"
"""The ruleset whose plays are those of RLCard; the other two come close to it."""


class Fushi:
    """The engine under `RULESET`."""

    version = engine.__version__

    def __init__(self) -> None:
        self.ruleset = get(RULESET)

    def leads(self, hands: Hands, size: int) -> Call:
        """The plays of a `Moves` without one to beat."""
        holding, ruleset = pack(hands[0][:size]), self.ruleset
        return lambda: legal_moves(holding, ruleset).plays

    def responses(self, hands: Hands, played: str) -> Call:
        """The plays of a `Moves` that beat the one played."""
        holding, ruleset = pack(hands[1]), self.ruleset
        to_beat = classify(parse_ranks(played), ruleset)
        return lambda: legal_moves(holding, ruleset, to_beat).plays

    def moves(self, found: Any) -> list[str]:
        """Texts of packed counts."""
        return [format_ranks(packed) for packed in found]

    def classify(self, sets: Sequence[str]) -> Call:
        """Its look-up by packed counts, which have no order to be put into first."""
        packed, plays = [parse_ranks(text) for text in sets], self.ruleset.plays
        return lambda: [plays.get(cards) for cards in packed]

    def kinds(self, found: Any) -> list[str | None]:
        """The names of the combinations."""
        return [None if combination is None else combination.kind.value for combination in found]

    def game(self, hands: Hands, seed: int) -> tuple[Call, Callable[[Any], Any]]:
        """A play-out with its facts and points."""
        ruleset, chance = self.ruleset, Random(seed)

        def play(playout: Playout) -> Playout:
            playout.finish(chance)
            points(playout.result(bid=3), ruleset)
            return playout

        return lambda: Playout([pack(hand) for hand in hands], 1, ruleset), play


ADAPTER = Fushi

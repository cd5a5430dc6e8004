"""What the benchmark asks of an engine, in the engine's own form of cards and plays.

Owns the protocol alone. Whatever an adapter does before it returns a call is preparation and is
not timed; the call itself is the engine's work and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

Call = Callable[[], Any]
Hands = Sequence[Sequence[int]]
"""The cards of the landlord (20, the last three the kitty) and of the two farmers (17 each)."""


class Adapter(Protocol):
    """One engine. A method returns None for what the engine cannot do."""

    @property
    def version(self) -> str:
        """The version of the package."""

    def leads(self, hands: Hands, size: int) -> Call | None:
        """Find every lead of the first `size` cards of the landlord."""

    def responses(self, hands: Hands, played: str) -> Call | None:
        """Find every response of the first farmer to `played`, which the landlord leads."""

    def moves(self, found: Any) -> list[str]:
        """What a call of `leads` or `responses` found, as texts of ranks, without the pass."""

    def classify(self, sets: Sequence[str]) -> Call | None:
        """Classify every one of the sets of cards."""

    def kinds(self, found: Any) -> list[str | None]:
        """What a call of `classify` found, in the names of `engine.combinations.Kind`."""

    def game(self, hands: Hands, seed: int) -> tuple[Call, Callable[[Any], Any]]:
        """Two calls: make a state of the hands; play it at random to the points."""

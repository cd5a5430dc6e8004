"""Cards as the workers exchange them, understood by every peer's interpreter.

Owns the numbers (rank × 4 + suit, 52 and 53 the jokers) and their texts of ranks. Imports nothing
but the standard library and never the engine, since it also runs in the peers' environments.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "3456789TJQKA2BR"
PLACE = {letter: number for number, letter in enumerate(RANKS)}


def rank_of(card: int) -> int:
    """The rank, 0…14, of a card."""
    return card // 4 if card < 52 else card - 39


def text_of(cards: Iterable[int]) -> str:
    """The ranks of cards as letters, low to high."""
    return "".join(RANKS[rank] for rank in sorted(map(rank_of, cards)))


def sorted_text(letters: Iterable[str]) -> str:
    """Letters of ranks in the order low to high."""
    return "".join(sorted(letters, key=PLACE.__getitem__))

"""What a play by ranks is, and whether cards that nobody has seen yet could beat it.

Owns this reading for bots, which know a ruleset by its name only: the shape is told from the
cards of a legal play.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.bots.plans import ACE, BLACK, RED, Counts
from engine.cards import RANKS


class Shape(NamedTuple):
    """The body of a play: cards a rank, ranks, the highest of them, and all cards of the play."""

    copies: int
    length: int
    main: int
    size: int

    @property
    def is_bomb(self) -> bool:
        """Whether this is a bomb or the rocket."""
        return self.size == self.copies * self.length and (self.copies >= 4 or self.main == RED + 1)


ROCKET = Shape(1, 2, RED + 1, 2)


def shape_of(ranks: str) -> Shape:
    """The shape of a legal play, given by its ranks."""
    counts = Counter(RANKS.index(rank) for rank in ranks)
    if set(counts) == {BLACK, RED}:
        return ROCKET
    size, most = len(ranks), max(counts.values())
    if most < 3 or len(counts) == 1:
        return Shape(most, len(counts), max(counts), size)
    if most >= 4 and size in (6, 8) and sum(n >= 3 for n in counts.values()) == 1:
        return Shape(4, 1, next(rank for rank, n in counts.items() if n >= 4), size)
    best = Shape(3, 1, max(rank for rank, n in counts.items() if n >= 3), size)
    for last in range(ACE + 1):
        length = 0
        while counts[last - length] >= 3 and last >= length:
            length += 1
            if size in (3 * length, 4 * length, 5 * length) and length >= best.length:
                best = Shape(3, length, last, size)
    return best


def can_be_beaten(shape: Shape, unseen: Counts, most: int, *, bombs: bool = True) -> bool:
    """Whether `unseen` cards, of which one opponent holds at most `most`, could beat a shape."""
    if shape == ROCKET:
        return False
    if bombs and _bomb(shape, unseen, most):
        return True
    if shape.is_bomb or shape.size > most:
        return False
    highest = RED if shape.length == 1 else ACE
    for main in range(shape.main + 1, highest + 1):
        body = range(main - shape.length + 1, main + 1)
        if all(unseen[rank] >= shape.copies for rank in body):
            return True
    return False


def _bomb(shape: Shape, unseen: Counts, most: int) -> bool:
    if most >= 2 and unseen[BLACK] and unseen[RED]:
        return True
    above = shape.main if shape.is_bomb else -1
    return most >= 4 and any(unseen[rank] >= 4 for rank in range(above + 1, BLACK))

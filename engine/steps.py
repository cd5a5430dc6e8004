"""The plays of one rank, and the rocket, as steps from one mask of a hand to the next.

In the masks of a hand (see `generation.masks_of`) each of these plays is one bit: that of its rank
among the ranks held so many times. So what answers a play is what the masks have in common with
the bits of all that beats it. Owns these tables, for play-outs; `combinations.beats` fills them.
"""

from __future__ import annotations

from engine.cards import BLACK
from engine.combinations import BOMB, COPIES, ROCKET, Combination, beats
from engine.definitions import groups
from engine.rulesets import PlayRules

_RANKS = 0x7FFF
ROCKET_HELD = 1 << 15
"""Where the masks of a hand tell that it has the rocket; no rank is there."""
LOUD = 64
"""The smallest shift of bombs and the rocket."""
Step = tuple[int, int, int]
"""The bits of the rank; how far those held move down, 16 for a card; the bits of what beats it.

A hand whose bits of the rank are `held` has the masks `masks ^ held ^ held >> shift` after the
play. `ROCKET_HELD` is one of the bits of both jokers, and any shift drops it.
"""


class Steps:
    """The steps under one set of play rules."""

    def __init__(self, rules: PlayRules) -> None:
        bits = {play: _bit(play) for play in groups(rules)}
        loud = [bit for play, bit in bits.items() if play.kind in (BOMB, ROCKET)]
        self.play_of_bit = {bit: play.packed for play, bit in bits.items()}
        self._of_play: dict[int, Step] = {
            play.packed: (
                _column(play),
                LOUD if play.kind is ROCKET else 16 * play.size,
                sum([bit for other, bit in bits.items() if beats(other, play, rules)]),
            )
            for play in bits
        }
        self.get = self._of_play.get
        self._beat_all = sum(loud) if rules.bombs_beat_all else 0

    def threat(self, to_beat: Combination) -> tuple[int, bool]:
        """The bits of what beats a play, and whether they are all of it, each bit one answer.

        They are for a play of one rank and the rocket. Of others they are what a hand needs some
        of to answer at all.
        """
        step = self.get(to_beat.packed)
        if step is not None:
            return step[2], True
        higher = _RANKS & -2 << to_beat.main
        return self._beat_all | higher << 16 * (COPIES[to_beat.kind] - 1), False


def _bit(play: Combination) -> int:
    """Where the masks of a hand have a play of one rank, or the rocket."""
    return ROCKET_HELD if play.kind is ROCKET else 1 << 16 * (play.size - 1) + play.main


def _column(play: Combination) -> int:
    """All bits of the rank of a play, or of both jokers."""
    column = sum([1 << 16 * level + play.main for level in range(8)])
    if play.kind is ROCKET:
        column |= column >> 1
    return column | ROCKET_HELD if play.main >= BLACK else column

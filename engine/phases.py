"""The words in which the state of a hand is told: phases, plays made, what is expected.

Owns these values only; what happens next is decided in `hand`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from engine.cards import format_card
from engine.combinations import Combination


class Phase(StrEnum):
    """Where a hand stands."""

    AUCTION = "auction"
    DOUBLING = "doubling"
    REDOUBLING = "redoubling"
    PLAYING = "playing"
    FINISHED = "finished"


class AllPass(StrEnum):
    """What an event does with a hand that nobody bids on.

    `VOID`: it is passed out, a result like any other. `FORCED`: position 1 is landlord at 1.
    """

    VOID = "void"
    FORCED = "forced"


class Memory(StrEnum):
    """How far a player may look back while a hand is played, as the event says.

    At the present contest (until the next lead: at the one that has just ended), also at the one
    before, at everything, or at everything with a count of the cards not seen yet.
    """

    CURRENT = "current"
    LAST = "last"
    FULL = "full"
    COUNTER = "counter"

    @property
    def contests(self) -> int | None:
        """How many contests may be seen, the newest first; None for all."""
        return {Memory.CURRENT: 1, Memory.LAST: 2}.get(self)


class Earlier(NamedTuple):
    """What was played before the first play shown: so many contests with so many plays."""

    contests: int = 0
    plays: int = 0


class Played(NamedTuple):
    """A play that was made: cards high to low, or a pass, which has no cards."""

    position: int
    cards: tuple[int, ...]
    combination: Combination | None

    def to_data(self) -> dict[str, Any]:
        """`{"position", "cards", "combination": name or null}`, for JSON."""
        combination = self.combination
        return {
            "position": self.position,
            "cards": [format_card(card) for card in self.cards],
            "combination": None if combination is None else str(combination.kind),
        }


class Expected(NamedTuple):
    """What a position is asked for: `type` is bid, double, redouble or play.

    `choices` are bids, truth values, or for a play the legal texts of ranks.
    """

    type: str
    choices: tuple[int | bool | str, ...]
    may_pass: bool = False

    def to_data(self) -> dict[str, Any]:
        """`{"type", "choices", "may_pass"}`, for JSON."""
        return {"type": self.type, "choices": list(self.choices), "may_pass": self.may_pass}

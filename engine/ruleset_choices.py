"""The choices of those adjudications that are more than a number or a yes or no.

Owns the words; what they mean together is decided in `rulesets`, from where they are imported.
"""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    """The way round the table in which turns go; the engine itself only counts positions up."""

    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class AuctionForm(StrEnum):
    """How often a player may call."""

    ONE_CALL = "one_call"
    ROUNDS = "rounds"


class AllPassRule(StrEnum):
    """What single play does with a deal nobody bids on; a duplicate event has its own rule."""

    VOID = "void"
    REDEAL = "redeal"
    ROTATE = "rotate"
    FORCED = "forced"


class Doubling(StrEnum):
    """When the farmers may double."""

    OFF = "off"
    BEFORE_KITTY = "before_kitty"
    AFTER_KITTY = "after_kitty"


class DoubleScope(StrEnum):
    """Whom a double concerns."""

    PER_PAIR = "per_pair"
    COMMON = "common"


class KittyShown(StrEnum):
    """When the kitty is shown to everybody."""

    NEVER = "never"
    AFTER_AUCTION = "after_auction"
    AFTER_DOUBLING = "after_doubling"


class WingRule(StrEnum):
    """How many single attachments of one combination may be of the same rank.

    `AT_MOST_THREE` never takes three of a rank 3…A directly above or below an airplane's body.
    """

    NONE = "none"
    ALL_DIFFERENT = "all_different"
    AT_MOST_TWO = "at_most_two"
    AT_MOST_THREE = "at_most_three"


class BombRule(StrEnum):
    """What a bomb is."""

    FOUR = "four"
    FOUR_OR_MORE = "four_or_more"


class LeadAfterPasses(StrEnum):
    """Who leads when all others have passed."""

    LAST_PLAYER = "last_player"
    LANDLORD = "landlord"


class Scoring(StrEnum):
    """How facts become points; see `payoff`."""

    MULTIPLY = "multiply"
    OPERATOR = "operator"
    ADD = "add"

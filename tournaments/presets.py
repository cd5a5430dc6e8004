"""What kinds of event are offered to whoever makes one: their stages, rulesets and tables.

Owns the presets; how many rounds and boards fit is `plans`'.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy

from tournaments.models import CarryOver, StageKind

#: The fewest people of a stage of single players.
FEWEST = 6


@dataclass(frozen=True, slots=True)
class Following:
    """The stage that the best of the one before go on to; both have names of their own.

    `share` is its part of the time; about one in `one_of` of the people goes on, always whole
    tables and six at least. Without it six go on.
    """

    names: tuple[Any, Any]
    kind: str
    method: str
    boards: int
    share: float
    one_of: int | None = None
    carry_over: str = CarryOver.NONE

    def going_on(self, people: int) -> int:
        """How many of `people` go on."""
        if self.one_of is None:
            return FEWEST
        return max(FEWEST, people // self.one_of // 3 * 3)


@dataclass(frozen=True, slots=True)
class Preset:
    """What a kind of event usually is; `settings` are those of its tables that differ."""

    label: Any
    kind: str
    method: str
    boards: int
    plays_with: str = "phones"
    ruleset: str = "competition"
    settings: dict[str, Any] = field(default_factory=dict)
    separate_clubs: bool = False
    then: Following | None = None


PRESETS = {
    "club": Preset(gettext_lazy("club evening"), StageKind.INDIVIDUAL_BAROMETER, "matchpoints", 4),
    "school": Preset(
        gettext_lazy("school day"),
        StageKind.INDIVIDUAL_BAROMETER,
        "matchpoints",
        3,
        settings={"hints": True},
    ),
    "swiss": Preset(
        gettext_lazy("large field, Swiss"), StageKind.INDIVIDUAL_SWISS, "matchpoints", 6
    ),
    "teams": Preset(
        gettext_lazy("team league, four-a-side"),
        StageKind.FOUR_LEAGUE,
        "cross",
        8,
        ruleset="team-additive",
    ),
    "threes": Preset(
        gettext_lazy("team league, teams of three"), StageKind.TEAMS_ROUND_ROBIN, "cross", 6
    ),
    "final": Preset(
        gettext_lazy("federation final"),
        StageKind.INDIVIDUAL_BAROMETER,
        "matchpoints",
        8,
        settings={
            "action_seconds": 30,
            "pool_seconds": 120,
            "confirm_results": True,
            "correction_minutes": 60,
        },
        separate_clubs=True,
        then=Following(
            (gettext_lazy("Qualification"), gettext_lazy("Final")),
            StageKind.INDIVIDUAL_FIXED_BOARDS,
            "matchpoints",
            8,
            share=0.4,
            one_of=3,
            carry_over=CarryOver.SCALED,
        ),
    ),
    "mitchell": Preset(
        gettext_lazy("cards, few copies: boards go round"),
        StageKind.INDIVIDUAL_MITCHELL,
        "matchpoints",
        2,
        "cards",
    ),
    "score-out": Preset(
        gettext_lazy("knock-out by score"), StageKind.INDIVIDUAL_SCORE_OUT, "matchpoints", 4
    ),
    "fixed": Preset(
        gettext_lazy("fixed boards, points added up"),
        StageKind.INDIVIDUAL_FIXED_BOARDS,
        "total",
        6,
    ),
    "out-and-fixed": Preset(
        gettext_lazy("knock-out by score, then fixed boards"),
        StageKind.INDIVIDUAL_SCORE_OUT,
        "matchpoints",
        4,
        then=Following(
            (gettext_lazy("Score-out"), gettext_lazy("Fixed boards")),
            StageKind.INDIVIDUAL_FIXED_BOARDS,
            "total",
            6,
            share=0.3,
        ),
    ),
    "plain": Preset(
        gettext_lazy("ordinary evening, not duplicate"),
        StageKind.INDIVIDUAL_OWN_DEALS,
        "total",
        6,
    ),
    "cards": Preset(
        gettext_lazy("physical cards"), StageKind.INDIVIDUAL_BAROMETER, "matchpoints", 4, "cards"
    ),
}

"""The table policy: what the granting application fixes when it creates a table.

Frozen with the table and stored in `Table.policy`. It names no event, and nothing changes it later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.hand import AllPass
from engine.phases import Memory
from engine.rulesets import Ruleset

TIMEOUTS = ("act", "bot", "call")
#: How many hands a board has at a table of partners.
PARTNERS_HANDS = 3
#: Least and most of each clock, in seconds.
CLOCK_LIMITS = {
    "action_seconds": (5, 3600),
    "pool_seconds": (5, 86_400),
    "start_seconds": (0, 3600),
}


class PolicyError(ValueError):
    """A policy that no table can be played under; the message names the field."""


@dataclass(frozen=True)
class TablePolicy:
    """How a table plays.

    `ruleset` is `Ruleset.to_data()`; `all_pass` says what happens when nobody bids ("void" or
    "forced"); `bet` is the table bet of rulesets that know one; `memory_aid` is how far a player
    may look back while a board is played (`engine.phases.Memory`). With `claims` whoever leads may
    show the hand and claim the rest.

    `action_seconds` is the time for each action, `pool_seconds` what each player has besides on
    each board (all he has, without `action_seconds`); None without one. `start_seconds` go before
    the first action of a board. When the time is up, `on_timeout` says what happens: the time-out
    action of the rules ("act"), a bot's choice ("bot"), or the director is called ("call").
    `physical` tables play with cards and report results; with `travellers` one that has a board's
    result sees those of other tables before the board opens. `confirm_results` asks the players of
    other tables to confirm theirs, too. A result may be disputed until `correction_minutes` after
    its board has opened. At a `practice` table a visitor plays with bots, and nothing counts.
    With `partners` four sit at a table for three hands, A and C against B and D: one is idle, and
    after the auction the landlord's partner passes his hand to the idle opponent.
    With `redeal` a board that all pass is dealt again; only where no other table plays it.
    Raises `PolicyError`, or `RulesetError` for a bad ruleset.
    """

    ruleset: Mapping[str, Any]
    all_pass: str = AllPass.VOID.value
    bet: int = 1
    hints: bool = False
    memory_aid: str = Memory.LAST.value
    claims: bool = False
    action_seconds: int | None = None
    pool_seconds: int | None = None
    start_seconds: int = 0
    on_timeout: str = "act"
    physical: bool = False
    travellers: bool = False
    confirm_results: bool = False
    correction_minutes: int = 30
    practice: bool = False
    partners: bool = False
    redeal: bool = False

    def __post_init__(self) -> None:
        if self.all_pass not in {rule.value for rule in AllPass}:
            raise PolicyError(f"all_pass is void or forced, not {self.all_pass!r}")
        if type(self.bet) is not int or self.bet < 1:
            raise PolicyError("bet is a whole number from 1")
        flags = (
            "hints",
            "claims",
            "physical",
            "travellers",
            "confirm_results",
            "practice",
            "partners",
            "redeal",
        )
        for name in flags:
            if type(getattr(self, name)) is not bool:
                raise PolicyError(f"{name} is true or false")
        if self.memory_aid not in set(Memory):
            raise PolicyError(f"memory_aid is one of {', '.join(Memory)}")
        for name, (least, most) in CLOCK_LIMITS.items():
            value = getattr(self, name)
            if value is None and name != "start_seconds":
                continue
            if type(value) is not int or not least <= value <= most:
                raise PolicyError(f"{name} is from {least} to {most} seconds")
        if self.on_timeout not in TIMEOUTS:
            raise PolicyError(f"on_timeout is one of {', '.join(TIMEOUTS)}")
        if type(self.correction_minutes) is not int or self.correction_minutes < 0:
            raise PolicyError("correction_minutes is a whole number from 0")
        if self.partners and (self.physical or self.rules().players != PARTNERS_HANDS):
            raise PolicyError("partners play three hands, and on phones")
        if self.travellers and not self.physical:
            raise PolicyError("travellers are for tables that play with cards")
        if self.redeal and self.physical:
            raise PolicyError("cards are dealt again at the table, not by the server")
        self.rules()

    @property
    def chairs(self) -> int:
        """How many sit at a table."""
        return self.rules().players + self.partners

    def rules(self) -> Ruleset:
        """The ruleset as the engine's value. Raises `RulesetError`."""
        return ruleset_from_data(self.ruleset)

    def to_data(self) -> dict[str, Any]:
        """All fields, for JSON; `from_data` reads them back."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TablePolicy:
        """Read what `to_data` wrote. Raises `PolicyError` for an unknown or missing field."""
        unknown = set(data) - {field.name for field in fields(cls)}
        if unknown or "ruleset" not in data:
            raise PolicyError(f"unknown or missing fields: {sorted(unknown) or ['ruleset']}")
        return cls(**data)


_read: dict[tuple[str, str], Ruleset] = {}


def ruleset_from_data(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset of stored data; read once a process, since its tables are expensive to build.

    Raises `RulesetError`.
    """
    key = (str(data.get("name")), str(data.get("hash")))
    ruleset = _read.get(key)
    if ruleset is None:
        ruleset = Ruleset.from_data(data)
        _read[ruleset.name, ruleset.hash] = ruleset
    return ruleset

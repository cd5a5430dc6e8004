"""The table policy: what the granting application fixes when it creates a table.

Frozen with the table and stored in `Table.policy`. It names no event, and nothing changes it later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.hand import AllPass
from engine.rulesets import Ruleset

MEMORY_AIDS = ("current", "last", "full", "counter")
SHORTEST_ACTION_SECONDS = 5


class PolicyError(ValueError):
    """A policy that no table can be played under; the message names the field."""


@dataclass(frozen=True)
class TablePolicy:
    """How a table plays.

    `ruleset` is `Ruleset.to_data()`; `all_pass` says what happens when nobody bids ("void" or
    "forced"); `bet` is the table bet of rulesets that know one; `memory_aid` is how much of the
    past play a client shows; `action_seconds` is the clock per action, None without one.
    Raises `PolicyError`, or `RulesetError` for a bad ruleset.
    """

    ruleset: Mapping[str, Any]
    all_pass: str = AllPass.VOID.value
    bet: int = 1
    hints: bool = False
    memory_aid: str = "last"
    action_seconds: int | None = None

    def __post_init__(self) -> None:
        if self.all_pass not in {rule.value for rule in AllPass}:
            raise PolicyError(f"all_pass is void or forced, not {self.all_pass!r}")
        if type(self.bet) is not int or self.bet < 1:
            raise PolicyError("bet is a whole number from 1")
        if type(self.hints) is not bool:
            raise PolicyError("hints is true or false")
        if self.memory_aid not in MEMORY_AIDS:
            raise PolicyError(f"memory_aid is one of {', '.join(MEMORY_AIDS)}")
        seconds = self.action_seconds
        if seconds is not None and (type(seconds) is not int or seconds < SHORTEST_ACTION_SECONDS):
            raise PolicyError(f"action_seconds is at least {SHORTEST_ACTION_SECONDS}, or nothing")
        self.rules()

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

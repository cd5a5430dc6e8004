"""The result of a finished hand: its facts, from which points are derived.

Owns the value and its JSON form. Never holds a score: see `payoff`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import ParseError

_SPRINGS = (None, "spring", "anti_spring")
_WINNERS = (None, "landlord", "farmers")


@dataclass(frozen=True, slots=True)
class Result:
    """What happened. A passed-out hand has no landlord, no winner and bid 0.

    `bombs` counts the bombs played that change the stake (in two packs not every bomb does),
    `rockets` the rockets played; `doubled` the farmers who doubled, in order of position.
    """

    landlord: int | None
    bid: int
    bombs: int = 0
    rockets: int = 0
    spring: str | None = None
    doubled: tuple[int, ...] = ()
    redoubled: bool = False
    winner: str | None = None
    passed_out: bool = False

    def to_data(self) -> dict[str, Any]:
        """All fields by name, for JSON."""
        return {
            "landlord": self.landlord,
            "bid": self.bid,
            "bombs": self.bombs,
            "rockets": self.rockets,
            "spring": self.spring,
            "doubled": list(self.doubled),
            "redoubled": self.redoubled,
            "winner": self.winner,
            "passed_out": self.passed_out,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Result:
        """Read what `to_data` wrote. Raises `ParseError` (`bad_result`).

        Only the form is read here; `payoff.result_problems` says what cannot be.
        """
        if not isinstance(data, Mapping):
            raise ParseError("bad_result", reason="its facts by name are expected")
        if unknown := sorted(str(name) for name in set(data) - set(cls.__slots__)):
            raise ParseError("bad_result", reason=f"it has no {', '.join(unknown)}")
        if missing := [name for name in ("landlord", "bid") if name not in data]:
            raise ParseError("bad_result", reason=f"{' and '.join(missing)} must be given")
        doubled = data.get("doubled", ())
        if not isinstance(doubled, list | tuple):
            raise ParseError("bad_result", reason="doubled is a list of positions")
        result = cls(**{**data, "doubled": tuple(doubled)})
        numbers = (result.bid, result.bombs, result.rockets, *result.doubled)
        if any(type(number) is not int or number < 0 for number in numbers):
            raise ParseError("bad_result", reason="counts and positions are whole numbers")
        if result.landlord is not None and type(result.landlord) is not int:
            raise ParseError("bad_result", reason="the landlord is a position")
        if type(result.redoubled) is not bool or type(result.passed_out) is not bool:
            raise ParseError("bad_result", reason="redoubled and passed_out are true or false")
        if result.spring not in _SPRINGS or result.winner not in _WINNERS:
            raise ParseError("bad_result", reason="spring or winner has an unknown value")
        return result


PASSED_OUT = Result(landlord=None, bid=0, passed_out=True)
"""The result of a hand that nobody bid on."""

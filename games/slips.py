"""A result slip: the facts as people write them down, and what of them cannot be.

Pure but for texts. What the cards allow is `engine.reported`; the score is never on a slip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from engine.errors import RulesetError
from engine.hand import AllPass
from engine.payoff import points, result_problems, unit
from engine.result import PASSED_OUT, Result
from engine.rulesets import Ruleset
from games.errors import FieldError, told
from games.policy import TablePolicy

#: More bombs, rockets and springs than this are rare enough to be asked about.
ORDINARY_MULTIPLIERS = 3

_FIELDS = {
    "no_such_landlord": "landlord",
    "no_such_bid": "bid",
    "spring_without_win": "spring",
    "anti_spring_without_win": "spring",
    "too_many_rockets": "rockets",
    "too_many_bombs": "bombs",
    "negative_count": "bombs",
    "doubled_by_no_farmer": "doubled",
    "no_doubling": "doubled",
    "redoubled_without_double": "redoubled",
}


@dataclass(frozen=True, slots=True)
class Slip:
    """What happened on a board. Positions count from 1; `lead` is the landlord's first card.

    `out_first` is the position that went out, which tells who won. `hands` "213" says that
    position 1 held hand 2; empty when everybody held the own. A passed-out slip has no more.
    """

    passed_out: bool = False
    landlord: int | None = None
    lead: int | None = None
    bid: int = 0
    doubled: tuple[int, ...] = ()
    redoubled: bool = False
    bombs: int = 0
    rockets: int = 0
    out_first: int | None = None
    spring: bool = False
    hands: str = ""

    def result(self) -> Result:
        """The facts in the engine's form."""
        if self.passed_out:
            return PASSED_OUT
        won = self.out_first == self.landlord
        spring = ("spring" if won else "anti_spring") if self.spring else None
        return Result(
            landlord=self.landlord,
            bid=self.bid,
            bombs=self.bombs,
            rockets=self.rockets,
            spring=spring,
            doubled=tuple(sorted(self.doubled)),
            redoubled=self.redoubled,
            winner="landlord" if won else "farmers",
        )

    def mapping(self, ruleset: Ruleset) -> str:
        """Which hand each position held, in full."""
        return self.hands or "".join(map(str, ruleset.positions))

    def problems(self, policy: TablePolicy) -> list[FieldError]:
        """Everything that cannot be on a slip of such a table, whatever the cards were."""
        ruleset = policy.rules()
        found = []
        if sorted(self.mapping(ruleset)) != [str(position) for position in ruleset.positions]:
            detail = _("Name the hand that each position held, each hand once.")
            found.append(FieldError("hands", "bad_hands", detail))
        if self.passed_out:
            return found + self._passed_out_problems(policy)
        for name in ("landlord", "lead", "out_first"):
            if getattr(self, name) is None:
                detail = _("Say it, unless the board was passed out.")
                found.append(FieldError(name, "required", detail))
        if self.out_first is not None and self.out_first not in ruleset.positions:
            found.append(
                FieldError("out_first", "no_such_position", _("There is no such position."))
            )
        if self.spring and not ruleset.spring_doubles:
            detail = _("A spring does not count under these rules.")
            found.append(FieldError("spring", "no_spring", detail))
        if self.landlord is not None:
            for code in result_problems(self.result(), ruleset):
                reason = told(RulesetError(code))
                found.append(FieldError(_FIELDS.get(code, ""), code, reason))
        return found

    def _passed_out_problems(self, policy: TablePolicy) -> list[FieldError]:
        if self != Slip(passed_out=True, hands=self.hands):
            reason = told(RulesetError("passed_out_with_facts"))
            return [FieldError("passed_out", "passed_out_with_facts", reason)]
        if policy.all_pass == AllPass.FORCED.value:
            detail = _("Here position 1 is landlord at 1 when everybody passes.")
            return [FieldError("passed_out", "never_passed_out", detail)]
        return []

    def points(self, policy: TablePolicy) -> dict[str, int]:
        """The points by position, as a result stores them."""
        signed = points(self.result(), policy.rules(), policy.bet)
        return {str(position): value for position, value in signed.items()}


def highest(values: Mapping[str, int]) -> int:
    """The size of a score: the largest of its points."""
    return max(abs(value) for value in values.values())


def ordinary_height(policy: TablePolicy) -> int:
    """The size of score above which a slip is asked about while nothing else is known."""
    stake = unit(3, ORDINARY_MULTIPLIERS, policy.rules(), policy.bet)
    return 2 * stake

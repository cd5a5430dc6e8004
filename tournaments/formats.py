"""What each format needs and allows: how many people, which rulesets, which comparison.

Owns the one table of formats; services refuse by it, and forms offer by it.
"""

from dataclasses import dataclass

from engine import comparison
from tournaments.models import Scoring, StageKind


@dataclass(frozen=True)
class Format:
    """A kind of stage. `hands` are the numbers of hands of a board that it can seat.

    `methods` are the comparisons that suit it, the usual one first. `round_by_round` formats draw
    each round from the results of those before.
    """

    kind: str
    hands: tuple[int, ...] = (3,)
    methods: tuple[str, ...] = ()
    fewest: int = 6
    round_by_round: bool = False
    teams: bool = False

    @property
    def scorings(self) -> tuple[str, ...]:
        """By what it can rank: victory points are of team matches."""
        return tuple(Scoring.values) if self.teams else (Scoring.COMPARISON,)


def _usual_first(name: str) -> tuple[str, ...]:
    return (name, *(each for each in comparison.names() if each != name))


FORMATS = {
    each.kind: each
    for each in (
        Format(StageKind.INDIVIDUAL_BAROMETER, hands=(3, 4), methods=_usual_first("matchpoints")),
        Format(
            StageKind.INDIVIDUAL_SWISS, methods=_usual_first("matchpoints"), round_by_round=True
        ),
        Format(StageKind.TEAMS_ROUND_ROBIN, methods=_usual_first("cross"), fewest=3, teams=True),
        Format(
            StageKind.TEAMS_SWISS,
            methods=_usual_first("cross"),
            fewest=6,
            round_by_round=True,
            teams=True,
        ),
        Format(
            StageKind.TEAMS_KNOCKOUT,
            methods=_usual_first("cross"),
            fewest=3,
            round_by_round=True,
            teams=True,
        ),
    )
}


def format_of(kind: str) -> Format:
    """The format of a kind of stage."""
    return FORMATS[kind]


def usual_method(kind: str) -> str:
    """The comparison that a format has unless another is chosen; empty for no format."""
    return FORMATS[kind].methods[0] if kind in FORMATS else ""


def formats_for(hands: int) -> list[Format]:
    """The formats that a ruleset with so many hands can be played in."""
    return [each for each in FORMATS.values() if hands in each.hands]

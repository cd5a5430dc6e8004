"""What each format needs and allows: how many people, which rulesets, which comparison.

Owns the one table of formats; services refuse by it, and forms offer by it.
"""

from dataclasses import dataclass

from engine import comparison
from tournaments.models import StageKind


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


def _usual_first(name: str) -> tuple[str, ...]:
    return (name, *(each for each in comparison.names() if each != name))


FORMATS = {
    each.kind: each
    for each in (
        Format(StageKind.INDIVIDUAL_BAROMETER, hands=(3, 4), methods=_usual_first("matchpoints")),
        Format(
            StageKind.INDIVIDUAL_SWISS, methods=_usual_first("matchpoints"), round_by_round=True
        ),
    )
}


def format_of(kind: str) -> Format:
    """The format of a kind of stage."""
    return FORMATS[kind]

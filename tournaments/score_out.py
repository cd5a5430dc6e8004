"""Score-out (打立出局): a threshold that rises, and who is below it; pure reads.

After round r whoever has less than `out_below` + (r − 1) × `out_step` is out, until `out_until` are
left: if fewer would be left, only the lowest are out. Owns this rule and the order that follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.comparison.rounding import shown
from tournaments.errors import DrawRefused
from tournaments.models import Elimination, EntrantState, RoundState, Stage
from tournaments.models.eliminations import EliminationWhy


@dataclass(frozen=True, slots=True)
class Out:
    """An entrant (id) who is to be out: what they have, and why that is not enough."""

    entrant: str
    number: int
    value: str
    why: EliminationWhy

    @property
    def had(self) -> str:
        """The value with two decimals."""
        return shown(Fraction(self.value))


def threshold_of(stage: Stage, number: int) -> int:
    """What has to be reached after round `number`: per cent, or points."""
    return stage.out_below + (number - 1) * stage.out_step


def out_now(stage: Stage) -> dict[str, int]:
    """Who is out, by entrant's id, and after which round."""
    rows = Elimination.objects.filter(stage=stage.pk, reversed_at=None)
    return dict(rows.values_list("entrant_id", "round"))


def still_in(stage: Stage) -> set[str]:
    """The entrants (ids) whom the stage's movement has and who are neither out nor withdrawn."""
    numbers = set(stage.movement["entrants"]) if stage.movement else set()
    people = stage.event.entrants.filter(number__in=numbers, state=EntrantState.ACTIVE)
    return set(people.values_list("pk", flat=True)) - out_now(stage).keys()


def is_decided(stage: Stage) -> bool:
    """Whether the newest round's cut is made, and no further round follows."""
    last = stage.rounds.order_by("number").last()
    if last is None or last.state != RoundState.FINISHED or last.cut_at is None:
        return False
    return last.number >= stage.rounds_planned or len(still_in(stage)) <= stage.out_until


def work_out_cut(stage: Stage, rows: Sequence[Mapping[str, Any]]) -> list[Out]:
    """Who is out after the newest round, by the newest standings `rows`, lowest first.

    Who has nothing yet is never out. Raises DrawRefused("tie_at_the_edge") where the lowest share a
    rank with somebody who stays.
    """
    number = stage.rounds.count()
    inside = still_in(stage)
    here = [row for row in rows if row["entrant"] in inside]
    most = len(here) - stage.out_until
    limit = threshold_of(stage, number)
    lower = [row for row in reversed(here) if value_of(row) is not None]
    below = [row for row in lower if (value_of(row) or Fraction(0)) < limit]
    why = EliminationWhy.BELOW
    if len(below) > max(most, 0):
        why = EliminationWhy.LOWEST
        cut, kept = below[: max(most, 0)], here[: len(here) - max(most, 0)]
        if cut and kept and kept[-1]["rank"] == cut[-1]["rank"]:
            rank = kept[-1]["rank"]
            numbers = sorted(row["number"] for row in here if row["rank"] == rank)
            sentence = _(
                "Rank %(rank)d is shared by the numbers %(numbers)s: add a step to the tie-breaks."
            )
            words = {"rank": rank, "numbers": ", ".join(map(str, numbers))}
            raise DrawRefused("tie_at_the_edge", sentence % words, rank=rank, numbers=numbers)
        below = cut
    return [Out(row["entrant"], row["number"], str(value_of(row)), why) for row in below]


def value_of(row: Mapping[str, Any]) -> Fraction | None:
    """What a line of the standings is measured by: the percentage as published, or the score."""
    if row["percentage"]:
        return Fraction(row["percentage"])
    if row["top"] is None and row["boards"] + row["boards_awarded"]:
        return Fraction(row["score"])
    return None


def by_round_out(stage: Stage, payload: dict[str, Any]) -> dict[str, Any]:
    """The standings with those who are in first, and then who stayed longer; ties as they were."""
    out = out_now(stage)
    rows = [{**row, "out_round": out.get(row["entrant"])} for row in payload["rows"]]

    def place(row: Mapping[str, Any]) -> tuple[bool, int, int]:
        return row["out_round"] is not None, -(row["out_round"] or 0), row["rank"]

    rows.sort(key=place)
    first: dict[tuple[bool, int, int], int] = {}
    for number, row in enumerate(rows, 1):
        row["rank"] = first.setdefault(place(row), number)
    return {**payload, "rows": rows}

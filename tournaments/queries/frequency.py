"""Frequency tables of an edition: what every comparison score on a public page is read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine import comparison
from engine.comparison import Method
from tournaments.models import FieldGeneration, FrequencyRow

from .edition import Edition, FieldRef


@dataclass(frozen=True, slots=True)
class FrequencyLine:
    """One points value, how many results had it (rulings make fractions), its comparison score.

    Where only parts of results had it (`is_partial`), the score is that of nobody, and may lie
    outside what a whole result can reach: it is what such a part is weighted with.
    """

    value: int
    weight: Fraction
    score: Fraction
    percentage: Fraction | None

    @property
    def is_partial(self) -> bool:
        """Whether less than one whole result had it."""
        return self.weight < 1


@dataclass(frozen=True, slots=True)
class FrequencyTable:
    """The distribution of one position of one board, best value first.

    `average` is the field's mean in points: what the cards gave. `top` is the best possible score;
    percentages (0–100) are None where there is no top.
    """

    field: FieldRef
    results: int
    top: Fraction
    average: Fraction | None
    lines: tuple[FrequencyLine, ...]

    @property
    def has_partial(self) -> bool:
        """Whether there are lines that only parts of results stand on."""
        return any(line.is_partial for line in self.lines)

    def line(self, value: int) -> FrequencyLine | None:
        """The line of a points value; None if this generation has not counted it."""
        return next((line for line in self.lines if line.value == value), None)


def frequency_tables(edition: Edition, fields: Sequence[FieldRef]) -> Mapping[int, FrequencyTable]:
    """The frequency tables of `fields` of the edition, by field id; at most two statements."""
    if not fields:
        return {}
    method = comparison.get(edition.method)
    wanted = {field.id: field for field in fields}
    generations = _current(wanted)
    lines: dict[int, list[tuple[int, Fraction, Fraction]]] = {id_: [] for id_ in wanted}
    rows = FrequencyRow.objects.filter(
        field_id__in=list(wanted), generation__in={field.generation for field in fields}
    ).values_list(
        "field_id",
        "generation",
        "value",
        "weight_numerator",
        "weight_denominator",
        "score_numerator",
        "score_denominator",
    )
    for field_id, generation, value, weight, weight_of, score, score_of in rows:
        if wanted[field_id].generation == generation:
            lines[field_id].append((value, Fraction(weight, weight_of), Fraction(score, score_of)))
    return {
        id_: _table(method, field, *generations.get(id_, (0, Fraction(0))), lines[id_])
        for id_, field in wanted.items()
    }


def _current(wanted: Mapping[int, FieldRef]) -> dict[int, tuple[int, Fraction]]:
    rows = FieldGeneration.objects.filter(
        field_id__in=list(wanted), number__in={field.generation for field in wanted.values()}
    ).values_list("field_id", "number", "results", "top_numerator", "top_denominator")
    return {
        field_id: (results, Fraction(top, top_of))
        for field_id, number, results, top, top_of in rows
        if wanted[field_id].generation == number
    }


def _table(
    method: Method,
    field: FieldRef,
    results: int,
    top: Fraction,
    rows: list[tuple[int, Fraction, Fraction]],
) -> FrequencyTable:
    weight = sum((weight for _, weight, _ in rows), Fraction(0))
    total = sum((value * weight for value, weight, _ in rows), Fraction(0))
    return FrequencyTable(
        field=field,
        results=results,
        top=top,
        average=total / weight if weight else None,
        lines=tuple(
            FrequencyLine(value, weight, score, method.percentage(score, top))
            for value, weight, score in sorted(rows, reverse=True)
        ),
    )

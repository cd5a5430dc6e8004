"""Count a field again: a new generation of its frequency table, if it differs from the current.

Idempotent and safe against anything that happens meanwhile: whatever is marked after the marks
were read stays marked. It never adds to a count; it counts.
"""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count
from django.utils import timezone

from engine import comparison
from games.db import write_transaction
from tournaments.models import DirtyMark, Field, FieldGeneration, FrequencyRow, SeatResult, Stage
from tournaments.tasks import hint_publish

from .opening import mark_standings_due
from .seat_results import identity


@dataclass(frozen=True, slots=True)
class CountedField:
    """A frequency table: `rows` are (value, weight, score) in ascending order of the values."""

    results: int
    top: Fraction
    rows: tuple[tuple[int, Fraction, Fraction], ...]


def recount_field(field_id: int) -> bool:
    """Count a marked field; return whether a new generation was written.

    One transaction: lock the field, read the visible marks, *then* count, write, and delete
    exactly those marks. Does nothing for a field without marks.
    """
    if not DirtyMark.objects.filter(field=field_id).exists():
        return False
    with write_transaction():
        field = (
            Field.objects.select_for_update(no_key=True, of=("self",))
            .select_related("stage", "board")
            .defer("stage__movement", "stage__certificate")  # they grow with the event
            .get(pk=field_id)
        )
        marks = list(DirtyMark.objects.filter(field=field).values_list("pk", flat=True))
        if not marks:
            return False
        counted = count_field(field)
        changed = counted != stored_count(field)
        if changed:
            _write(field, counted)
        if field.board.opened_at is not None:
            mark_standings_due(field.stage_id, timezone.now())
            hint_publish(field.stage_id)
        DirtyMark.objects.filter(pk__in=marks).delete()
    return changed


def recount_marked(stage: Stage) -> None:
    """Count every field of a stage that is marked, whether or not a worker helps."""
    marked = DirtyMark.objects.filter(field__stage=stage).values_list("field_id", flat=True)
    for field_id in sorted(set(marked)):
        recount_field(field_id)


def count_field(field: Field) -> CountedField:
    """Return the frequency table that the seat results give now."""
    tally: dict[int, Fraction] = {}
    seats = SeatResult.objects.filter(field=field, award="").order_by("value")
    weighted = seats.values("value", "weight_numerator", "weight_denominator")
    for value, numerator, denominator, times in weighted.annotate(times=Count("pk")).values_list(
        "value", "weight_numerator", "weight_denominator", "times"
    ):
        assert value is not None
        tally[value] = tally.get(value, Fraction(0)) + times * Fraction(numerator, denominator)
    results = int(sum(tally.values()))
    expected = max(field.expected, results)
    method = comparison.get(field.stage.method)
    fouled = field.mapping != identity(len(field.mapping))
    table = method.table(tally, expected, fouled=fouled) if tally else {}
    return CountedField(
        results=results,
        top=Fraction(method.top(expected) or 0),
        rows=tuple((value, tally[value], score) for value, score in table.items()),
    )


def stored_count(field: Field) -> CountedField | None:
    """Return the current generation as stored; None while nothing has been counted."""
    generation = FieldGeneration.objects.filter(field=field, number=field.generation).first()
    if generation is None:
        return None
    rows = FrequencyRow.objects.filter(field=field, generation=field.generation).order_by("value")
    return CountedField(
        results=generation.results,
        top=Fraction(generation.top_numerator, generation.top_denominator),
        rows=tuple(
            (
                row.value,
                Fraction(row.weight_numerator, row.weight_denominator),
                Fraction(row.score_numerator, row.score_denominator),
            )
            for row in rows
        ),
    )


def _write(field: Field, counted: CountedField) -> None:
    number = field.generation + 1
    FieldGeneration.objects.create(
        field=field,
        number=number,
        results=counted.results,
        top_numerator=counted.top.numerator,
        top_denominator=counted.top.denominator,
    )
    FrequencyRow.objects.bulk_create(
        [
            FrequencyRow(
                field=field,
                generation=number,
                value=value,
                weight_numerator=weight.numerator,
                weight_denominator=weight.denominator,
                score_numerator=score.numerator,
                score_denominator=score.denominator,
            )
            for value, weight, score in counted.rows
        ]
    )
    Field.objects.filter(pk=field.pk).update(generation=number)

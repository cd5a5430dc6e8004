"""Count fields again: a new generation of each frequency table that differs from the current.

Idempotent and safe against anything that happens meanwhile: whatever is marked after the marks
were read stays marked. It never adds to a count; it counts.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, F
from django.utils import timezone

from engine import comparison
from engine.comparison.field import Weight
from games.db import insert_rows, write_transaction
from tournaments.models import (
    DirtyMark,
    Failure,
    Field,
    FieldGeneration,
    FrequencyRow,
    SeatResult,
    Stage,
)
from tournaments.tasks import hint_publish

from .failures import NOT_TO_BLAME, note_failure
from .opening import mark_standings_due
from .seat_results import identity

WEIGHT = ("weight_numerator", "weight_denominator")
SCORE = ("score_numerator", "score_denominator")
TOP = ("top_numerator", "top_denominator")
#: Fields of one transaction: the statements are few, and nobody waits long for the locks.
BATCH = 60


@dataclass(frozen=True, slots=True)
class CountedField:
    """A frequency table: `rows` are (value, weight, score) in ascending order of the values."""

    results: int
    top: Fraction
    rows: tuple[tuple[int, Weight, Fraction], ...]


def recount_fields(field_ids: Iterable[int], *, wait: bool = True) -> set[int]:
    """Count the marked ones of these fields; return those that have a new generation.

    One transaction a batch: lock the fields, read the visible marks, *then* count, write, and
    delete exactly those marks. The number of statements does not depend on the fields. A field
    whose count raises stays marked, is noted as a `Failure`, and stops no other. Without `wait`
    fields that somebody else counts now keep the marks that he has not seen.
    """
    ids = sorted(set(field_ids))
    changed: set[int] = set()
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        try:
            changed |= _recount(batch, wait)
        except NOT_TO_BLAME:
            raise
        except Exception:
            changed |= _one_by_one(batch, wait)
    return changed


def _one_by_one(ids: Sequence[int], wait: bool) -> set[int]:
    """Count each in a transaction of its own, and note those that raise."""
    changed: set[int] = set()
    for field_id in ids:
        try:
            changed |= _recount([field_id], wait)
        except NOT_TO_BLAME:
            raise
        except Exception as fault:
            stage_id = Field.objects.values_list("stage_id", flat=True).get(pk=field_id)
            note_failure(stage_id, field_id, fault)
    return changed


def recount_marked(stage: Stage) -> None:
    """Count every field of a stage that is marked, whether or not a worker helps."""
    recount_fields(DirtyMark.objects.filter(field__stage=stage).values_list("field_id", flat=True))


def _recount(ids: Sequence[int], wait: bool) -> set[int]:
    due = DirtyMark.objects.filter(field__in=ids).distinct()
    now = timezone.now()
    waiting, failed = [], []
    for field_id, retry_at, parked_at in due.values_list(
        "field_id", "field__failure__retry_at", "field__failure__parked_at"
    ):
        if parked_at is None and (retry_at is None or retry_at <= now):
            waiting.append(field_id)
            if retry_at is not None:
                failed.append(field_id)
    if not waiting:
        return set()
    with write_transaction():
        fields = lock_fields(waiting, wait=wait)
        marked, changed = count_marked(fields)
        opened = {field.stage_id for field in marked if field.board.opened_at is not None}
        for stage_id in sorted(opened):
            mark_standings_due(stage_id, timezone.now())
            hint_publish(stage_id)
        if failed:
            Failure.objects.filter(field__in=set(failed) & fields.keys()).delete()
    return {field.pk for field in changed}


def lock_fields(field_ids: Iterable[int], *, wait: bool = True) -> dict[int, Field]:
    """Lock fields for a count, in the order of their keys; without `wait` those that are free."""
    locked = (
        Field.objects.select_for_update(no_key=True, of=("self",), skip_locked=not wait)
        .select_related("stage", "board")
        .defer("stage__movement", "stage__certificate")  # they grow with the event
        .filter(pk__in=field_ids)
        .order_by("pk")
    )
    return {field.pk: field for field in locked}


def count_marked(fields: Mapping[int, Field]) -> tuple[list[Field], list[Field]]:
    """Count those of locked fields that are marked, and delete the marks that are visible.

    Returns those that were marked, and of these the ones that have a new generation.
    """
    marks = dict(DirtyMark.objects.filter(field__in=fields).values_list("pk", "field_id"))
    marked = [fields[pk] for pk in sorted(set(marks.values()))]
    counted, stored = count_fields(marked), stored_counts(marked)
    changed = [field for field in marked if counted[field.pk] != stored.get(field.pk)]
    _write(changed, counted)
    DirtyMark.objects.filter(pk__in=marks).delete()
    return marked, changed


def count_fields(fields: Collection[Field]) -> dict[int, CountedField]:
    """Return the frequency tables that the seat results give now, by field id; one statement."""
    tallies: dict[int, dict[int, Weight]] = {field.pk: {} for field in fields}
    rows = (
        SeatResult.objects.filter(field__in=tallies, award="")
        .order_by("field_id", "value")
        .values("field_id", "value", "weight_numerator", "weight_denominator")
        .annotate(times=Count("pk"))
        .values_list("field_id", "value", "weight_numerator", "weight_denominator", "times")
    )
    for field_id, value, numerator, denominator, times in rows:
        assert value is not None
        tally = tallies[field_id]
        tally[value] = tally.get(value, 0) + _weight(times * numerator, denominator)
    return {field.pk: table_of(field, tallies[field.pk]) for field in fields}


def _weight(numerator: int, denominator: int) -> Weight:
    """Nearly all weights are whole, and a whole number takes a tenth of a fraction's time."""
    return numerator if denominator == 1 else Fraction(numerator, denominator)


def table_of(field: Field, tally: Mapping[int, Weight]) -> CountedField:
    """The frequency table of a field's tally under the method of `field.stage`."""
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


def stored_counts(fields: Iterable[Field]) -> dict[int, CountedField]:
    """Return the current generations as stored, by field id; without those never counted."""
    ids = [field.pk for field in fields]
    rows = FrequencyRow.objects.filter(field__in=ids, generation=F("field__generation"))
    ordered = rows.order_by("field_id", "value")
    columns = ordered.values_list("field_id", "value", *WEIGHT, *SCORE)
    tables = {
        field_id: tuple((row[1], _weight(*row[2:4]), Fraction(*row[4:6])) for row in group)
        for field_id, group in groupby(columns, key=itemgetter(0))
    }
    current = FieldGeneration.objects.filter(field__in=ids, number=F("field__generation"))
    return {
        field_id: CountedField(results, Fraction(top, whole), tables.get(field_id, ()))
        for field_id, results, top, whole in current.values_list("field_id", "results", *TOP)
    }


def _write(fields: Collection[Field], counted: Mapping[int, CountedField]) -> None:
    """Store the next generation of each of these fields."""
    now = timezone.now()
    insert_rows(
        FieldGeneration,
        ("field_id", "number", "results", *TOP, "counted_at"),
        (
            (field.pk, field.generation + 1, table.results, *table.top.as_integer_ratio(), now)
            for field, table in ((field, counted[field.pk]) for field in fields)
        ),
    )
    insert_rows(
        FrequencyRow,
        ("field_id", "generation", "value", *WEIGHT, *SCORE),
        (
            (
                field.pk,
                field.generation + 1,
                value,
                *weight.as_integer_ratio(),
                *score.as_integer_ratio(),
            )
            for field in fields
            for value, weight, score in counted[field.pk].rows
        ),
    )
    changed = Field.objects.filter(pk__in=[field.pk for field in fields])
    changed.update(generation=F("generation") + 1)

"""Counting a field: figures worked by hand, marks that are never lost, nothing written in vain."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Play, PlayState, Result, ResultSource
from tournaments.models import DirtyMark, Field, FieldGeneration, FrequencyRow, Stage
from tournaments.services import publish_standings, recount_fields
from tournaments.services.recount_fields import stored_counts
from tournaments.services.seat_results import derived_seats, write_seats
from tournaments.tasks import recount, sweep

from .factories import correct, drawn_stage, facts, finish, plays_of, release

pytestmark = pytest.mark.django_db

#: Points of position 1 as landlord: 4 (bid 2), −8 (bid 2, doubled by one), …
PLUS_FOUR = facts(1, 2, "landlord")
MINUS_FOUR = facts(1, 2, "farmers")
PLUS_TWO = facts(1, 1, "landlord")
ZERO: dict[str, Any] = {**facts(1), "landlord": None, "bid": 0, "winner": None, "passed_out": True}


def rows_of(field: Field) -> list[tuple[int, int, Fraction]]:
    """The current frequency table as (value, weight, score)."""
    field.refresh_from_db()
    rows = FrequencyRow.objects.filter(field=field, generation=field.generation).order_by("value")
    return [
        (r.value, r.weight_numerator, Fraction(r.score_numerator, r.score_denominator))
        for r in rows
    ]


@pytest.fixture
def stage() -> Stage:
    """Fifteen players, five tables, one board."""
    return drawn_stage(entrants=15, rounds=1, boards=1)


def first_field(stage: Stage) -> Field:
    return Field.objects.get(stage=stage, position=1)


def test_a_whole_field_of_five(stage: Stage) -> None:
    plays = plays_of(release(stage))
    for play, what in zip(plays, [PLUS_FOUR, PLUS_FOUR, MINUS_FOUR, ZERO, PLUS_TWO], strict=True):
        finish(play, what)
    field = first_field(stage)
    assert recount_fields([field.pk])
    # +4 +4 +2 0 −4: 2 × 3 + 1 = 7 twice, 2 × 2 = 4, 2 × 1 = 2, 0; of 2 × 4 = 8.
    assert rows_of(field) == [(-4, 1, 0), (0, 1, 2), (2, 1, 4), (4, 2, 7)]
    generation = FieldGeneration.objects.get(field=field)
    assert (generation.number, generation.results) == (1, 5)
    assert Fraction(generation.top_numerator, generation.top_denominator) == 8


def test_missing_results_get_the_neuberg_adjustment(stage: Stage) -> None:
    plays = plays_of(release(stage))
    for play, what in zip(plays, [PLUS_FOUR, ZERO], strict=False):
        finish(play, what)
    field = first_field(stage)
    recount_fields([field.pk])
    # 2 of 5: (5/2)(2 + 1) − 1 = 13/2 and (5/2)(0 + 1) − 1 = 3/2; the top is that of five, 8.
    assert rows_of(field) == [(0, 1, Fraction(3, 2)), (4, 1, Fraction(13, 2))]
    assert FieldGeneration.objects.get(field=field).top_numerator == 8


def test_each_position_is_a_field_of_its_own(stage: Stage) -> None:
    plays = plays_of(release(stage))
    finish(plays[0], facts(1, 1))
    finish(plays[1], facts(2, 1))
    sweep()
    values = {
        field.position: [value for value, _, _ in rows_of(field)] for field in Field.objects.all()
    }
    assert values == {1: [-1, 2], 2: [-1, 2], 3: [-1]}


class TestMarks:
    def test_exactly_the_marks_that_were_seen_go(
        self, stage: Stage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plays = plays_of(release(stage))
        finish(plays[0], ZERO)
        field = first_field(stage)

        def count_while_another_result_arrives(counted: list[Field]) -> Any:
            found = original(counted)
            DirtyMark.objects.create(field=counted[0], cause="meanwhile")
            return found

        module = sys.modules[recount_fields.__module__]
        original = module.count_fields
        monkeypatch.setattr(module, "count_fields", count_while_another_result_arrives)
        recount_fields([field.pk])
        assert [mark.cause for mark in DirtyMark.objects.filter(field=field)] == ["meanwhile"]

    def test_without_a_mark_nothing_is_read_twice_or_written(self, stage: Stage) -> None:
        release(stage)
        field = first_field(stage)
        with CaptureQueriesContext(connection) as queries:
            assert not recount_fields([field.pk])
        assert len(queries) == 1

    def test_a_count_that_gives_the_same_is_not_a_new_generation(self, stage: Stage) -> None:
        finish(plays_of(release(stage))[0], ZERO)
        field = first_field(stage)
        assert recount_fields([field.pk])
        DirtyMark.objects.create(field=field, cause="again")
        assert not recount_fields([field.pk])
        field.refresh_from_db()
        assert field.generation == 1
        assert not DirtyMark.objects.filter(field=field).exists()

    def test_a_task_run_twice_counts_once(self, stage: Stage) -> None:
        finish(plays_of(release(stage))[0], ZERO)
        fields = list(Field.objects.values_list("pk", flat=True))
        recount(fields)
        recount(fields)
        assert set(Field.objects.values_list("generation", flat=True)) == {1}

    def test_the_sweep_finds_every_mark_without_any_hint(self, stage: Stage) -> None:
        for play in plays_of(release(stage)):
            finish(play, PLUS_TWO)
        sweep()
        assert not DirtyMark.objects.exists()
        assert set(Field.objects.values_list("generation", flat=True)) == {1}


class TestGenerations:
    def test_an_old_generation_is_never_touched(self, stage: Stage) -> None:
        plays = plays_of(release(stage))
        finish(plays[0], PLUS_FOUR)
        field = first_field(stage)
        recount_fields([field.pk])
        before = list(FrequencyRow.objects.filter(field=field, generation=1).values())
        finish(plays[1], ZERO)
        recount_fields([field.pk])
        assert list(FrequencyRow.objects.filter(field=field, generation=1).values()) == before
        assert [value for value, _, _ in rows_of(field)] == [0, 4]

    def test_a_correction_makes_a_new_one(self, stage: Stage) -> None:
        play = plays_of(release(stage))[0]
        finish(play, PLUS_FOUR)
        field = first_field(stage)
        recount_fields([field.pk])
        correct(play, MINUS_FOUR)
        assert recount_fields([field.pk])
        field.refresh_from_db()
        assert field.generation == 2
        assert [value for value, _, _ in rows_of(field)] == [-4]

    def test_what_is_stored_reads_back_exactly(self, stage: Stage) -> None:
        for play, what in zip(plays_of(release(stage)), [PLUS_FOUR, ZERO, ZERO], strict=False):
            finish(play, what)
        field = first_field(stage)
        recount_fields([field.pk])
        field.refresh_from_db()
        stored = stored_counts([field])[field.pk]
        # 3 of 5: (5/3)(4 + 1) − 1 = 22/3; the two equal: (5/3)(1 + 1) − 1 = 7/3.
        assert stored.rows == ((0, 2, Fraction(7, 3)), (4, 1, Fraction(22, 3)))


class TestWhatIsDue:
    def test_counting_an_unopened_board_publishes_nothing(self, stage: Stage) -> None:
        finish(plays_of(release(stage))[0], ZERO)
        sweep()
        assert not stage.marks.exists()
        assert not stage.versions.exists()

    def test_counting_an_opened_board_makes_the_standings_due(self, stage: Stage) -> None:
        plays = plays_of(release(stage))
        for play in plays:
            finish(play, ZERO)
        stage.marks.all().delete()
        recount_fields([first_field(stage).pk])
        assert stage.marks.exists()


def rows_written() -> int:
    """How many rows were inserted, changed and deleted since the test began, in any table."""
    if connection.vendor == "sqlite":
        return int(connection.connection.total_changes)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT SUM(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables"
        )
        return int(cursor.fetchone()[0])


def work_of(do: Callable[[], object]) -> tuple[int, int]:
    """How many statements something takes, and how many rows it writes."""
    rows = rows_written()
    with CaptureQueriesContext(connection) as queries:
        do()
    return len(queries), rows_written() - rows


def stage_with_results(tables: int) -> tuple[Stage, list[Play]]:
    """One board at so many tables, counted but for the two plays that are not finished."""
    stage = drawn_stage(entrants=3 * tables, rounds=1, boards=1)
    *finished, one, other = plays_of(release(stage))
    points, now = {"1": 2, "2": -1, "3": -1}, timezone.now()
    Result.objects.bulk_create(
        Result(play=play, source=ResultSource.SLIP, facts=PLUS_TWO, points=points, at=now)
        for play in finished
    )
    Play.objects.filter(pk__in=[play.pk for play in finished]).update(state=PlayState.FINISHED)
    write_seats(dict(derived_seats(stage.pk)))
    DirtyMark.objects.bulk_create(DirtyMark(field=each, cause="all") for each in stage.fields.all())
    sweep()
    return stage, [one, other]


def test_the_work_of_a_result_does_not_depend_on_the_number_of_tables() -> None:
    """Statements and rows of a result, of its count, of the board's last one, and of a version."""
    work = []
    for tables in (9, 300):
        stage, (one, last) = stage_with_results(tables)
        fields = list(stage.fields.values_list("pk", flat=True))
        work.append(
            [
                work_of(partial(finish, one, ZERO)),
                work_of(partial(recount_fields, fields)),
                work_of(partial(finish, last, MINUS_FOUR)),
                work_of(partial(publish_standings, stage.pk)),
            ]
        )
        assert stage.versions.count() == 1
    assert work[0] == work[1]
    # A count: three generations of two lines each, three fields, three marks deleted.
    assert work[0][1][1] == 3 + 3 * 2 + 3 + 3

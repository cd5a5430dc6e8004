"""Everything derived follows from logs and results: rebuilding changes nothing, or repairs."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import LogEntry, Result
from tournaments.errors import NotPermitted
from tournaments.models import (
    AuditEntry,
    DirtyMark,
    Field,
    FieldGeneration,
    FrequencyRow,
    SeatResult,
    Stage,
    StandingsVersion,
)
from tournaments.services.rebuild import rebuild

from .brute_force import assert_equals_brute_force
from .factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_for_real,
    play_stage,
    plays_of,
    release,
)
from .people import scorer_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """A finished stage, counted and published."""
    stage = drawn_stage(entrants=10, rounds=2, boards=2)
    play_stage(stage)
    count_and_publish(stage)
    return stage


def kinds(stage: Stage, rewrite: bool = False) -> list[str]:
    """The kinds of the differences found, each once, sorted."""
    return sorted({each.kind for each in rebuild(stage.event, rewrite=rewrite).differences})


def derived_rows() -> list[Any]:
    """Everything derived, as stored."""
    return [
        list(SeatResult.objects.order_by("play", "position").values()),
        list(Field.objects.order_by("pk").values()),
        list(FieldGeneration.objects.order_by("pk").values()),
        list(FrequencyRow.objects.order_by("pk").values()),
        list(StandingsVersion.objects.order_by("pk").values()),
        list(DirtyMark.objects.values()),
    ]


def test_a_finished_event_is_derived_bit_for_bit(stage: Stage) -> None:
    before = derived_rows()
    report = rebuild(stage.event, rewrite=True)
    assert report.differences == []
    assert (report.plays, report.results, report.fields, report.stages) == (12, 12, 12, 1)
    assert derived_rows() == before


def test_played_boards_are_replayed_from_their_logs() -> None:
    stage = drawn_stage(entrants=6, rounds=1, boards=1)
    for seed, play in enumerate(plays_of(release(stage))):
        play_for_real(play, seed)
    count_and_publish(stage)
    assert kinds(stage) == []
    assert_equals_brute_force(stage)
    entry = LogEntry.objects.filter(kind="bid").first()
    assert entry is not None
    LogEntry.objects.filter(pk=entry.pk).update(data={"value": (entry.data["value"] + 1) % 4})
    assert "log" in kinds(stage)


def test_facts_that_were_typed_over_are_found_and_never_repaired(stage: Stage) -> None:
    result = Result.objects.order_by("pk").first()
    assert result is not None
    Result.objects.filter(pk=result.pk).update(points={"1": 99, "2": 0, "3": -99})
    assert "points" in kinds(stage)
    rebuild(stage.event, rewrite=True)
    result.refresh_from_db()
    assert result.points == {"1": 99, "2": 0, "3": -99}
    assert "points" in kinds(stage)


def spoil_value(_: Stage) -> None:
    SeatResult.objects.filter(position=1).update(value=77)


def lose_seat_results(_: Stage) -> None:
    SeatResult.objects.filter(position=2).delete()


def spoil_scores(_: Stage) -> None:
    FrequencyRow.objects.update(score_numerator=1)


def lose_frequency_rows(_: Stage) -> None:
    FrequencyRow.objects.all().delete()


def spoil_expected(_: Stage) -> None:
    Field.objects.update(expected=9)


def forget_generations(_: Stage) -> None:
    Field.objects.update(generation=0)
    FieldGeneration.objects.all().delete()
    FrequencyRow.objects.all().delete()


def spoil_standings(stage: Stage) -> None:
    version = stage.versions.order_by("-number")[0]
    version.payload["rows"][0]["score"] = "1000"
    version.save()


def lose_versions(stage: Stage) -> None:
    stage.versions.all().delete()


def leave_marks(_: Stage) -> None:
    DirtyMark.objects.bulk_create(
        [DirtyMark(field=field, cause="test") for field in Field.objects.all()]
    )


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (spoil_value, "seat_result"),
        (lose_seat_results, "seat_result"),
        (spoil_scores, "frequency_table"),
        (lose_frequency_rows, "frequency_table"),
        (spoil_expected, "expected"),
        (forget_generations, "frequency_table"),
        (spoil_standings, "standings"),
        (lose_versions, "standings"),
        (leave_marks, "pending"),
    ],
)
def test_whatever_was_derived_wrongly_is_found_and_put_right(
    stage: Stage, spoil: Callable[[Stage], None], kind: str
) -> None:
    spoil(stage)
    assert kind in kinds(stage)
    stage.versions.update(published_at="2026-01-01T00:00:00Z")
    rebuild(stage.event, rewrite=True)
    assert kinds(stage) == []
    assert_equals_brute_force(stage)


def test_looking_changes_nothing(stage: Stage) -> None:
    spoil_value(stage)
    before = derived_rows()
    rebuild(stage.event)
    assert derived_rows() == before
    assert not AuditEntry.objects.filter(verb="rebuild").exists()


def test_progress_is_told_from_the_first_play_to_the_last_part(stage: Stage) -> None:
    told: list[tuple[int, int]] = []
    rebuild(stage.event, progress=lambda *step: told.append(step))
    # Three tables play four boards, and a stage has three parts more.
    assert told == [(done, 15) for done in range(1, 16)]


def test_only_who_runs_the_event_rebuilds(stage: Stage) -> None:
    with pytest.raises(NotPermitted):
        rebuild(stage.event, actor=scorer_of(stage.event), rewrite=True)


def test_an_event_under_way_can_be_rebuilt() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    plays = plays_of(release(stage))
    finish(plays[0], facts(1))
    play_for_real(plays_of(stage.rounds.get(number=1))[1])
    assert kinds(stage, rewrite=True) == ["pending"]
    assert kinds(stage) == []


class TestCommand:
    def run(self, *arguments: str) -> str:
        output = StringIO()
        call_command("rebuild", *arguments, stdout=output, stderr=StringIO())
        return output.getvalue()

    def test_it_says_that_nothing_differs(self, stage: Stage) -> None:
        assert "No differences." in self.run(stage.event.slug)

    def test_the_audit_tells_that_it_was_a_command(self, stage: Stage) -> None:
        self.run(stage.event.slug, "--write")
        entry = AuditEntry.objects.get(verb="rebuild")
        assert (entry.actor, entry.origin) == ("system", "command")

    def test_it_fails_on_a_difference_until_it_is_put_right(self, stage: Stage) -> None:
        spoil_value(stage)
        with pytest.raises(CommandError, match="differences"):
            self.run(stage.event.slug)
        stage.versions.update(published_at="2026-01-01T00:00:00Z")
        assert "put right" in self.run(stage.event.slug, "--write")
        assert json.loads(self.run(stage.event.slug, "--json"))["differences"] == []

    def test_it_names_an_event_that_does_not_exist(self) -> None:
        with pytest.raises(CommandError, match="nowhere"):
            self.run("nowhere")

"""Old provisional versions go with the counts that only they name; what is kept stays readable."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tournaments.models import Field, FieldGeneration, FrequencyRow, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.compact_standings import compact_standings
from tournaments.services.correct_result import correct_result
from tournaments.services.open_board import open_board
from tournaments.services.rebuild import rebuild

from .factories import count_and_publish, drawn_stage, facts, finish, plays_of, release

pytestmark = pytest.mark.django_db

module = import_module("tournaments.services.compact_standings")
DAY = timedelta(hours=25, minutes=1)


@pytest.fixture
def stage() -> Stage:
    """Nine players, three tables, one round of three boards; boards 1 and 2 are opened early.

    Versions 1 to 3 have one, two and all results of board 1, 4 to 6 those of board 2 besides.
    Version 7 has board 3, too: it ends the round and is kept. Each board was counted three times.
    """
    stage = drawn_stage(entrants=9, rounds=1, boards=3)
    round_ = release(stage)
    for number in (1, 2, 3):
        plays = plays_of(round_, board=number)
        if number < 3:
            open_board(plays[0].board, SYSTEM, reason="shown on the wall")
        for play in plays:
            finish(play, facts(1, play.table.number))
            count_and_publish(stage)
    return stage


def numbers(stage: Stage) -> list[int]:
    return list(stage.versions.order_by("number").values_list("number", flat=True))


def generations(board: int) -> dict[int, list[int]]:
    """The counts that are stored for a board, by position; rows agree with them."""
    found: dict[int, list[int]] = {}
    for field in Field.objects.filter(board__number=board):
        own = list(field.generations.order_by("number").values_list("number", flat=True))
        rows = FrequencyRow.objects.filter(field=field).values_list("generation", flat=True)
        assert sorted(set(rows)) == own
        found[field.position] = own
    return found


def test_after_a_day_provisional_versions_go_and_what_is_kept_stays(stage: Stage) -> None:
    assert numbers(stage) == [1, 2, 3, 4, 5, 6, 7]
    stage.versions.filter(number=4).update(is_kept=True, note="announced")
    kept = list(stage.versions.filter(number__in=(4, 7)).values())
    addresses = [f"/api/v1/events/spring-cup/boards/2/?version={number}" for number in (4, 7)]
    before = [Client().get(each).json() for each in addresses]
    assert compact_standings(timezone.now() + timedelta(hours=23)) == (0, 0)
    # Versions 1 to 3, 5, 6; counts 1 and 2 of the three positions of three boards, but for count 1
    # of board 2, which version 4 names.
    assert compact_standings(timezone.now() + DAY) == (5, 15)
    assert list(stage.versions.filter(number__in=(4, 7)).values()) == kept
    assert numbers(stage) == [4, 7]
    assert generations(1) == generations(3) == {position: [3] for position in (1, 2, 3)}
    assert generations(2) == {position: [1, 3] for position in (1, 2, 3)}
    assert [Client().get(each).json() for each in addresses] == before
    for path in ("standings/", "boards/1/"):
        for gone in (1, 6):
            answer = Client().get(f"/api/v1/events/spring-cup/{path}?version={gone}")
            assert answer.status_code == 404
    assert Client().get("/e/spring-cup/standings/?version=2").status_code == 404
    assert Client().get("/e/spring-cup/standings/?version=4").status_code == 200
    assert rebuild(stage.event).differences == []


def test_a_count_that_a_kept_version_names_stays_though_it_is_not_current(stage: Stage) -> None:
    correct_result(
        plays_of(stage.rounds.get(), board=1)[0], facts(2, 3, "farmers"), SYSTEM, "misread"
    )
    count_and_publish(stage)
    assert compact_standings(timezone.now() + DAY) == (6, 18)
    assert numbers(stage) == [7, 8]
    assert generations(1) == {position: [3, 4] for position in (1, 2, 3)}


def test_the_version_after_a_correction_is_kept_in_the_middle_of_a_round() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    plays = plays_of(release(stage), board=1)
    open_board(plays[0].board, SYSTEM, reason="shown on the wall")
    finish(plays[0], facts(1))
    count_and_publish(stage)
    correct_result(plays[0], facts(2, 3), SYSTEM, "misread")
    count_and_publish(stage)
    finish(plays[1], facts(1))
    count_and_publish(stage)
    kept = stage.versions.order_by("number").values_list("is_kept", flat=True)
    assert list(kept) == [False, True, False]


def test_a_version_that_was_replaced_just_now_is_still_read(stage: Stage) -> None:
    """However old it is: somebody may be reading the page that it was made for."""
    long_ago = timezone.now() - timedelta(days=3)
    stage.versions.filter(number__lt=7).update(published_at=long_ago)
    FieldGeneration.objects.filter(number__lt=3).update(counted_at=long_ago)
    Stage.objects.update(compact_at=timezone.now())
    compact_standings()
    assert numbers(stage) == [6, 7]
    for field, number in stage.versions.get(number=6).manifest.items():
        assert FieldGeneration.objects.filter(field=field, number=number).exists()


def test_the_newest_stays_though_it_is_provisional_and_old(stage: Stage) -> None:
    stage.versions.update(is_kept=False)
    compact_standings(timezone.now() + 3 * DAY)
    assert numbers(stage) == [7]


def test_it_is_done_in_parts_and_then_costs_one_statement(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_VERSIONS", 4)
    monkeypatch.setattr(module, "MOST_COUNTS", 10)
    at = timezone.now() + DAY
    done = [compact_standings(at) for _ in range(4)]
    assert done == [(4, 0), (2, 10), (0, 8), (0, 0)]
    with CaptureQueriesContext(connection) as queries:
        compact_standings(at + 100 * DAY)
    assert len(queries) == 1
    assert not Stage.objects.exclude(compact_at=None).exists()


def test_what_is_published_later_gets_its_own_day(stage: Stage) -> None:
    """Versions made while an earlier day's time runs: the stage is looked at once more."""
    at = timezone.now() + DAY
    later = at - timedelta(hours=2)
    stage.versions.filter(number__gt=3).update(published_at=later)
    FieldGeneration.objects.exclude(field__board__number=1).update(counted_at=later)
    assert compact_standings(at) == (2, 6)
    assert compact_standings(at + timedelta(hours=1)) == (0, 0)
    assert compact_standings(at + timedelta(days=1)) == (4, 12)
    assert numbers(stage) == [7]

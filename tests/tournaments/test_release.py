"""Releasing a round: tables as drawn, fields with what they expect, few statements."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Play, PlayState, Table
from tournaments.errors import FinishRefused, NotPermitted, ReleaseRefused
from tournaments.models import AuditEntry, EventState, Field, RoundState
from tournaments.services import finish_round, release_round
from tournaments.services.actors import SYSTEM
from tournaments.stored_seating import seating_differences

from .factories import PASSED_OUT, drawn_stage, finish, play_round, plays_of, release
from .people import director_of, outsider, scorer_of

pytestmark = pytest.mark.django_db


def test_tables_and_positions_are_those_of_the_draw() -> None:
    stage = drawn_stage(entrants=12, rounds=2, boards=3)
    release(stage)
    assert seating_differences(stage) == []
    assert Table.objects.count() == 4
    assert Play.objects.count() == 12
    for table in Table.objects.all():
        assert [play.order for play in table.plays.all()] == [1, 2, 3]
        assert [play.board.number for play in table.plays.all()] == [1, 2, 3]


def test_each_board_has_a_field_for_each_position() -> None:
    stage = drawn_stage(entrants=12, rounds=2, boards=2)
    release(stage)
    fields = Field.objects.order_by("board__number", "position")
    assert [(f.board.number, f.mapping, f.position, f.expected, f.generation) for f in fields] == [
        (board, "123", position, 4, 0) for board in (1, 2) for position in (1, 2, 3)
    ]


def test_the_first_play_of_every_table_begins_and_the_event_is_running() -> None:
    stage = drawn_stage()
    round_ = release(stage)
    assert round_.state == RoundState.RELEASED
    assert round_.released_at is not None
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.RUNNING
    states = Play.objects.order_by("order").values_list("order", "state")
    assert set(states) == {(1, PlayState.PLAYING), (2, PlayState.SCHEDULED)}


def test_tables_carry_the_ruleset_and_the_all_pass_rule_of_the_event() -> None:
    stage = drawn_stage()
    release(stage)
    for table in Table.objects.all():
        assert table.policy["ruleset"]["hash"] == stage.event.ruleset_hash
        assert table.policy["all_pass"] == "void"
        assert table.realm == stage.event_id


def test_statements_do_not_depend_on_the_number_of_tables() -> None:
    few_tables = drawn_stage(entrants=9, rounds=1, boards=2)
    many_tables = drawn_stage(entrants=60, rounds=1, boards=2)
    with CaptureQueriesContext(connection) as few:
        release(few_tables)
    with CaptureQueriesContext(connection) as many:
        release(many_tables)
    assert len(many) == len(few)


class TestOrder:
    def test_a_round_is_released_once(self) -> None:
        stage = drawn_stage()
        round_ = release(stage)
        with pytest.raises(ReleaseRefused) as caught:
            release_round(round_, SYSTEM)
        assert caught.value.code == "not_drawn"
        assert Table.objects.count() == 3

    def test_a_round_waits_for_the_release_of_the_one_before(self) -> None:
        stage = drawn_stage()
        with pytest.raises(ReleaseRefused) as caught:
            release(stage, 2)
        assert caught.value.code == "earlier_not_released"
        assert not Table.objects.exists()

    def test_a_round_waits_for_the_end_of_the_one_before(self) -> None:
        stage = drawn_stage()
        first = release(stage)
        with pytest.raises(ReleaseRefused) as caught:
            release(stage, 2)
        assert caught.value.code == "earlier_not_finished"
        play_round(first, lambda _: PASSED_OUT)
        release(stage, 2)

    def test_it_may_begin_early_by_decision_with_a_reason(self) -> None:
        stage = drawn_stage()
        release(stage)
        second = stage.rounds.get(number=2)
        with pytest.raises(ReleaseRefused) as caught:
            release_round(second, SYSTEM, early=True)
        assert caught.value.code == "reason_missing"
        release_round(second, SYSTEM, early=True, reason="table 3 is slow")
        entry = AuditEntry.objects.filter(verb="release_round").first()
        assert entry is not None
        assert entry.reason == "table 3 is slow"
        assert entry.after is not None
        assert entry.after["early"]

    def test_only_who_runs_the_event_releases(self) -> None:
        stage = drawn_stage()
        round_ = stage.rounds.get(number=1)
        for actor in (scorer_of(stage.event), outsider()):
            with pytest.raises(NotPermitted):
                release_round(round_, actor)
        release_round(round_, director_of(stage.event))


class TestFinishing:
    def test_the_last_play_finishes_the_round(self) -> None:
        stage = drawn_stage()
        round_ = release(stage)
        *plays, last = plays_of(round_)
        finish(plays[0], PASSED_OUT)
        round_.refresh_from_db()
        assert round_.state == RoundState.PLAYING
        for play in plays[1:]:
            finish(play, PASSED_OUT)
        round_.refresh_from_db()
        assert round_.state == RoundState.PLAYING
        finish(last, PASSED_OUT)
        round_.refresh_from_db()
        assert round_.state == RoundState.FINISHED
        assert round_.finished_at is not None
        assert AuditEntry.objects.get(verb="finish_round").actor == "system"

    def test_the_last_round_finishes_the_event(self) -> None:
        stage = drawn_stage(rounds=2)
        play_round(release(stage, 1), lambda _: PASSED_OUT)
        stage.event.refresh_from_db()
        assert stage.event.state == EventState.RUNNING
        play_round(release(stage, 2), lambda _: PASSED_OUT)
        stage.event.refresh_from_db()
        assert stage.event.state == EventState.FINISHED

    def test_a_director_cannot_finish_over_a_missing_result(self) -> None:
        stage = drawn_stage()
        round_ = release(stage)
        with pytest.raises(FinishRefused) as caught:
            finish_round(stage.rounds.get(number=2), SYSTEM)
        assert caught.value.code == "not_released"
        finish(plays_of(round_)[0], PASSED_OUT)
        with pytest.raises(FinishRefused) as caught:
            finish_round(round_, SYSTEM)
        assert caught.value.code == "plays_unfinished"
        assert dict(caught.value.params) == {"count": 5, "tables": [1, 2, 3]}

    def test_a_round_of_plays_that_were_taken_away_is_finished_by_hand(self) -> None:
        stage = drawn_stage(rounds=1)
        round_ = release(stage)
        Play.objects.update(state=PlayState.NOT_PLAYED)
        finished = finish_round(round_, SYSTEM, "fire alarm")
        assert finished.state == RoundState.FINISHED
        with pytest.raises(FinishRefused) as caught:
            finish_round(round_, SYSTEM)
        assert caught.value.code == "already_finished"

"""Standings: figures worked by hand, whole versions with their manifest, opened boards only."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Board
from tournaments.models import DirtyMark, Field, Stage, StandingsVersion
from tournaments.services import open_board, publish_standings, recount_fields, release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.opening import mark_standings_due
from tournaments.services.publish_standings import Outcome

from .brute_force import assert_equals_brute_force
from .factories import (
    PASSED_OUT,
    correct,
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)

pytestmark = pytest.mark.django_db

publishing = import_module("tournaments.services.publish_standings")


def newest(stage: Stage) -> StandingsVersion:
    version = stage.versions.order_by("-number").first()
    assert version is not None
    return version


def rows_by_number(stage: Stage) -> dict[int, dict[str, Any]]:
    """The rows of the newest version by the entrants' numbers."""
    return {row["number"]: row for row in newest(stage).payload["rows"]}


def make_due(stage: Stage) -> None:
    """Let the standings be due, and the last version be long ago."""
    stage.versions.update(published_at=timezone.now() - datetime.timedelta(seconds=1))
    mark_standings_due(stage.pk, timezone.now())


class TestByHand:
    def test_one_board_at_three_tables(self) -> None:
        """Position 1 is landlord: wins 4, loses 4, passed out at tables 1, 2, 3.

        Position 1: +4, −4, 0 → MP 4, 0, 2 of 4. Positions 2 and 3: −2, +2, 0 → MP 0, 4, 2.
        """
        stage = drawn_stage(entrants=9, rounds=1, boards=1)
        plays = plays_of(release(stage))
        for play, what in zip(
            plays, [facts(1, 2), facts(1, 2, "farmers"), PASSED_OUT], strict=True
        ):
            finish(play, what)
        count_and_publish(stage)
        found = {}
        rows = rows_by_number(stage)
        for play in plays:
            for seat in play.table.seats.select_related("sitting__entrant"):
                row = rows[seat.sitting.entrant.number]
                place = (play.table.number, play.positions.index(seat.letter) + 1)
                found[place] = (row["rank"], row["score"], row["percentage"], row["points"])
        assert found == {
            (1, 1): (1, "4", "100.00", 4),
            (1, 2): (7, "0", "0.00", -2),
            (1, 3): (7, "0", "0.00", -2),
            (2, 1): (7, "0", "0.00", -4),
            (2, 2): (1, "4", "100.00", 2),
            (2, 3): (1, "4", "100.00", 2),
            (3, 1): (4, "2", "50.00", 0),
            (3, 2): (4, "2", "50.00", 0),
            (3, 3): (4, "2", "50.00", 0),
        }
        # The luck left in: +4, then +2 twice, 0 thrice, −2 twice, −4.
        assert sorted((row["points"], row["raw_rank"]) for row in rows.values()) == [
            (-4, 9),
            (-2, 7),
            (-2, 7),
            (0, 4),
            (0, 4),
            (0, 4),
            (2, 2),
            (2, 2),
            (4, 1),
        ]

    def test_a_bye_scores_the_award_or_the_own_average_if_that_is_higher(self) -> None:
        """Ten players: one sits out each round. Every board is passed out: 50 % for all who play.

        With an award of 60 % the byes get 60 % of 2 boards × top 4 = 24/5; and nobody else does.
        """
        stage = drawn_stage(entrants=10, rounds=2, boards=2, bye_award=60)
        out = {
            number: list(round_.byes.values_list("entrant__number", flat=True))
            for number, round_ in enumerate(stage.rounds.order_by("number"), start=1)
        }
        for number in (1, 2):
            play_round(release(stage, number), lambda _: PASSED_OUT)
        count_and_publish(stage)
        rows = rows_by_number(stage)
        (first,), (second,) = out[1], out[2]
        assert rows[first]["rounds"] == ["24/5", "4"]
        assert rows[second]["rounds"] == ["4", "24/5"]
        assert (rows[first]["score"], rows[first]["percentage"]) == ("44/5", "55.00")
        assert (rows[first]["boards"], rows[first]["boards_awarded"]) == (2, 2)
        others = [row for number, row in rows.items() if number not in (first, second)]
        assert {(row["score"], row["percentage"], row["rank"]) for row in others} == {
            ("8", "50.00", 3)
        }

    def test_the_own_average_counts_for_the_bye_of_a_strong_player(self) -> None:
        """Who sits out round 1 wins everything in round 2: 100 % there, hence 100 % for the bye."""
        stage = drawn_stage(entrants=10, rounds=2, boards=1)
        (first,) = stage.rounds.get(number=1).byes.values_list("entrant__number", flat=True)
        play_round(release(stage, 1), lambda _: PASSED_OUT)
        second = release_round(stage.rounds.get(number=2), SYSTEM)
        for play in plays_of(second):
            seat = play.table.seats.filter(sitting__entrant__number=first).first()
            won = (
                facts(play.positions.index(seat.letter) + 1, 3) if seat is not None else PASSED_OUT
            )
            finish(play, won)
        count_and_publish(stage)
        assert rows_by_number(stage)[first]["rounds"] == ["4", "4"]
        assert rows_by_number(stage)[first]["percentage"] == "100.00"
        assert_equals_brute_force(stage)

    def test_unequal_numbers_of_boards_are_ranked_by_percentage(self) -> None:
        """Only board 1 is opened; who sat out its round has the award of that board alone."""
        stage = drawn_stage(entrants=10, rounds=1, boards=2)
        for play in plays_of(release(stage), board=1):
            finish(play, PASSED_OUT)
        count_and_publish(stage)
        rows = rows_by_number(stage)
        assert {(row["percentage"], row["rank"]) for row in rows.values()} == {("50.00", 1)}
        (out,) = stage.rounds.get().byes.values_list("entrant__number", flat=True)
        assert {number: (row["boards"], row["boards_awarded"]) for number, row in rows.items()} == {
            number: (0, 1) if number == out else (1, 0) for number in rows
        }


class TestWhatCounts:
    def test_an_unopened_board_has_no_influence(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1, boards=2)
        round_ = release(stage)
        for play in plays_of(round_, board=1):
            finish(play, facts(1))
        count_and_publish(stage)
        before = newest(stage)
        for play in plays_of(round_, board=2)[:-1]:
            finish(play, facts(2, 3))
        make_due(stage)
        count_and_publish(stage)
        assert newest(stage) == before

    def test_the_manifest_names_the_fields_of_opened_boards(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1, boards=2)
        for play in plays_of(release(stage), board=2):
            finish(play, facts(1))
        count_and_publish(stage)
        opened = Field.objects.filter(board__number=2)
        assert newest(stage).manifest == {str(field.pk): field.generation for field in opened}

    def test_nothing_is_published_before_a_board_is_opened(self) -> None:
        stage = drawn_stage()
        finish(plays_of(release(stage))[0], facts(1))
        make_due(stage)
        assert publish_standings(stage.pk) == Outcome.UNCHANGED
        assert not stage.versions.exists()

    def test_a_board_opened_early_counts_what_there_is(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1, boards=1)
        plays = plays_of(release(stage))
        finish(plays[0], facts(1))
        open_board(Board.objects.get(number=1), SYSTEM, "shown by mistake")
        count_and_publish(stage)
        assert_equals_brute_force(stage)
        finish(plays[1], facts(2))
        count_and_publish(stage)
        assert_equals_brute_force(stage)


class TestVersions:
    def test_one_version_after_another_and_none_without_news(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1, boards=2)
        round_ = release(stage)
        for play in plays_of(round_, board=1):
            finish(play, facts(1))
        count_and_publish(stage)
        make_due(stage)
        assert publish_standings(stage.pk) == Outcome.UNCHANGED
        assert publish_standings(stage.pk) == Outcome.NOT_DUE
        for play in plays_of(round_, board=2):
            finish(play, facts(1, 3))
        count_and_publish(stage)
        assert list(stage.versions.order_by("number").values_list("number", flat=True)) == [1, 2]
        assert not stage.marks.exists()

    def test_at_most_one_each_half_second_and_the_rest_stays_due(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1, boards=2)
        round_ = release(stage)
        for play in plays_of(round_, board=1):
            finish(play, facts(1))
        assert publish_standings(stage.pk) == Outcome.PUBLISHED
        soon = timezone.now() + datetime.timedelta(minutes=1)  # however slow the machine is
        StandingsVersion.objects.update(published_at=soon)
        for play in plays_of(round_, board=2):
            finish(play, facts(1, 3))
        assert publish_standings(stage.pk) == Outcome.TOO_EARLY
        assert stage.marks.exists()
        count_and_publish(stage)
        assert newest(stage).number == 2

    def test_the_versions_of_round_ends_are_kept(self) -> None:
        stage = drawn_stage(entrants=9, rounds=2, boards=2)
        first = release(stage, 1)
        for board in (1, 2):
            for play in plays_of(first, board=board):
                finish(play, facts(board, 2))
            count_and_publish(stage)
        assert list(stage.versions.order_by("number").values_list("is_kept", flat=True)) == [
            False,
            True,
        ]

    def test_a_round_end_is_kept_though_the_next_round_was_released_before_it_was_published(
        self,
    ) -> None:
        stage = drawn_stage(entrants=9, rounds=2, boards=1)
        play_round(release(stage, 1), lambda _: facts(1, 2))
        second = release(stage, 2)
        count_and_publish(stage)
        assert newest(stage).is_kept
        for play in plays_of(second):
            finish(play, facts(2, 3))
        count_and_publish(stage)
        assert list(stage.versions.values_list("is_kept", flat=True)) == [True, True]

    def test_ranks_are_compared_with_the_end_of_the_round_before(self) -> None:
        stage = drawn_stage(entrants=9, rounds=2, boards=1)
        for play in plays_of(release(stage, 1)):
            finish(play, facts(1, 2) if play.table.number == 1 else PASSED_OUT)
        count_and_publish(stage)
        assert {row["previous_rank"] for row in newest(stage).payload["rows"]} == {None}
        ranks = {row["entrant"]: row["rank"] for row in newest(stage).payload["rows"]}
        play_round(release(stage, 2), lambda _: PASSED_OUT)
        count_and_publish(stage)
        previous = {row["entrant"]: row["previous_rank"] for row in newest(stage).payload["rows"]}
        assert previous == ranks

    def test_a_correction_after_the_end_is_a_new_version(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1, boards=1)
        plays = plays_of(release(stage))
        for play in plays:
            finish(play, PASSED_OUT)
        count_and_publish(stage)
        correct(plays[0], facts(1, 3))
        count_and_publish(stage)
        assert newest(stage).number == 2
        assert newest(stage).is_kept
        assert_equals_brute_force(stage)

    def test_two_results_that_change_places_are_news_though_no_frequency_changes(self) -> None:
        stage = drawn_stage(entrants=9, rounds=1, boards=1)
        plays = plays_of(release(stage))
        for play, what in zip(plays, [facts(1, 3), PASSED_OUT, PASSED_OUT], strict=True):
            finish(play, what)
        count_and_publish(stage)
        before = newest(stage)
        correct(plays[0], PASSED_OUT)
        correct(plays[1], facts(1, 3))
        count_and_publish(stage)
        assert newest(stage).number == 2
        assert newest(stage).manifest == before.manifest
        assert_equals_brute_force(stage)


def test_a_result_between_the_count_and_the_version_is_counted_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    first, second, _third = plays_of(release(stage))
    finish(first, facts(1))
    open_board(Board.objects.get(number=1), SYSTEM, "shown by mistake")
    original = recount_fields

    def count_and_play(field_ids: Iterable[int]) -> set[int]:
        changed = original(field_ids)
        finish(second, facts(1, 3))
        return changed

    monkeypatch.setitem(publish_standings.__globals__, "recount_fields", count_and_play)
    assert publish_standings(stage.pk) == Outcome.PUBLISHED
    monkeypatch.undo()
    assert sum(row["boards"] for row in newest(stage).payload["rows"]) == 6
    assert_equals_brute_force(stage)
    assert not DirtyMark.objects.exists()
    assert not stage.marks.exists()


def test_a_change_while_the_version_is_made_leaves_the_standings_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    for play in plays_of(release(stage)):
        finish(play, facts(1))
    original = publishing.standings_payload

    def payload_and_change(*given: Any) -> dict[str, Any]:
        mark_standings_due(stage.pk, timezone.now())
        return original(*given)  # type: ignore[no-any-return]

    monkeypatch.setattr(publishing, "standings_payload", payload_and_change)
    assert publish_standings(stage.pk) == Outcome.PUBLISHED
    assert stage.marks.count() == 1


def test_statements_do_not_depend_on_entrants_or_boards() -> None:
    counts = []
    for entrants, boards in ((9, 1), (45, 4)):
        stage = drawn_stage(entrants=entrants, rounds=1, boards=boards)
        play_round(release(stage), lambda _: facts(1))
        recount_fields(stage.fields.values_list("pk", flat=True))
        with CaptureQueriesContext(connection) as queries:
            assert publish_standings(stage.pk) == Outcome.PUBLISHED
        counts.append(len(queries))
    assert counts[0] == counts[1]

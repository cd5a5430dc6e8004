"""What a finished play means: seat results, marks, the opening of boards, in one go."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.dealing_reveal import Reveal
from games.models import Board, Play, PlayState, Result
from tournaments.errors import NotPermitted, OpenRefused, RevealRefused
from tournaments.models import AuditEntry, DirtyMark, SeatResult
from tournaments.services import open_board, release_round, reveal_session
from tournaments.services.actors import SYSTEM

from .factories import (
    PASSED_OUT,
    correct,
    drawn_stage,
    facts,
    finish,
    play_round,
    play_stage,
    plays_of,
    release,
)
from .people import director_of, outsider, scorer_of

pytestmark = pytest.mark.django_db


def test_each_holder_gets_the_points_of_their_position() -> None:
    stage = drawn_stage()
    play = plays_of(release(stage))[0]
    # Position 2 is landlord at 3 with one bomb and wins: 3 × 2 = 6 from each farmer.
    finish(play, facts(2, 3, "landlord", bombs=1))
    seats = SeatResult.objects.order_by("position")
    assert [(s.position, s.value) for s in seats] == [(1, -6), (2, 12), (3, -6)]
    for seat in seats:
        player = play.table.seats.get(letter=play.positions[seat.position - 1]).player
        assert seat.entrant.player == player
        assert (seat.field.board_id, seat.field.position) == (play.board_id, seat.position)
        assert seat.round.number == 1


def test_each_field_is_marked_and_the_mark_names_the_play() -> None:
    play = plays_of(release(drawn_stage()))[0]
    finish(play, PASSED_OUT)
    marks = DirtyMark.objects.values_list("field__position", "cause")
    assert sorted(marks) == [(position, f"play:{play.pk}") for position in (1, 2, 3)]


def test_a_failure_of_the_comparison_undoes_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    play = plays_of(release(drawn_stage()))[0]

    def fail(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("tournaments.services.record_result._store", fail)
    with pytest.raises(RuntimeError, match="out of order"):
        finish(play, PASSED_OUT)
    play.refresh_from_db()
    assert play.state == PlayState.PLAYING
    assert not Result.objects.exists()
    assert not DirtyMark.objects.exists()


def test_a_correction_replaces_the_points_and_marks_again() -> None:
    play = plays_of(release(drawn_stage()))[0]
    finish(play, facts(1, 2))
    DirtyMark.objects.all().delete()
    correct(play, facts(3, 1, "farmers"))
    assert list(SeatResult.objects.order_by("position").values_list("value", flat=True)) == [
        1,
        1,
        -2,
    ]
    assert DirtyMark.objects.count() == 3


def test_statements_and_rows_do_not_depend_on_the_number_of_tables() -> None:
    counts = []
    for entrants in (9, 60):
        stage = drawn_stage(entrants=entrants, rounds=1, boards=2)
        play = plays_of(release(stage))[0]
        before = SeatResult.objects.count() + DirtyMark.objects.count()
        with CaptureQueriesContext(connection) as queries:
            finish(play, PASSED_OUT)
        counts.append(
            (len(queries), SeatResult.objects.count() + DirtyMark.objects.count() - before)
        )
    assert counts[0] == counts[1]
    assert counts[0][1] == 6


def test_nothing_that_grows_with_the_event_is_read() -> None:
    play = plays_of(release(drawn_stage(rounds=1)))[0]
    with CaptureQueriesContext(connection) as queries:
        finish(play, PASSED_OUT)
    for query in queries.captured_queries:
        assert '"movement"' not in query["sql"]
        assert '"certificate"' not in query["sql"]


def test_a_table_of_no_event_is_none_of_our_business() -> None:
    play = plays_of(release(drawn_stage()))[0]
    play.table.round_table.delete()
    finish(play, PASSED_OUT)
    assert not SeatResult.objects.exists()


class TestOpening:
    def test_a_board_opens_with_its_last_table_and_not_before(self) -> None:
        stage = drawn_stage()
        *plays, last = plays_of(release(stage), board=1)
        for play in plays:
            finish(play, PASSED_OUT)
            assert not Board.objects.filter(opened_at__isnull=False).exists()
        finish(last, PASSED_OUT)
        (board,) = Board.objects.filter(opened_at__isnull=False)
        assert board.number == 1
        assert stage.marks.exists()

    def test_the_opening_is_audited(self) -> None:
        stage = drawn_stage()
        for play in plays_of(release(stage), board=2):
            finish(play, PASSED_OUT)
        entry = AuditEntry.objects.get(verb="open_board")
        assert (entry.actor, entry.after) == ("system", {"stage": stage.pk, "board": 2})

    def test_a_board_not_played_at_a_table_opens_without_it(self) -> None:
        first, second, third = plays_of(release(drawn_stage()), board=1)
        Play.objects.filter(pk=second.pk).update(state=PlayState.NOT_PLAYED)
        finish(first, PASSED_OUT)
        finish(third, PASSED_OUT)
        assert Board.objects.get(pk=first.board_id).opened_at is not None

    def test_it_opens_once(self) -> None:
        plays = plays_of(release(drawn_stage()), board=1)
        for play in plays:
            finish(play, PASSED_OUT)
        opened_at = Board.objects.get(number=1).opened_at
        correct(plays[0], facts(1))
        assert Board.objects.get(number=1).opened_at == opened_at
        assert AuditEntry.objects.filter(verb="open_board").count() == 1

    def test_a_director_opens_one_early_with_a_reason(self) -> None:
        stage = drawn_stage()
        release(stage)
        director = director_of(stage.event)
        board = Board.objects.get(number=1)
        opened = open_board(board, director, "known to one table")
        assert opened.opened_at is not None
        entry = AuditEntry.objects.get(verb="open_board")
        assert (entry.actor, entry.reason) == (director.reference, "known to one table")
        assert stage.marks.exists()
        with pytest.raises(OpenRefused) as caught:
            open_board(board, director, "again")
        assert caught.value.code == "already_open"

    def test_what_a_director_cannot_open(self) -> None:
        stage = drawn_stage()
        release(stage)
        released, not_released = (Board.objects.get(number=number) for number in (1, 3))
        for board, reason, code in (
            (released, " ", "reason_missing"),
            (not_released, "why not", "round_not_released"),
        ):
            with pytest.raises(OpenRefused) as caught:
                open_board(board, SYSTEM, reason)
            assert caught.value.code == code
        for actor in (scorer_of(stage.event), outsider()):
            with pytest.raises(NotPermitted):
                open_board(released, actor, "curious")
        assert not Board.objects.filter(opened_at__isnull=False).exists()


class TestReveal:
    def test_the_secret_stays_until_the_last_round_has_ended(self) -> None:
        stage = drawn_stage()
        session = stage.sessions.get()
        for _ in (1, 2):
            with pytest.raises(RevealRefused) as caught:
                reveal_session(session, SYSTEM)
            assert caught.value.code == "rounds_unfinished"
            waiting = stage.rounds.filter(state="drawn").order_by("number").first()
            assert waiting is not None
            play_round(release_round(waiting, SYSTEM), lambda _: PASSED_OUT)
        session.board_set.refresh_from_db()
        assert session.board_set.reveal is None
        document = reveal_session(session, SYSTEM)
        session.board_set.refresh_from_db()
        assert session.board_set.reveal == document
        assert Reveal.from_data(document).commitment == session.board_set.commitment
        with pytest.raises(RevealRefused) as caught:
            reveal_session(session, SYSTEM)
        assert caught.value.code == "already_revealed"

    def test_only_who_runs_the_event_reveals(self) -> None:
        stage = drawn_stage(rounds=1)
        play_stage(stage)
        session = stage.sessions.get()
        for actor in (scorer_of(stage.event), outsider()):
            with pytest.raises(NotPermitted):
                reveal_session(session, actor)
        reveal_session(session, director_of(stage.event))
        assert AuditEntry.objects.filter(verb="reveal_session").count() == 1

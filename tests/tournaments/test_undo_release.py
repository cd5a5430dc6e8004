"""A release is taken back while nobody has begun, and at no moment after."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import LogEntry, Play, Seat, Table
from games.queries import state_of
from games.services.issue_code import issue_code
from games.services.take_back_tables import lock_tables
from tests.games.listening import Listener
from tournaments.errors import NotPermitted, ReleaseRefused
from tournaments.models import AuditEntry, EventState, Field, Round, RoundState, Stage
from tournaments.services import release_round
from tournaments.services.actors import SYSTEM
from tournaments.services.rebuild import rebuild
from tournaments.services.undo_release import undo_release
from tournaments.services.withdraw_board import withdraw_play

from .brute_force import assert_equals_brute_force
from .directing import with_key
from .factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from .people import director_of, outsider, scorer_of
from .test_concurrency import in_threads


def fields_of(stage: Stage) -> list[tuple[int, int, int]]:
    """(board, position, expected) of all fields."""
    rows = Field.objects.filter(stage=stage).order_by("board__number", "position")
    return list(rows.values_list("board__number", "position", "expected"))


def refusal(function: Callable[[], object]) -> ReleaseRefused:
    with pytest.raises(ReleaseRefused) as caught:
        function()
    return caught.value


@pytest.mark.django_db
def test_a_release_taken_back_leaves_nothing_and_can_be_repeated() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    round_ = release(stage)
    released = fields_of(stage)
    assert undo_release(round_, director_of(stage.event), "two people are missing") == round_
    round_ = stage.rounds.get(number=1)
    assert (round_.state, round_.released_at, round_.ends_at) == (RoundState.DRAWN, None, None)
    for rows in (Table, Seat, Play, LogEntry, Field):
        assert not rows.objects.exists()
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.DRAFT
    entry = AuditEntry.objects.get(verb="undo_release")
    assert entry.reason == "two people are missing"
    assert entry.before == {"stage": stage.pk, "round": 1, "tables": 3}
    play_round(release(stage), lambda play: facts(1, play.table.number))
    assert fields_of(stage) == released
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["individual-barometer", "individual-swiss"])
def test_only_the_newest_released_round_is_taken_back_and_the_others_stay(kind: str) -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=2, kind=kind)
    first = release(stage)
    if kind == "individual-barometer":
        second = release_round(stage.rounds.get(number=2), SYSTEM, early=True, reason="late")
        caught = refusal(lambda: undo_release(first, SYSTEM, "wrong"))
        assert caught.code == "later_released"
        undo_release(second, SYSTEM, "wrong")
    assert [number for number, _p, _e in fields_of(stage)] == [1, 1, 1, 2, 2, 2]
    assert Table.objects.count() == 3
    undo_release(first, SYSTEM, "wrong")
    assert (Table.objects.count(), fields_of(stage)) == (0, [])


def bid(play: Play) -> None:
    LogEntry.objects.create(
        table=play.table, play=play, number=2, seq=1, kind="bid", data={}, at=timezone.now()
    )


def withdraw(play: Play) -> None:
    withdraw_play(play, SYSTEM, "torn card")


@pytest.mark.django_db
@pytest.mark.parametrize("begin", [bid, lambda play: finish(play, facts(1)), withdraw])
def test_a_table_that_has_begun_keeps_its_round(begin: Callable[[Play], Any]) -> None:
    round_ = release(drawn_stage(entrants=9, rounds=1, boards=2))
    begin(plays_of(round_)[1])
    number = plays_of(round_)[1].table.number
    caught = refusal(lambda: undo_release(round_, SYSTEM, "wrong"))
    assert (caught.code, caught.params) == ("round_begun", {"count": 1, "tables": [number]})
    assert "1 table has begun" in caught.detail
    assert Table.objects.count() == 3
    assert Field.objects.count() == 6
    assert not AuditEntry.objects.filter(verb="undo_release").exists()


@pytest.mark.django_db
def test_it_needs_a_reason_a_released_round_and_a_director() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    round_ = stage.rounds.get()
    assert refusal(lambda: undo_release(round_, SYSTEM, "wrong")).code == "not_released"
    release(stage)
    assert refusal(lambda: undo_release(round_, SYSTEM, " ")).code == "reason_missing"
    for actor in (scorer_of(stage.event), outsider()):
        with pytest.raises(NotPermitted):
            undo_release(round_, actor, "wrong")
    Round.objects.filter(pk=round_.pk).update(state=RoundState.FINISHED)
    assert refusal(lambda: undo_release(round_, SYSTEM, "wrong")).code == "round_begun"


def seated(round_: Round) -> tuple[Play, str]:
    """The first play of table 1, and the token of who is to bid there."""
    play = plays_of(round_)[0]
    player = play.table.seats.get(letter=play.positions[state_of(play).to_act[0] - 1]).player
    body = {"code": issue_code(player)}
    return play, Client().post("/api/v1/sessions/", body, "application/json").json()["token"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_late", [False, True])
def test_a_first_bid_at_the_same_time_wins_or_loses(
    is_late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A late one is made when the tables are locked already: it waits, and finds nothing."""
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    play, token = seated(release(stage))
    director = with_key(stage.event)
    answers: dict[str, Any] = {}
    locked = threading.Event()

    def lock(tables: Sequence[str]) -> None:
        lock_tables(tables)
        locked.set()

    monkeypatch.setattr("tournaments.services.undo_release.lock_tables", lock)

    def act() -> None:
        assert not is_late or locked.wait(20)
        answers["bid"] = Client().post(
            f"/api/v1/plays/{play.pk}/actions/",
            {"seq": 0, "action": {"type": "bid", "value": 1}},
            "application/json",
            headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "first"},
        )

    def undo(name: str) -> None:
        answers[name] = director.post("rounds/1/undo-release/", {"reason": "wrong"})

    in_threads(act, lambda: undo("one"), lambda: undo("other"))
    state, tables = stage.rounds.get().state, Table.objects.count()
    codes = sorted(answers[name].status_code for name in ("one", "other"))
    found = (answers["bid"].status_code, codes, state, tables)
    lost = (404, [200, 409], RoundState.DRAWN, 0)
    assert found == lost or (not is_late and found == (201, [409, 409], RoundState.RELEASED, 3))
    assert AuditEntry.objects.filter(verb="undo_release").count() == (found == lost)


@pytest.mark.django_db(transaction=True)
def test_the_players_hear_that_their_table_is_gone_and_that_there_is_another() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    round_ = release(stage)
    _play, token = seated(round_)
    with Listener(token) as phone:
        undo_release(round_, SYSTEM, "wrong")
        phone.wait_for(lambda: len(phone.named("seating")) == 1)
        assert phone.named("seating")[0]["data"] == '{"table":null,"number":null}'
        given = {"Authorization": f"Bearer {token}"}
        assert Client().get("/api/v1/me/play/", headers=given).json()["play"] is None
        release(stage)
        phone.wait_for(lambda: len(phone.named("seating")) == 2)
        phone.wait_for(lambda: bool(phone.named("entry")))

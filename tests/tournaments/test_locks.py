"""Locks at a table are taken in one order, and what PostgreSQL gives up for another begins anew."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.utils import timezone

from games.db import despite_deadlocks, write_transaction
from games.errors import Problem
from games.models import Play, PlayState, Table
from games.services.finish_play import finish_play
from games.services.table_turn import locked_turn
from games.signals import play_finished
from tournaments.models import AuditEntry, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.mark_not_played import mark_not_played, mark_to_be_played

from .factories import drawn_stage, facts, points_of, release

pytestmark = pytest.mark.django_db(transaction=True)
#: Long enough for another thread to come to the lock that it has to wait for.
A_MOMENT = 0.4


@pytest.fixture
def stage() -> Stage:
    stage = drawn_stage(entrants=9, rounds=1, boards=4)
    release(stage)
    return stage


def first_table() -> tuple[Table, list[Play]]:
    table = Table.objects.order_by("number")[0]
    return table, list(table.plays.order_by("order"))


def end_board_in_play(table: Table, locked: threading.Event) -> None:
    """The last action of the board in play, which takes its time after it has its locks."""
    try:
        with write_transaction():
            play = locked_turn(table.pk)
            locked.set()
            time.sleep(A_MOMENT)
            what = facts(1, 2)
            found = {"facts": what, "points": points_of(play, what)}
            result, notice = finish_play(play, found, 99, timezone.now(), [])
            notice.save()
            play_finished.send(sender=Play, play=play, result=result)
    finally:
        connections.close_all()


def test_a_board_taken_away_while_the_one_before_ends_waits_for_the_table(stage: Stage) -> None:
    table, (_first, second, *_) = first_table()
    locked = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        action = pool.submit(end_board_in_play, table, locked)
        assert locked.wait(20)
        with pytest.raises(Problem, match="has_begun"):
            mark_not_played(second, SYSTEM, "slow")
        action.result()
    assert [play.state for play in first_table()[1]][:2] == [PlayState.FINISHED, PlayState.PLAYING]
    assert not AuditEntry.objects.filter(verb="mark_not_played").exists()


def test_a_board_given_back_while_the_one_before_ends_is_played_later(stage: Stage) -> None:
    table, (_first, second, *_) = first_table()
    mark_not_played(second, SYSTEM, "slow")
    locked = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        action = pool.submit(end_board_in_play, table, locked)
        assert locked.wait(20)
        mark_to_be_played(second, SYSTEM, "fast after all")
        action.result()
    states = [play.state for play in first_table()[1]]
    assert states == ["finished", "scheduled", "playing", "scheduled"]


def test_what_is_given_up_in_a_deadlock_begins_anew(stage: Stage) -> None:
    one, other, _third = Table.objects.order_by("pk")
    begun = {one.pk: 0, other.pk: 0}
    both = threading.Barrier(2)

    def take(first: Table, second: Table) -> None:
        def work() -> None:
            with write_transaction():
                begun[first.pk] += 1
                Table.objects.select_for_update(no_key=True).get(pk=first.pk)
                if connections["default"].vendor == "postgresql" and begun[first.pk] == 1:
                    both.wait(20)
                Table.objects.select_for_update(no_key=True).get(pk=second.pk)

        try:
            despite_deadlocks(work)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        for each in [pool.submit(take, one, other), pool.submit(take, other, one)]:
            each.result()
    expected = [1, 2] if connections["default"].vendor == "postgresql" else [1, 1]
    assert sorted(begun.values()) == expected

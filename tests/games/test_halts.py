"""Freezing one table, pausing many: no action, no running clock, and everything as it was after."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import LogEntry, Play, Table
from games.services.halt_tables import Halt, halt_tables, resume_tables
from games.services.replay import check_play, check_table_numbers
from games.services.watch_clocks import watch_clocks
from tests.games.hall import Hall, open_hall
from tests.games.listening import Listener
from tests.games.test_acting import PASS
from tests.games.test_clocks import back, later, seconds_of


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return open_hall(monkeypatch, positions=("ABC", "BCA"), action_seconds=30)


def halt(hall: Hall, why: Halt = Halt.FROZEN, ago: float = 0) -> int:
    return halt_tables([hall.table.pk], why, later(-ago))


def resume(hall: Hall, why: Halt = Halt.FROZEN) -> int:
    return resume_tables([hall.table.pk], why, timezone.now())


def test_a_frozen_table_takes_no_action_and_no_seq(hall: Hall) -> None:
    play = hall.play
    assert halt(hall) == 1
    refused = hall.ada.act(play.pk, 0, PASS, key="k")
    assert (refused.status_code, refused.json()["code"]) == (409, "table_frozen")
    view = hall.ada.view()
    assert (view["halted"], view["expected"], view["deadline"]) == ("frozen", None, None)
    assert (view["seq"], view["to_act"]) == (0, [1])
    assert resume(hall) == 1
    assert hall.ada.act(play.pk, 0, PASS, key="k").status_code == 201
    assert check_play(hall.play) == []
    assert check_table_numbers([hall.table.pk]) == []


def test_an_answer_that_was_lost_is_repeated_while_frozen(hall: Hall) -> None:
    play = hall.play
    first = hall.ada.act(play.pk, 0, PASS, key="k")
    halt(hall)
    assert hall.ada.act(play.pk, 0, PASS, key="k").content == first.content


def test_the_clock_stands_and_goes_on_from_there(hall: Hall) -> None:
    back(hall, 40)
    turn_at = hall.play.turn_at
    assert turn_at is not None
    halt_tables([hall.table.pk], Halt.FROZEN, turn_at + timedelta(seconds=20))
    assert watch_clocks(later(1000)) == 0
    assert hall.ada.view()["clock"]["seconds_left"] == 10
    resume(hall)
    assert seconds_of(hall.ada.view()) == pytest.approx(10, abs=1)
    hall.do(1, "bid", 0)
    assert hall.play.seq == 1


def test_doing_it_twice_changes_nothing(hall: Hall) -> None:
    assert (halt(hall), halt(hall)) == (1, 0)
    assert (resume(hall), resume(hall)) == (1, 0)
    kinds = LogEntry.objects.filter(table=hall.table).order_by("number").values_list("kind", "data")
    assert list(kinds)[1:] == [("frozen", {"halted": "frozen"}), ("resumed", {"halted": None})]


def test_a_table_that_was_frozen_stays_so_when_the_pause_ends(hall: Hall) -> None:
    back(hall, 25)
    halt(hall, ago=15)
    halt(hall, Halt.PAUSED, ago=5)
    assert resume(hall, Halt.PAUSED) == 1
    last = LogEntry.objects.filter(table=hall.table).order_by("-number")[0]
    assert (last.kind, last.data, last.deadline) == ("resumed", {"halted": "frozen"}, None)
    assert hall.ada.act(hall.play.pk, 0, PASS).json()["code"] == "table_frozen"
    resume(hall)
    assert seconds_of(hall.ada.view()) == pytest.approx(19, abs=2)


def test_a_pause_of_many_tables_costs_the_same_as_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    others = [
        open_hall(monkeypatch, secret=50 + n, number=10 + n, action_seconds=30) for n in range(3)
    ]
    ids = [one.table.pk for one in others]
    costs = []
    for some in (ids[:1], ids[1:]):
        with CaptureQueriesContext(connection) as captured:
            assert halt_tables(some, Halt.PAUSED, timezone.now()) == len(some)
        costs.append(len(captured))
    assert costs[0] == costs[1]
    now = timezone.now() + timedelta(hours=1)
    assert resume_tables([*ids, hall.table.pk], Halt.PAUSED, now) == 3
    due_at = Play.objects.get(table=ids[0]).due_at
    assert due_at is not None
    assert due_at > now
    assert not Table.objects.filter(halted_at__isnull=False).exists()


def test_a_finished_or_unreleased_table_is_not_halted(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall(monkeypatch, release=False)
    assert halt(hall) == 0


def test_everybody_at_the_table_hears_of_it(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall(monkeypatch)
    with Listener(hall.bo.token) as listener:
        halt(hall)
        resume(hall)
        listener.wait_for_number(3)
        told = [event["event"] for event in listener.named("entry")]
    assert told == ["entry", "entry"]

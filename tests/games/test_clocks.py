"""Clocks: deadlines, pools, what is done when the time is up, and that downtime costs nobody any.

The time of the server is not waited for: the sweep is told a later one, or a turn is moved back.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Call, ClockBeat, LogEntry, Play, SealedDouble
from games.policy import PolicyError, TablePolicy
from games.queries import state_of
from games.services.replay import check_play, check_table_numbers
from games.services.time_out import time_out
from games.services.watch_clocks import beat, note_serving, watch_clocks
from tests.games.hall import Hall, open_hall
from tests.games.test_race import at_once


def clocked(monkeypatch: pytest.MonkeyPatch, **policy: Any) -> Hall:
    """A hall of two boards with clocks."""
    return open_hall(monkeypatch, positions=("ABC", "BCA"), **policy)


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return clocked(monkeypatch, action_seconds=30)


def later(seconds: float) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def back(hall: Hall, seconds: float) -> None:
    """Let the present turn have begun `seconds` earlier."""
    passed = timedelta(seconds=seconds)
    Play.objects.filter(pk=hall.play.pk).update(
        turn_at=F("turn_at") - passed, due_at=F("due_at") - passed
    )


def swept(now: datetime) -> int:
    """What a sweep at `now` deals with, where the clocks were watched all the time."""
    ClockBeat.objects.update_or_create(pk=1, defaults={"at": now})
    return watch_clocks(now)


def seconds_of(view: dict[str, str]) -> float:
    """What a client draws: deadline − now."""
    return (
        datetime.fromisoformat(view["deadline"]) - datetime.fromisoformat(view["now"])
    ).total_seconds()


def test_without_a_clock_nothing_is_ever_due(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = clocked(monkeypatch)
    assert swept(later(100_000)) == 0
    assert (hall.ada.view()["deadline"], hall.ada.view()["clock"]) == (None, None)


def test_everybody_sees_the_deadline_and_who_is_asked_finds_it_in_expected(hall: Hall) -> None:
    mine, others = hall.ada.view(), hall.bo.view()
    assert 22 < seconds_of(mine) <= 30
    assert mine["expected"]["deadline"] == mine["deadline"] == others["deadline"]
    assert mine["clock"] == {"seconds_left": None, "pools": None}
    (entry,) = hall.do(1, "bid", 1).json()["entries"]
    assert entry["deadline"] == hall.bo.view()["deadline"]


def test_nothing_happens_before_the_deadline(hall: Hall) -> None:
    assert swept(later(20)) == 0
    assert hall.play.seq == 0


def test_the_time_out_action_is_done_and_marked(hall: Hall) -> None:
    assert swept(later(31)) == 1
    (entry,) = LogEntry.objects.filter(play=hall.play, seq=1)
    assert (entry.kind, entry.position, entry.data, entry.automatic) == (
        "bid",
        1,
        {"value": 0},
        True,
    )
    assert hall.bo.view()["expected"]["type"] == "bid"
    assert check_play(hall.play) == []


def test_a_table_that_is_left_alone_plays_to_the_end_by_the_clock(hall: Hall) -> None:
    first = hall.play
    hall.do(1, "bid", 3)
    now = timezone.now()
    for _ in range(300):
        now += timedelta(seconds=31)
        if not swept(now):
            break
    first.refresh_from_db()
    assert first.state == "finished"
    assert first.results.get().facts["doubled"] == []
    entries = LogEntry.objects.filter(play=first, seq__gt=1)
    assert entries.count() > 4
    assert all(entry.automatic for entry in entries)
    # Rules.md: on lead the lowest single, otherwise pass. So only the landlord ever plays.
    plays = entries.filter(kind="play")
    assert {entry.position for entry in plays} == {1}
    assert {entry.data["combination"] for entry in plays} == {"single"}
    assert first.results.get().facts["spring"] == "spring"
    hall.table.refresh_from_db()
    assert hall.table.finished_at is not None
    assert [check_play(play) for play in Play.objects.all()] == [[], []]
    assert check_table_numbers([hall.table.pk]) == []


def test_a_sealed_double_by_the_clock_is_as_secret_as_any(hall: Hall) -> None:
    hall.do(1, "bid", 3)
    before = [caller.view() for caller in hall.seated]
    hall.do(2, "double", True)
    assert hall.ada.view()["deadline"] == before[0]["deadline"]
    assert hall.cy.view()["deadline"] == before[2]["deadline"]
    assert swept(later(31)) == 1
    (entry,) = LogEntry.objects.filter(play=hall.play, kind="doubles_revealed")
    assert entry.data == {"choices": {"2": True, "3": False}, "automatic": [3]}
    assert entry.automatic
    assert list(SealedDouble.objects.order_by("position").values_list("automatic", flat=True)) == [
        False,
        True,
    ]
    assert check_play(hall.play) == []


def test_a_pool_is_used_when_the_time_of_an_action_is_over(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = clocked(monkeypatch, action_seconds=10, pool_seconds=20)
    assert 22 < seconds_of(hall.ada.view()) <= 30
    back(hall, 14)
    hall.do(1, "bid", 0)
    pools = hall.bo.view()["clock"]["pools"]
    assert 12 < pools["1"] <= 16  # 14 of 10 and 20 are gone, and what the test took
    assert (pools["2"], pools["3"]) == (20, 20)
    back(hall, 5)
    hall.do(2, "bid", 0)
    assert hall.bo.view()["clock"]["pools"]["2"] == 20
    assert swept(later(20)) == 0
    assert swept(later(31)) == 1
    following = hall.play
    assert (following.order, following.pools) == (2, {"1": 20, "2": 20, "3": 20})


def test_each_farmer_pays_for_his_own_thinking(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = clocked(monkeypatch, action_seconds=10, pool_seconds=20)
    hall.do(1, "bid", 3)
    hall.do(3, "double", False)
    back(hall, 20)
    SealedDouble.objects.update(at=F("at") - timedelta(seconds=18))  # chosen after 2 seconds
    hall.do(2, "double", False)
    pools = hall.ada.view()["clock"]["pools"]
    assert (pools["1"], pools["3"]) == (20, 20)
    assert 6 < pools["2"] <= 10


def test_a_board_may_begin_with_more_time(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = clocked(monkeypatch, action_seconds=10, start_seconds=60)
    assert 62 < seconds_of(hall.ada.view()) <= 70
    hall.do(1, "bid", 0)
    assert 2 < seconds_of(hall.bo.view()) <= 10


def test_a_bot_decides_where_the_policy_says_so(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = clocked(monkeypatch, action_seconds=10, on_timeout="bot")
    hall.auction(3)
    now = timezone.now()
    for _ in range(200):
        now += timedelta(seconds=11)
        if hall.play.order == 2:
            break
        assert swept(now) == 1
    first = Play.objects.select_related("table", "board__board_set").get(order=1)
    farmers = LogEntry.objects.filter(play=first, kind="play").exclude(position=1)
    assert first.state == "finished"
    assert farmers.exists()  # a time-out action would only have passed
    assert check_play(first) == []


def test_the_director_is_called_where_the_policy_says_so(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = clocked(monkeypatch, action_seconds=10, on_timeout="call")
    assert swept(later(11)) == 1
    assert swept(later(1000)) == 0
    call = Call.objects.get()
    assert (call.reason, call.player, call.is_automatic) == ("time", hall.ada.player, True)
    assert hall.play.seq == 0
    hall.do(1, "bid", 0)  # who comes back may still act
    assert hall.bo.view()["expected"] is not None


def test_downtime_runs_no_clock_down(hall: Hall) -> None:
    beat(timezone.now())
    back(hall, 20)
    Play.objects.update(
        turn_at=F("turn_at") - timedelta(hours=1), due_at=F("due_at") - timedelta(hours=1)
    )
    ClockBeat.objects.update(at=F("at") - timedelta(hours=1))
    assert watch_clocks() == 0
    assert 4 < seconds_of(hall.ada.view()) <= 10
    assert ClockBeat.objects.count() == 1


def test_while_no_web_process_serves_the_clocks_stand_still(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SERVES_ALONE", False)
    beat(timezone.now())
    note_serving()
    back(hall, 3600)
    hour = timedelta(hours=1)
    ClockBeat.objects.update(at=F("at") - hour, served_at=F("served_at") - hour)
    for _ in range(2):
        assert watch_clocks() == 0
    note_serving()
    assert watch_clocks() == 0
    assert 20 < seconds_of(hall.ada.view()) <= 30
    ClockBeat.objects.update(served_at=F("served_at") - timedelta(seconds=2))
    assert swept(later(31)) == 1


def test_a_clock_costs_no_further_statement(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def cost(caller: Hall, position: int, kind: str, value: object) -> int:
        with CaptureQueriesContext(connection) as captured:
            caller.do(position, kind, value)
        return len(captured)

    acts = [(1, "bid", 1), (2, "bid", 0), (3, "bid", 0), (2, "double", True), (3, "double", True)]
    with_clock = [cost(hall, *each) for each in acts]
    other = open_hall(monkeypatch, positions=("ABC",), secret=1_000, number=7)
    assert [cost(other, *each) for each in acts] == with_clock


def test_of_sweeps_and_an_action_at_the_deadline_exactly_one_wins(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = clocked(monkeypatch, action_seconds=30)
    for turn, (caller, value) in enumerate([(hall.ada, 1), (hall.bo, 2)], 1):
        back(hall, 31)
        play, now = hall.play, timezone.now()
        answers = at_once(
            [
                partial(time_out, play.pk, now),
                partial(caller.act, play.pk, play.seq, {"type": "bid", "value": value}),
                partial(time_out, play.pk, now),
            ]
        )
        assert answers[1].status_code in (201, 409)
        entries = LogEntry.objects.filter(play=play, seq=turn)
        (entry,) = entries
        assert entry.automatic == (answers[1].status_code == 409)
        # A sweep that came after the action found nothing due; after another sweep the same.
        assert (answers[0], answers[2]).count(True) == int(entry.automatic)
        assert hall.play.seq == turn
        assert state_of(hall.play).auction[-1] == (turn, 0 if entry.automatic else value)
    assert check_table_numbers([hall.table.pk]) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"action_seconds": 4},
        {"action_seconds": True},
        {"pool_seconds": 0},
        {"start_seconds": None},
        {"start_seconds": -1},
        {"on_timeout": "wait"},
    ],
)
def test_an_impossible_clock_is_refused(fields: dict[str, object]) -> None:
    from engine.rulesets import get

    with pytest.raises(PolicyError):
        TablePolicy(get("competition").to_data(), **fields)  # type: ignore[arg-type]

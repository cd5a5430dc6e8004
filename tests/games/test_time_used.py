"""The time that each position used: kept with each action, summed with the play.

Nobody waits: a turn is moved back, as if it had begun earlier.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.models import LogEntry, Play, SealedDouble
from games.services.extend_time import extend_tables, extend_time
from games.services.halt_tables import Halt, halt_tables, resume_tables
from games.services.replay import check_play, rebuild_play
from games.services.undo_action import undo_action
from tests.games.hall import Hall, open_hall

#: What a test itself may take, in milliseconds.
SLACK = 9_000


@pytest.fixture(params=[{}, {"action_seconds": 30}], ids=["without a clock", "with a clock"])
def hall(db: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Hall:
    return open_hall(monkeypatch, positions=("ABC", "BCA"), **request.param)


def back(hall: Hall, seconds: float) -> None:
    """Let the present turn have begun `seconds` earlier."""
    turns = Play.objects.filter(pk=hall.play.pk)
    turns.update(turn_at=F("turn_at") - timedelta(seconds=seconds))


def used(hall: Hall) -> list[int]:
    """What everybody has used, to the slack: thousands of milliseconds, rounded down."""
    found: list[int] = hall.play.time_used or []
    assert all(ms % 10_000 < SLACK for ms in found), found
    return [ms // 10_000 * 10 for ms in found]


def test_each_turn_counts_for_who_had_it(hall: Hall) -> None:
    assert hall.play.time_used is None
    for position, seconds in ((1, 10), (2, 20), (3, 0)):
        back(hall, seconds)
        hall.do(position, "bid", 1 if position == 1 else 0)
    assert used(hall) == [10, 20, 0]
    entries = LogEntry.objects.filter(play=hall.play, seq__isnull=False).order_by("seq")
    kept = [entry.time_used or [] for entry in entries]
    assert [[ms // 10_000 * 10 for ms in each] for each in kept] == [
        [10, 0, 0],
        [0, 20, 0],
        [0, 0, 0],
    ]
    assert check_play(hall.play) == []


def test_each_farmer_pays_for_his_own_choice(hall: Hall) -> None:
    hall.do(1, "bid", 3)
    hall.do(3, "double", False)
    assert (hall.play.time_used or [])[1:] == [
        0,
        0,
    ]  # a sealed choice shows nowhere, not even by its time
    back(hall, 40)
    SealedDouble.objects.update(at=F("at") - timedelta(seconds=30))
    hall.do(2, "double", False)
    assert used(hall) == [0, 40, 10]
    assert check_play(hall.play) == []


def test_a_pause_is_nobodys_time(hall: Hall) -> None:
    back(hall, 10)
    now = timezone.now()
    halt_tables([hall.table.pk], Halt.PAUSED, now - timedelta(seconds=5))
    resume_tables([hall.table.pk], Halt.PAUSED, now)
    back(hall, 5)
    hall.do(1, "bid", 0)
    assert used(hall) == [10, 0, 0]


def test_time_that_was_given_is_not_used(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall(monkeypatch, positions=("ABC",), action_seconds=30)
    back(hall, 30)
    extend_time(hall.table.pk, 20, timezone.now())
    hall.do(1, "bid", 0)
    assert used(hall)[0] in (0, 10)  # 30 went by, 20 were given; what ran out was given first


def test_tables_without_a_clock_are_not_extended(hall: Hall) -> None:
    has_clock = hall.table.policy["action_seconds"] is not None
    assert extend_tables([hall.table.pk], 60, timezone.now()) == int(has_clock)


def test_what_a_director_takes_back_was_used_all_the_same(hall: Hall) -> None:
    back(hall, 10)
    hall.do(1, "bid", 1)
    undo_action(hall.table.pk, timezone.now())
    back(hall, 20)
    hall.do(1, "bid", 2)
    assert used(hall) == [30, 0, 0]
    assert check_play(hall.play) == []


def test_it_is_in_no_answer_while_the_board_is_played(hall: Hall) -> None:
    answer = hall.do(1, "bid", 1)
    texts = [answer.content, *(caller.heard[-1].content for caller in hall.seated if caller.view())]
    assert not any(b"time_used" in text or b"seconds_used" in text for text in texts)


def test_a_sum_that_differs_from_the_log_is_found_and_put_right(hall: Hall) -> None:
    back(hall, 10)
    hall.do(1, "bid", 1)
    right = hall.play.time_used
    Play.objects.filter(pk=hall.play.pk).update(time_used=[0, 0, 0])
    (difference,) = check_play(hall.play)
    assert (difference.what, difference.stored, difference.derived) == (
        "time used",
        [0, 0, 0],
        right,
    )
    assert rebuild_play(hall.play)
    assert hall.play.time_used == right
    assert check_play(hall.play) == []

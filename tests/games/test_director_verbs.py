"""What a director does at a table: undo, more time, a bot for somebody who is away."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.errors import Problem
from games.models import LogEntry, Play, SealedDouble
from games.queries import state_of
from games.services.extend_time import extend_time
from games.services.replay import check_play, check_table_numbers
from games.services.seat_bot import seat_bot
from games.services.undo_action import undo_action
from tests.games.hall import Hall, open_hall
from tests.games.test_acting import PASS
from tests.games.test_clocks import back, later, seconds_of, swept


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return open_hall(monkeypatch, positions=("ABC", "BCA"), action_seconds=30)


def undo(hall: Hall) -> LogEntry:
    return undo_action(hall.table.pk, timezone.now())


def test_the_last_action_is_taken_back_by_a_row_of_its_own(hall: Hall) -> None:
    hall.auction(1, 2)
    before = state_of(hall.play)
    hall.do(3, "bid", 3)
    row = undo(hall)
    assert (row.kind, row.seq, row.data) == (
        "undone",
        4,
        {"seq": 3, "kind": "bid", "position": 3},
    )
    assert state_of(hall.play) == before
    stale = hall.cy.act(hall.play.pk, 3, PASS)
    assert [entry["kind"] for entry in stale.json()["entries"]] == ["undone"]
    hall.do(3, "bid", 0)
    assert hall.cy.view()["landlord"] == 2
    undo(hall)
    undo(hall)
    assert hall.bo.view()["expected"]["choices"] == [0, 2, 3]
    assert check_play(hall.play) == []
    assert check_table_numbers([hall.table.pk]) == []


def test_undoing_the_revelation_lets_both_farmers_choose_anew(hall: Hall) -> None:
    hall.auction(3)
    hall.do(2, "double", True)
    hall.do(3, "double", True)
    undo(hall)
    assert hall.bo.view()["expected"]["type"] == hall.cy.view()["expected"]["type"] == "double"
    assert hall.bo.view()["own_double"] is None
    hall.do(2, "double", False)
    hall.do(3, "double", False)
    assert hall.ada.view()["phase"] == "playing"
    assert SealedDouble.objects.filter(is_void=True).count() == 2
    assert check_play(hall.play) == []


def test_undoing_the_auction_voids_what_is_sealed(hall: Hall) -> None:
    hall.auction(3)
    hall.do(2, "double", True)
    undo(hall)
    hall.do(1, "bid", 0)
    assert not SealedDouble.objects.filter(is_void=False).exists()
    assert check_play(hall.play) == []


def test_a_whole_board_with_an_undo_replays(hall: Hall) -> None:
    hall.play_on(until=lambda view: len(view["plays"]) == 4)
    undo(hall)
    first = hall.play
    hall.play_on(seed=2)
    assert (
        check_play(Play.objects.select_related("table", "board__board_set").get(pk=first.pk)) == []
    )


def test_nothing_is_undone_before_the_first_action(hall: Hall) -> None:
    with pytest.raises(Problem) as refused:
        undo(hall)
    assert refused.value.code == "nothing_to_undo"


def test_more_time_counts_from_the_deadline_or_from_now(hall: Hall) -> None:
    extend_time(hall.table.pk, 60, timezone.now())
    assert 80 < seconds_of(hall.ada.view()) <= 90
    back(hall, 200)
    extend_time(hall.table.pk, 60, timezone.now())
    assert 52 < seconds_of(hall.ada.view()) <= 60
    assert swept(later(50)) == 0
    assert swept(later(70)) == 1


def test_a_table_without_a_clock_gets_no_time(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall(monkeypatch)
    with pytest.raises(Problem) as refused:
        extend_time(hall.table.pk, 60, timezone.now())
    assert refused.value.code == "no_clock"


def test_a_bot_acts_for_a_seat_until_it_leaves(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall(monkeypatch, positions=("ABC", "BCA"))
    for letter in "ABC":
        seat_bot(hall.table.pk, letter, "greedy", timezone.now())
    assert [seat["bot"] for seat in hall.ada.view()["seats"]] == [True] * 3
    now = timezone.now()
    for _ in range(200):
        now += timedelta(seconds=2)
        if not swept(now):
            break
    hall.table.refresh_from_db()
    assert hall.table.finished_at is not None
    assert all(LogEntry.objects.filter(seq__isnull=False).values_list("automatic", flat=True))
    assert [check_play(play) for play in Play.objects.all()] == [[], []]


def test_the_player_has_his_seat_again(hall: Hall) -> None:
    seat_bot(hall.table.pk, "A", "chance", timezone.now())
    assert swept(later(5)) == 1
    hall.do(2, "bid", 0)
    hall.do(3, "bid", 0) if hall.play.order == 1 and hall.play.seq == 2 else None
    seat_bot(hall.table.pk, "A", "", timezone.now())
    assert swept(later(5)) == 0

"""A table of partners (four-a-side): who is idle, the hand that is passed on, and who may know it.

Ada and Cy (A, C) play against Bo and Dee (B, D). On the first board Dee is idle, on the second Ada.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.rulesets import get
from games.models import Play, Seat
from games.policy import PolicyError, TablePolicy
from games.services.replay import check_play
from games.services.seat_bot import seat_bot
from games.services.time_out import time_out
from games.services.undo_action import undo_action
from tests.games.hall import Hall, open_hall
from tests.games.test_secrecy import cards_in


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return open_hall(monkeypatch, positions=("ABC", "BCD"), partners=True, pool_seconds=60)


def hand(hall: Hall, position: int) -> set[str]:
    return set(hall.deal().to_data()["hands"][str(position)])


def pool(hall: Hall, position: int) -> float:
    pools = hall.play.pools
    assert pools is not None
    return float(pools[str(position)])


def seats(view: dict[str, Any]) -> dict[str, int | None]:
    return {seat["letter"]: seat["position"] for seat in view["seats"]}


def test_before_the_auction_ends_the_idle_player_sees_what_the_table_sees(hall: Hall) -> None:
    view = hall.dee.view()
    assert (view["seat"], view["viewer"], view["hand"], view["expected"]) == ("D", None, None, None)
    assert view["partners"]
    assert view["hand_passed"] is None
    assert seats(view) == {"A": 1, "B": 2, "C": 3, "D": None}
    assert cards_in(hall.dee.heard[-1].content.decode()) == set()


def test_the_landlords_partner_passes_his_hand_to_the_idle_opponent(hall: Hall) -> None:
    hall.auction(3)  # Ada is landlord: Cy gives his 17 cards to Dee
    given, taken = hall.cy.view(), hall.dee.view()
    assert (given["viewer"], given["hand"]) == (None, None)
    assert (taken["viewer"], set(taken["hand"])) == (3, hand(hall, 3))
    assert taken["expected"]["type"] == "double"
    assert taken["hand_passed"] == {"position": 3, "giver": "C", "taker": "D"}
    assert seats(taken) == {"A": 1, "B": 2, "C": None, "D": 3}
    (entry,) = hall.ada.heard[-1].json()["entries"]
    assert entry["data"] == {"value": 3, "hand_passed": taken["hand_passed"]}


def test_without_a_hand_the_landlords_partner_stays_idle(hall: Hall) -> None:
    hall.auction(1, 3)  # Bo is landlord, and Dee has no cards
    assert hall.dee.view()["viewer"] is None
    assert [caller.view()["viewer"] for caller in hall.seated] == [1, 2, 3]
    assert hall.dee.view()["hand_passed"] is None


def test_nobody_but_its_holder_sees_the_hand_that_was_passed(hall: Hall) -> None:
    """The giver saw his own hand while it was his; from then on he is told nothing more."""
    secret = hand(hall, 3)
    assert cards_in(hall.dee.send("GET", "me/play/").content.decode()) & secret == set()
    hall.auction(0, 0, 3)  # Cy is landlord: Ada gives hand 1 to Dee
    secret = hand(hall, 1)
    play = hall.play
    kitty = set(hall.deal().to_data()["kitty"])
    for caller in (hall.ada, hall.bo, hall.cy):
        for path in ("me/play/", f"plays/{play.pk}/log/", f"plays/{play.pk}/moves/"):
            told = cards_in(caller.send("GET", path).content.decode())
            assert told & (secret | kitty) == set()
    assert set(hall.dee.view()["hand"]) == secret
    hall.do(1, "double", True)
    assert hall.ada.view()["doubles"] is None
    assert hall.ada.view()["own_double"] is None
    assert hall.dee.view()["own_double"] is True
    hall.do(2, "double", False)
    assert hall.ada.view()["kitty"] is None
    hall.do(3, "redouble", False)
    assert set(hall.ada.view()["kitty"]) == kitty


def test_who_is_idle_may_not_act_and_is_told_why(hall: Hall) -> None:
    play = hall.play
    answer = hall.dee.act(play.pk, play.seq, {"type": "bid", "value": 3})
    assert (answer.status_code, answer.json()["code"]) == (409, "idle")
    hall.auction(3)
    play = hall.play
    answer = hall.cy.act(play.pk, play.seq, {"type": "double", "value": True})
    assert (answer.status_code, answer.json()["code"]) == (409, "idle")
    assert hall.play.seq == play.seq


def test_the_giver_gets_no_hints(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    hall = open_hall(monkeypatch, partners=True, hints=True)
    hall.auction(3)
    for path in ("moves/", "explain/?cards=3s"):
        answer = hall.cy.send("GET", f"plays/{hall.play.pk}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "idle")


def test_the_clock_is_the_new_holders_and_begins_whole(hall: Hall) -> None:
    play = hall.play
    Play.objects.filter(pk=play.pk).update(turn_at=timezone.now() - timedelta(seconds=20))
    hall.do(1, "bid", 0)
    assert pool(hall, 1) < 41
    hall.do(2, "bid", 0)
    hall.do(3, "bid", 1)
    assert pool(hall, 1) == 60  # Dee has hand 1 now


def test_a_bot_acts_for_the_seat_that_holds_the_hand(hall: Hall) -> None:
    seat_bot(hall.table.pk, "D", "greedy", timezone.now())
    assert not time_out(hall.play.pk, timezone.now() + timedelta(seconds=10))
    hall.auction(3)
    hall.do(2, "double", False)
    assert time_out(hall.play.pk, timezone.now() + timedelta(seconds=10))
    assert Seat.objects.get(table=hall.table, letter="D").bot == "greedy"
    assert hall.play.snapshot is not None
    assert hall.play.snapshot["doubles"].keys() == {"2", "3"}


def test_undoing_the_last_bid_gives_the_hand_back(hall: Hall) -> None:
    hall.auction(3)
    undo_action(hall.table.pk, timezone.now())
    assert hall.dee.view()["hand"] is None
    assert set(hall.cy.view()["hand"]) == hand(hall, 3)


def test_whole_boards_are_played_and_follow_from_their_logs(hall: Hall) -> None:
    first = hall.play.pk
    hall.play_on(seed=3)
    second = hall.play.pk
    assert second != first
    assert hall.ada.view()["viewer"] is None
    hall.play_on(seed=4)
    for pk in (first, second):
        play = Play.objects.select_related("table", "board__board_set").get(pk=pk)
        assert play.state == "finished"
        assert check_play(play) == []


def test_partners_play_three_hands_and_on_phones() -> None:
    rules = get("four-player").to_data()
    for options in ({"ruleset": rules}, {"ruleset": get("classic").to_data(), "physical": True}):
        with pytest.raises(PolicyError):
            TablePolicy(**options, partners=True)

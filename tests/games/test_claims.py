"""Claims: the player on lead shows the hand and says how it goes out; all others agree, or not."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.errors import Problem
from games.models import Claim, ClockBeat, LogEntry, Play
from games.services.end_claim import withdraw_claim
from games.services.halt_tables import Halt, halt_tables, resume_tables
from games.services.replay import check_play
from games.services.seat_bot import seat_bot
from games.services.undo_action import undo_action
from games.services.watch_clocks import beat, watch_clocks
from tests.games.hall import Answer, Caller, Hall, open_hall


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """On lead is somebody with few cards left, whose plays the test finds one by one."""
    hall = open_hall(monkeypatch, secret=31, claims=True, action_seconds=60)
    hall.play_on(seed=5, bot="greedy", until=on_lead_with_few)
    return hall


def on_lead_with_few(view: dict[str, Any]) -> bool:
    return view["phase"] == "playing" and not view["to_beat"] and len(view["hand"]) <= 6


def leader(hall: Hall) -> Caller:
    return next(caller for caller in hall.seated if caller.view()["expected"])


def others(hall: Hall, claimer: Caller) -> list[Caller]:
    return [caller for caller in hall.seated if caller is not claimer]


def singly(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The whole hand, card by card from the highest."""
    return [{"cards": [card]} for card in view["hand"]]


def claim(caller: Caller, plays: Any = None, key: str = "", **body: Any) -> Answer:
    view = caller.view()
    wanted = {"seq": view["seq"], "plays": singly(view) if plays is None else plays} | body
    path = f"plays/{view['id']}/claim/"
    return caller.send("POST", path, wanted, Idempotency_Key=key or uuid.uuid4().hex)


def answer(caller: Caller, verb: str, number: str, play: str, key: str = "") -> Answer:
    path = f"plays/{play}/claim/{verb}/"
    return caller.send("POST", path, {"claim": number}, Idempotency_Key=key or uuid.uuid4().hex)


def kinds(play: Play) -> list[str]:
    return [e.kind for e in LogEntry.objects.filter(play=play).order_by("number")]


def test_a_claim_shows_the_hand_to_all_stops_the_clock_and_asks_the_others(hall: Hall) -> None:
    claimer = leader(hall)
    before = claimer.view()
    made = claim(claimer, key="k")
    assert made.status_code == 201, made.content
    assert claim(claimer, key="k", seq=before["seq"], plays=singly(before)).content == made.content
    for caller in others(hall, claimer):
        view = caller.view()
        assert (view["halted"], view["deadline"], view["seq"]) == ("claimed", None, before["seq"])
        assert view["expected"]["type"] == "claim"
        shown = view["claim"]
        assert shown["hand"] == before["hand"]
        assert shown["plays"] == [[card] for card in before["hand"]]
        assert shown["position"] == before["viewer"]
        assert len(shown["waiting_for"]) == 2
        refused = caller.act(view["id"], view["seq"], {"type": "pass"})
        assert (refused.status_code, refused.json()["code"]) == (409, "table_claimed")
    own = claimer.view()
    assert (own["expected"], own["halted"]) == (None, "claimed")
    (entry,) = made.json()["entries"]
    assert (entry["kind"], entry["seq"], entry["data"]["hand"]) == (
        "claimed",
        None,
        before["hand"],
    )


def test_all_accept_and_the_plays_are_made_as_actions_that_end_the_board(hall: Hall) -> None:
    claimer, play = leader(hall), hall.play
    view = claimer.view()
    number = claim(claimer).json()["view"]["claim"]["id"]
    one, other = others(hall, claimer)
    first = answer(one, "accept", number, play.pk)
    assert first.status_code == 201, first.content
    assert first.json()["view"]["expected"] is None
    assert one.view()["halted"] == "claimed"
    again = answer(one, "accept", number, play.pk)
    assert (again.status_code, again.json()["code"]) == (409, "claim_over")
    last = answer(other, "accept", number, play.pk, "last")
    assert last.status_code == 201, last.content
    assert answer(other, "accept", number, play.pk, "last").content == last.content
    play.refresh_from_db()
    assert play.state == "finished"
    cards = len(view["hand"])
    made = list(LogEntry.objects.filter(play=play, seq__gt=view["seq"]).order_by("seq"))
    assert [entry.kind for entry in made] == ["play", "pass", "pass"] * (cards - 1) + ["play"]
    assert all(entry.data["claimed"] is True and not entry.automatic for entry in made)
    assert [entry.data["cards"] for entry in made if entry.kind == "play"] == [
        [card] for card in view["hand"]
    ]
    went_out = made[-1].data["result"]["facts"]["winner"]
    assert (went_out == "landlord") == (view["viewer"] == view["landlord"])
    assert check_play(hall.play) == []
    hall.table.refresh_from_db()
    assert (hall.table.is_claimed, hall.table.halted_at) == (False, None)
    assert Claim.objects.get().state == "accepted"


def test_one_refusal_makes_it_void_and_play_goes_on_with_its_clock(hall: Hall) -> None:
    claimer, play = leader(hall), hall.play
    number = claim(claimer).json()["view"]["claim"]["id"]
    left = claimer.view()["clock"]["seconds_left"]
    one, other = others(hall, claimer)
    answer(one, "accept", number, play.pk)
    assert answer(other, "refuse", number, play.pk).status_code == 201
    view = claimer.view()
    assert (view["halted"], view["claim"]) == (None, None)
    assert view["expected"]["type"] == "play"
    assert 0 < left <= 60
    assert view["deadline"] is not None
    assert kinds(play)[-3:] == ["claimed", "claim_accepted", "claim_ended"]
    assert answer(one, "accept", number, play.pk).json()["code"] == "claim_over"
    assert claim(claimer).json()["code"] == "already_claimed"
    hall.play_on(seed=5, bot="greedy")
    rows = Play.objects.select_related("table", "board__board_set")
    assert check_play(rows.get(pk=play.pk)) == []


def test_a_director_takes_a_claim_away_and_undoes_nothing_meanwhile(hall: Hall) -> None:
    claimer = leader(hall)
    claim(claimer)
    with pytest.raises(Problem) as refused:
        undo_action(hall.table.pk, timezone.now())
    assert refused.value.code == "table_claimed"
    withdraw_claim(hall.table.pk, "user:1", timezone.now())
    assert claimer.view()["expected"]["type"] == "play"
    assert (Claim.objects.get().state, Claim.objects.get().ended_by) == ("withdrawn", "user:1")
    with pytest.raises(Problem) as refused:
        withdraw_claim(hall.table.pk, "user:1", timezone.now())
    assert refused.value.code == "claim_over"


def test_a_frozen_table_answers_no_claim_until_it_goes_on(hall: Hall) -> None:
    claimer, play = leader(hall), hall.play
    number = claim(claimer).json()["view"]["claim"]["id"]
    one = others(hall, claimer)[0]
    halt_tables([hall.table.pk], Halt.FROZEN, timezone.now())
    assert one.view()["expected"] is None
    assert answer(one, "refuse", number, play.pk).json()["code"] == "table_frozen"
    resume_tables([hall.table.pk], Halt.FROZEN, timezone.now())
    assert one.view()["halted"] == "claimed"
    assert answer(one, "refuse", number, play.pk).status_code == 201
    assert one.view()["halted"] is None


def test_a_bot_accepts_what_its_hand_cannot_beat_and_refuses_the_rest(hall: Hall) -> None:
    claimer, play = leader(hall), hall.play
    low_first = list(reversed(singly(claimer.view())))
    for caller in others(hall, claimer):
        letter = "ABC"[hall.seated.index(caller)]
        seat_bot(hall.table.pk, letter, "greedy", timezone.now())
    answered = claim(claimer, plays=low_first)
    assert answered.status_code == 201, answered.content
    # (Somebody can beat the lowest card of this hand, so a bot refuses.)
    assert answered.json()["entries"][-1]["data"]["outcome"] == "refused"
    assert Claim.objects.get().state == "refused"
    assert play.state == "playing"


def test_what_cannot_be_claimed_is_refused_and_shows_nothing(hall: Hall) -> None:
    claimer = leader(hall)
    other = others(hall, claimer)[0]
    view = claimer.view()
    cases: list[tuple[Answer, int, str]] = [
        (claim(other, plays=singly(other.view())), 409, "not_on_lead"),
        (claim(claimer, plays=singly(view)[:-1]), 422, "claim_incomplete"),
        (claim(claimer, plays=[*singly(view), {"ranks": "3"}]), 422, "claim_incomplete"),
        (claim(claimer, plays=[{"cards": other.view()["hand"][:1]}]), 422, "illegal_action"),
        (claim(claimer, seq=0), 409, "stale"),
        (claim(claimer, plays=[]), 400, "invalid"),
        (claim(claimer, plays=["3"]), 400, "invalid"),
        (claim(claimer, plays=[{"type": "pass"}]), 400, "invalid"),
        (answer(claimer, "accept", "1", view["id"]), 409, "claim_over"),
        (answer(hall.dee, "accept", "1", view["id"]), 404, "not_found"),
    ]
    for refused, status, code in cases:
        assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert not Claim.objects.exists()
    assert hall.ada.view()["claim"] is None


def test_no_claims_where_the_event_has_none(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall(monkeypatch, secret=31)
    hall.play_on(seed=5, bot="greedy", until=on_lead_with_few)
    refused = claim(leader(hall))
    assert (refused.status_code, refused.json()["code"]) == (403, "no_claims")
    assert leader(hall).view()["claims"] is False


def after(seconds: float) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def swept(now: datetime) -> int:
    """What a sweep at `now` deals with, where the clocks were watched all the time."""
    ClockBeat.objects.update_or_create(pk=1, defaults={"at": now})
    return watch_clocks(now)


def seconds_to_answer(caller: Caller) -> float:
    view = caller.view()
    assert view["expected"]["deadline"] == view["claim"]["deadline"]
    until, now = (datetime.fromisoformat(each) for each in (view["claim"]["deadline"], view["now"]))
    return (until - now).total_seconds()


def test_who_lets_the_time_of_an_action_pass_has_refused_and_play_goes_on(hall: Hall) -> None:
    claimer, play = leader(hall), hall.play
    number = claim(claimer).json()["view"]["claim"]["id"]
    one, other = others(hall, claimer)
    assert 59 < seconds_to_answer(one) <= 60
    answer(one, "accept", number, play.pk)
    assert swept(after(58)) == 0
    assert swept(after(61)) == 1
    ended = LogEntry.objects.filter(play=play).order_by("number").last()
    assert ended is not None
    assert (ended.kind, ended.automatic) == ("claim_ended", True)
    silent = "ABC"[hall.seated.index(other)]
    assert (ended.data["outcome"], ended.data["seat"]) == ("refused", silent)
    view = claimer.view()
    assert (view["halted"], view["claim"]) == (None, None)
    assert view["expected"]["type"] == "play"
    assert (Claim.objects.get().state, Claim.objects.get().ended_by) == ("refused", silent)
    late = answer(other, "accept", number, play.pk)
    assert (late.status_code, late.json()["code"]) == (409, "claim_over")
    assert swept(after(62)) == 0
    hall.play_on(seed=5, bot="greedy")
    rows = Play.objects.select_related("table", "board__board_set")
    assert check_play(rows.get(pk=play.pk)) == []


def test_the_time_for_an_answer_stands_still_while_the_table_does(hall: Hall) -> None:
    claimer = leader(hall)
    claim(claimer)
    one = others(hall, claimer)[0]
    halt_tables([hall.table.pk], Halt.FROZEN, after(20))  # 40 seconds are left
    assert one.view()["claim"]["deadline"] is None
    halt_tables([hall.table.pk], Halt.PAUSED, after(100))
    resume_tables([hall.table.pk], Halt.FROZEN, after(200))
    assert swept(after(500)) == 0
    resume_tables([hall.table.pk], Halt.PAUSED, timezone.now())
    assert 38 < seconds_to_answer(one) <= 40
    assert swept(after(42)) == 1
    assert claimer.view()["halted"] is None


def test_nobody_pays_for_the_server_s_silence_with_an_answer(hall: Hall) -> None:
    claimer = leader(hall)
    claim(claimer)
    ClockBeat.objects.update_or_create(pk=1, defaults={"at": after(10)})
    beat(after(110))
    assert 159 < seconds_to_answer(others(hall, claimer)[0]) <= 160


@pytest.mark.parametrize(("clock", "seconds"), [({}, None), ({"pool_seconds": 90}, 90)])
def test_the_time_is_the_reserve_where_there_is_no_other_and_none_without_a_clock(
    db: None, monkeypatch: pytest.MonkeyPatch, clock: dict[str, Any], seconds: int | None
) -> None:
    hall = open_hall(monkeypatch, secret=31, claims=True, **clock)
    hall.play_on(seed=5, bot="greedy", until=on_lead_with_few)
    claimer = leader(hall)
    claim(claimer)
    one = others(hall, claimer)[0]
    if seconds is None:
        assert one.view()["claim"]["deadline"] is None
        assert swept(after(100_000)) == 0
        assert one.view()["halted"] == "claimed"
    else:
        assert seconds - 1 < seconds_to_answer(one) <= seconds

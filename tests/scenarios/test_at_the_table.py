"""At the table: what happens to three people and a board, over the API and the pages.

Each scenario is `test_<its number>_…` here. More about them, elsewhere in `tests/`:

| scenario | |
|---|---|
| 1 a wrong landlord | `games/test_reported_results.py`, by PIN `games/test_table_devices.py` |
| 2 a slip under a board not played here | `tournaments/read/test_nothing_leaks.py` |
| 3 accepted at once, disputed later | `games/test_reported_results.py` |
| 4 the connection drops, three taps | `browser/test_table_client.py`; killed servers in `e2e/` |
| 5 two devices in one seat | `games/test_sign_in.py`, `games/test_race.py` |
| 6 a player walks away | `games/test_clocks.py` |
| 7 a table is slow | `tournaments/pages/test_console.py` |
| 8 a player calls the director | `games/test_calls_and_hints.py`, `games/test_halts.py` |
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from engine.cards import format_card
from games.deals import deal_of
from games.models import Board, Dispute, LogEntry, Result
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import count_and_publish, drawn_stage
from tournaments.models import AuditEntry, Field, RoundState, SeatResult
from tournaments.services.rebuild import rebuild

from .evening import Evening, console, evening_with, values

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    """Three tables with cards."""
    return evening_with(physical=True)


def etag(caller: Caller) -> str:
    """The state of an event's settings, as a change has to name it."""
    return str(caller.send("GET", "settings/").headers["ETag"])


def test_1_the_wrong_landlord_is_found_by_his_lead_and_two_others_must_agree(
    evening: Evening,
) -> None:
    wrong = evening.slip(1, landlord=2) | {"landlord": 3, "out_first": 3}
    assert evening.say(1, "A", "result", 1, wrong).json()["code"] == "does_not_fit"
    evening.say(1, "A", "result", 1, evening.slip(1, landlord=2))
    evening.say(1, "B", "confirm", 1, {"report": 1})
    assert not SeatResult.objects.exists()
    evening.say(1, "C", "confirm", 1, {"report": 1})
    assert [values(position) for position in (1, 2, 3)] == [[-2], [4], [-2]]


def test_1_on_phones_nobody_enters_a_result() -> None:
    evening = evening_with(physical=False, entrants=6)
    refused = evening.say(1, "A", "result", 1, evening.slip(1))
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


def test_2_a_board_of_another_table_or_one_played_before_takes_no_slip(evening: Evening) -> None:
    theirs = evening.play(2, 1).pk
    answer = evening.ask(1, "A", f"plays/{theirs}/result/", evening.slip(1))
    assert answer.json()["code"] == "not_found"
    evening.finish(1, 1)
    assert evening.say(1, "A", "result", 1, evening.slip(1)).json()["code"] == "has_result"
    # The lead belongs to board 2: it was typed under board 1.
    here, there = (deal_of(evening.play(1, board).board) for board in (1, 2))
    foreign = next(card for card in there.hand(1) if card not in here.hand(1) + here.kitty)
    body = evening.slip(1) | {"lead": format_card(foreign)}
    assert evening.say(2, "A", "result", 1, body).status_code == 422
    # Nobody of another table is told anything before the board opens.
    table = evening.ask(1, "A", "me/table/").json()["table"]
    assert [play["result"] is not None for play in table["plays"]] == [True, False]
    assert Client().get(f"/api/v1/events/{evening.stage.event.slug}/boards/1/").status_code == 404


def test_2_travellers_in_the_round_are_an_option_for_cards_only(evening: Evening) -> None:
    evening.finish(1, 1)
    boards = evening.ask(1, "A", "me/table/").json()["table"]["plays"]
    assert [board["traveller"] for board in boards] == [None, None]  # off unless wanted
    online = with_key(drawn_stage().event)
    told = online.send("PATCH", "settings/", {"travellers": True}, **{"If-Match": etag(online)})
    assert (told.status_code, told.json()["refusal"]) == (409, "travellers_online")

    there = evening_with(physical=True, travellers=True)
    there.finish(2, 1)
    there.finish(3, 1, landlord=3)
    boards = there.ask(1, "A", "me/table/").json()["table"]["plays"]
    assert [board["traveller"] for board in boards] == [None, None]  # not played here yet
    told = there.say(1, "A", "result", 1, there.slip(1, landlord=2)).json()
    assert told["traveller"] is None  # it does not count yet
    there.say(1, "B", "confirm", 1, {"report": 1})
    told = there.say(1, "C", "confirm", 1, {"report": 1}).json()
    assert [(line["table"], line["points"]) for line in told["traveller"]] == [
        (2, {"1": 4, "2": -2, "3": -2}),
        (3, {"1": -2, "2": -2, "3": 4}),
    ]
    boards = there.ask(1, "A", "me/table/").json()["table"]["plays"]
    assert [board["traveller"] for board in boards] == [told["traveller"], None]
    assert [
        line["table"]
        for line in there.ask(2, "A", "me/table/").json()["table"]["plays"][0]["traveller"]
    ] == [1, 3]


def test_3_a_dispute_ten_minutes_later_is_decided_by_the_director(evening: Evening) -> None:
    for table in (1, 2, 3):
        evening.finish(table, 1, landlord=table)
    Board.objects.filter(number=1).update(opened_at=timezone.now() - timedelta(minutes=10))
    body = {"revision": 1, "reason": "it was bid at 3"}
    assert evening.say(1, "B", "dispute", 1, body).status_code == 200
    assert values(1) == [4, -2, -2]  # provisionally
    (queued,) = evening.director.send("GET", "disputes/").json()["results"]
    assert (queued["table"], queued["board"], queued["seat"]) == (1, 1, "B")
    play = evening.play(1, 1)
    facts = {**Result.objects.get(play=play).facts, "bid": 3}
    correction = {"facts": facts, "reason": "the slip says 3"}
    assert evening.director.post(f"plays/{play.pk}/correct/", correction).status_code == 201
    decided = {"decision": "corrected", "reason": "the slip says 3"}
    path = f"disputes/{queued['id']}/settle/"
    assert evening.director.post(path, decided).json()["settlement"] == "corrected"
    assert evening.director.post(path, decided).status_code == 409
    assert evening.director.send("GET", "disputes/").json()["results"] == []
    assert values(1) == [6, -2, -2]
    Board.objects.filter(number=1).update(opened_at=timezone.now() - timedelta(minutes=31))
    late = evening.say(2, "B", "dispute", 1, {"revision": 1})
    assert late.json()["code"] == "correction_period_over"


def test_3_a_disputed_report_counts_when_the_director_accepts_it(evening: Evening) -> None:
    evening.say(1, "A", "result", 1, evening.slip(1))
    evening.say(1, "B", "dispute", 1, {"report": 1})
    play = evening.play(1, 1).pk
    assert evening.director.post(f"plays/{play}/accept/").json()["refusal"] == "reason_missing"
    accepted = evening.director.post(f"plays/{play}/accept/", {"reason": "heard both"})
    assert accepted.json() == {"play": play, "state": "finished"}
    assert Dispute.objects.get().settlement == "stands"
    assert values(1) == [4]


def test_3_a_board_played_on_phones_may_be_disputed_too_and_counts_on() -> None:
    evening = evening_with(physical=False, entrants=6)
    evening.play_on(1)
    before = values(1)
    body = {"revision": 1, "reason": "my finger slipped"}
    assert evening.say(1, "B", "dispute", 1, body).json()["disputed_by"] == ["B"]
    assert values(1) == before != []
    (queued,) = evening.director.send("GET", "disputes/").json()["results"]
    assert (queued["table"], queued["board"], queued["reason"]) == (1, 1, "my finger slipped")
    assert "disputes board 1" in console(evening.stage.event)
    Board.objects.filter(number=1).update(opened_at=timezone.now() - timedelta(minutes=31))
    late = evening.say(1, "C", "dispute", 1, {"revision": 1})
    assert late.json()["code"] == "correction_period_over"


def test_4_three_taps_on_a_dropped_connection_are_one_action() -> None:
    evening = evening_with(physical=False, entrants=6)
    evening.play_on(1, until="playing")
    letter = evening.mover(1)
    view = evening.view(1, letter)
    card = {"type": "play", "cards": [view["hand"][-1]]}
    body = {"seq": view["seq"], "action": card}
    path = f"plays/{view['id']}/actions/"
    answers = [evening.ask(1, letter, path, body, key="one tap") for _tap in range(3)]
    assert {answer.content for answer in answers} == {answers[0].content}
    assert [answer.headers.get("Idempotent-Replayed") for answer in answers] == [
        None,
        "true",
        "true",
    ]
    assert evening.play(1, 1).seq == view["seq"] + 1
    assert LogEntry.objects.filter(play=view["id"], kind="play").count() == 1
    # Another device goes on at the exact position; the first is signed out and does nothing more.
    here, first = evening.view(1, letter), evening.tokens[1, letter]
    assert evening.sign_in(1, letter, take_over=True).status_code == 201
    there = evening.view(1, letter)
    assert {**there, "now": None} == {**here, "now": None}
    evening.tokens[1, letter] = first
    again = evening.ask(1, letter, path, body, key="one tap")
    assert (again.status_code, again.json()["code"]) == (401, "taken_over")


def test_5_a_second_device_must_take_the_seat_over() -> None:
    evening = evening_with(physical=False, entrants=6)
    first = evening.tokens[1, "A"]
    refused = evening.sign_in(1, "A")
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_taken")
    assert evening.tokens[1, "A"] == first
    assert evening.view(1, "A")["viewer"] == 1  # the first device goes on undisturbed
    assert evening.sign_in(1, "A", take_over=True).status_code == 201
    second, evening.tokens[1, "A"] = evening.tokens[1, "A"], first
    assert evening.ask(1, "A", "me/play/").json()["code"] == "taken_over"
    evening.tokens[1, "A"] = second
    assert evening.act(1, "A", {"type": "bid", "value": 3}).status_code == 201


@pytest.mark.parametrize("rule", ["act", "bot", "call"])
def test_6_for_who_walks_away_the_clock_acts_as_the_event_says(rule: str) -> None:
    settings = {"action_seconds": 30, "on_timeout": rule}
    evening = evening_with(physical=False, entrants=6, **settings)
    evening.play_on(2)
    evening.play_on(1, until="playing")
    away = evening.mover(1)
    play = evening.play(1, 1)
    assert evening.let_pass(20) == 0
    assert evening.let_pass(11) == 2  # at both tables
    if rule == "call":
        calls = evening.director.send("GET", "calls/").json()["results"]
        (call,) = [call for call in calls if call["table"]["number"] == 1]
        assert (call["reason"], call["player"]) == ("time", evening.name(1, away))
        assert evening.play(1, 1).seq == play.seq
        evening.play_on(1)  # who comes back plays on
        return
    (entry,) = LogEntry.objects.filter(play=play, seq=play.seq + 1)
    assert (play.positions[(entry.position or 0) - 1], entry.automatic) == (away, True)
    if rule == "act":
        assert entry.data["combination"] == "single"  # the lowest, on lead
    log = evening.ask(1, away, f"plays/{play.pk}/log/").json()["entries"]
    assert [each["seq"] for each in log if each["automatic"]] == [entry.seq]
    evening.play_on(1)
    count_and_publish(evening.stage)
    replay = Client().get(f"/e/{evening.stage.event.slug}/plays/{play.pk}/").content.decode()
    assert replay.count('<span class="badge">automatic</span>') == 1


def test_7_a_board_taken_away_from_a_slow_table_costs_nobody_anything(evening: Evening) -> None:
    for table in (1, 2):
        evening.finish(table, 1)
        evening.finish(table, 2)
    evening.finish(3, 1)
    play = evening.play(3, 2)
    refused = evening.director.post("rounds/1/finish/", {"reason": "late"}).json()
    assert refused["refusal"] == "plays_unfinished"
    away = evening.director.post(f"plays/{play.pk}/not-played/", {"reason": "late"})
    assert away.json()["state"] == "not_played"
    assert evening.say(3, "A", "result", 2, evening.slip(2)).json()["code"] == "not_played"
    # The board opens without it, the round ends, and two results are all that is expected.
    board = Board.objects.get(pk=play.board_id)
    assert board.opened_at is not None
    assert evening.round_.state == RoundState.FINISHED
    assert set(Field.objects.filter(board=board).values_list("expected", flat=True)) == {2}
    count_and_publish(evening.stage)
    assert rebuild(evening.stage.event).differences == []
    back = evening.director.post(f"plays/{play.pk}/to-be-played/", {"reason": "error"})
    assert back.json()["refusal"] == "board_open"


def test_7_it_is_given_back_while_nobody_knows_the_board(evening: Evening) -> None:
    play = evening.play(3, 2)
    path = f"plays/{play.pk}/"
    evening.director.post(f"{path}not-played/", {"reason": "slow"})
    assert set(Field.objects.filter(board=play.board).values_list("expected", flat=True)) == {2}
    evening.director.post(f"{path}to-be-played/", {"reason": "fast after all"})
    assert set(Field.objects.filter(board=play.board).values_list("expected", flat=True)) == {3}
    evening.say(3, "A", "result", 2, evening.slip(2))
    begun = evening.director.post(f"{path}not-played/", {"reason": "slow"})
    assert begun.json()["code"] == "has_begun"
    verbs = AuditEntry.objects.filter(target=f"play:{play.pk}").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["mark_not_played", "mark_to_be_played"]


def test_7_a_slow_table_is_seen_and_keeps_what_it_has_begun() -> None:
    evening = evening_with(physical=False)
    for table in (1, 2):
        evening.play_on(table, 1)
        evening.play_on(table, 2)
    shown = console(evening.stage.event)
    needs = shown[shown.index("needs-title") : shown.index("tables-title")]
    assert re.findall(r"<b>(\d+)</b>", needs) == ["3"]
    assert "2 boards behind" in needs
    begun = evening.director.post(f"plays/{evening.play(3, 1).pk}/not-played/", {"reason": "slow"})
    assert (begun.status_code, begun.json()["code"]) == (409, "has_begun")
    away = evening.director.post(f"plays/{evening.play(3, 2).pk}/not-played/", {"reason": "slow"})
    assert away.json()["state"] == "not_played"
    evening.play_on(3, 1)
    assert evening.round_.state == RoundState.FINISHED
    # It is no ruling: nobody's score holds anything for the board, and nobody is penalised.
    assert not SeatResult.objects.filter(play=evening.play(3, 2)).exists()
    assert evening.director.send("GET", "rulings/").json()["results"] == []


@pytest.mark.parametrize("frozen", [True, False])
def test_8_a_silent_call_with_the_position_frozen_or_not(frozen: bool) -> None:
    evening = evening_with(physical=False, entrants=6, action_seconds=30)
    caller, mover = "C", evening.mover(1)
    others = [evening.view(1, letter)["event_id"] for letter in "AB"]
    body = {"reason": "irregularity", "text": "I saw a card"}
    assert evening.ask(1, caller, "me/calls/", body).status_code == 201
    assert [evening.view(1, letter)["event_id"] for letter in "AB"] == others
    assert evening.ask(1, "A", "me/calls/").json() == {"call": None}
    assert "calls: " in console(evening.stage.event)
    (line,) = evening.director.send("GET", "calls/").json()["results"]
    assert (line["player"], line["text"]) == (evening.name(1, caller), "I saw a card")
    evening.director.post(f"calls/{line['id']}/take/")
    assert evening.ask(1, caller, "me/calls/").json()["call"]["state"] == "taken"
    table = f"tables/{line['table']['id']}"
    bid = {"type": "bid", "value": 1}
    if frozen:
        evening.director.post(f"{table}/freeze/", {"reason": "heard both"})
        seen = evening.view(1, mover)
        assert (seen["halted"], seen["expected"]) == ("frozen", None)
        assert evening.act(1, mover, bid).json()["code"] == "table_frozen"
        assert evening.let_pass(1000) == 1  # at the other table only
        evening.director.post(f"{table}/resume/")
    assert evening.act(1, mover, bid).status_code == 201
    evening.director.post(f"calls/{line['id']}/close/", {"reason": "stands"})
    assert evening.ask(1, caller, "me/calls/").json() == {"call": None}
    assert evening.director.send("GET", "calls/").json() == {"results": []}

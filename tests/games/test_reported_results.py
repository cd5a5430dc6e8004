"""Results of boards played with cards: facts in, score out, and two others who agree."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.cards import format_card
from games.models import Board, Dispute, LogEntry, MisfitReport, Play, Report, Result
from games.services.replay import check_play, check_table_numbers
from tests.games.hall import Hall, open_hall
from tests.games.physical import play_on_board, send, slip
from tests.games.test_bad_input import named, refused


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """One table with two boards of cards; position 1 is Ada's on the first, Bo's on the second."""
    return open_hall(monkeypatch, positions=("ABC", "BCA"), physical=True)


def counted(hall: Hall, board: int = 1, **others: Any) -> str:
    """Ada reports a board and the others confirm it; the play's id."""
    play = play_on_board(hall, board)
    assert send(hall.ada, "result", play, slip(hall, board=board, **others)).status_code == 201
    for caller in (hall.bo, hall.cy):
        assert send(caller, "confirm", play, {"report": 1}).status_code == 200
    return play


def test_a_report_counts_when_both_others_have_confirmed(hall: Hall) -> None:
    assert hall.ada.send("GET", "me/play/").json() == {"play": None}
    play = play_on_board(hall, 2)  # in any order
    body = slip(hall, landlord=2, board=2, doubled=[1], bombs=0)
    told = send(hall.ada, "result", play, body).json()
    # bid 2, no bomb: 2 from position 3, doubled 4 from position 1.
    assert told["report"]["points"] == {"1": -4, "2": 6, "3": -2}
    assert (told["report"]["seat"], told["result"]) == ("A", None)
    refused(send(hall.ada, "confirm", play, {"report": 1}), 409, "own_report")
    assert send(hall.bo, "confirm", play, {"report": 1}).json()["result"] is None
    assert not Result.objects.exists()
    done = send(hall.cy, "confirm", play, {"report": 1}).json()
    assert done["result"]["points"] == {"1": -4, "2": 6, "3": -2}
    assert (done["state"], done["report"]) == ("finished", None)
    result = Result.objects.get()
    assert (result.source, result.hands, result.play_id) == ("slip", "", play)


def test_the_table_ends_with_its_last_board_and_its_log_proves_itself(hall: Hall) -> None:
    plays = [counted(hall, 2), counted(hall, 1)]
    hall.table.refresh_from_db()
    assert hall.table.finished_at is not None
    kinds = LogEntry.objects.order_by("number").values_list("kind", flat=True)
    assert list(kinds)[-2:] == ["result_counted", "table_finished"]
    assert check_table_numbers([hall.table.pk]) == []
    for play in Play.objects.filter(pk__in=plays):
        assert check_play(play) == []
    Result.objects.filter(play=plays[0]).update(points={"1": 0, "2": 0, "3": 0})
    assert [each.what for each in check_play(Play.objects.get(pk=plays[0]))] == ["result"]
    # Everything stays readable for who sat here.
    table = hall.bo.send("GET", "me/table/").json()["table"]
    assert (table["seat"], table["finished"]) == ("B", True)
    assert [each["board"] for each in table["plays"]] == [1, 2]


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"redoubled": True}, [("redoubled", "redoubled_without_double")]),
        ({"doubled": [2]}, [("doubled", "doubled_by_no_farmer")]),
        ({"doubled": [1, 1]}, [("doubled", "doubled_by_no_farmer")]),
        ({"landlord": 4}, [("landlord", "no_such_landlord")]),
        ({"out_first": 4}, [("out_first", "no_such_position")]),
        ({"lead": None}, [("lead", "required")]),
        ({"hands": "112"}, [("hands", "bad_hands")]),
        ({"passed_out": True}, [("passed_out", "passed_out_with_facts")]),
    ],
)
def test_facts_that_cannot_be_are_named(
    hall: Hall, change: dict[str, Any], fields: list[tuple[str, str]]
) -> None:
    body = {key: value for key, value in (slip(hall) | change).items() if value is not None}
    answer = send(hall.ada, "result", play_on_board(hall, 1), body)
    assert named(refused(answer, 422, "impossible_result")) == fields
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"lead": "1x"}, "lead"),
        ({"bid": 4}, "bid"),
        ({"bid": None}, "bid"),
        ({"score": 3}, "score"),
    ],
)
def test_a_malformed_slip(hall: Hall, change: dict[str, Any], field: str) -> None:
    body = {key: value for key, value in (slip(hall) | change).items() if value is not None}
    answer = send(hall.ada, "result", play_on_board(hall, 1), body)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_the_wrong_landlord_is_told_by_the_lead_and_trying_is_counted(hall: Hall) -> None:
    play = play_on_board(hall, 1)
    # Position 2 led; Ada believes that it was position 3.
    wrong = slip(hall, landlord=2) | {"landlord": 3, "out_first": 3}
    first = refused(send(hall.ada, "result", play, wrong), 422, "does_not_fit")
    again = refused(send(hall.ada, "result", play, wrong), 422, "does_not_fit")
    assert first == again
    assert MisfitReport.objects.count() == 1
    assert LogEntry.objects.get().kind == "report_refused"
    for bid in (1, 3):
        refused(send(hall.bo, "result", play, wrong | {"bid": bid}), 422, "does_not_fit")
    # Now nothing of this board can be tried any more, not even what is right.
    refused(send(hall.ada, "result", play, wrong | {"redoubled": False}), 409, "ask_director")
    refused(send(hall.ada, "result", play, slip(hall)), 409, "ask_director")
    assert not Report.objects.exists()


def test_every_misfit_gets_the_same_answer(hall: Hall) -> None:
    play = play_on_board(hall, 1)
    deal = hall.deal()
    foreign = format_card(deal.hand(1)[0])
    answers = [
        send(hall.ada, "result", play, slip(hall) | {"lead": foreign}),
        send(hall.ada, "result", play, slip(hall, bombs=4, bid=1, sure=True)),
    ]
    assert len({answer.content for answer in answers}) == 1


def test_an_unusual_score_is_asked_about_before_any_card_is_looked_at(hall: Hall) -> None:
    play = play_on_board(hall, 1)
    high = {"bid": 3, "bombs": 4}
    # 3 × 2⁴ = 48 from each farmer: above 3 × 2³ twice. The same question, fitting or not.
    fits = send(hall.ada, "result", play, slip(hall, **high))
    not_so = send(hall.ada, "result", play, slip(hall, **high) | {"landlord": 3, "out_first": 3})
    assert refused(fits, 409, "unusual_result")["points"]["2"] == 96
    refused(not_so, 409, "unusual_result")
    assert not MisfitReport.objects.exists()
    ordinary = slip(hall, bid=3, doubled=[1, 3], redoubled=True)  # 3 × 4 twice = 24
    assert send(hall.ada, "result", play, ordinary).status_code == 201


def test_a_dispute_before_it_counts_waits_for_another_report(hall: Hall) -> None:
    play = play_on_board(hall, 1)
    send(hall.ada, "result", play, slip(hall))
    send(hall.cy, "confirm", play, {"report": 1})
    told = send(hall.bo, "dispute", play, {"report": 1, "reason": "I was landlord at 3"}).json()
    assert told["disputed_by"] == ["B"]
    assert send(hall.cy, "confirm", play, {"report": 1}).json()["result"] is None
    # Bo reports himself: the old report is replaced, and with it the dispute.
    told = send(hall.bo, "result", play, slip(hall, bid=3)).json()
    assert (told["report"]["number"], told["disputed_by"]) == (2, [])
    problem = refused(send(hall.cy, "confirm", play, {"report": 1}), 409, "report_replaced")
    assert problem["play"]["report"]["number"] == 2
    send(hall.cy, "confirm", play, {"report": 2})
    assert send(hall.ada, "confirm", play, {"report": 2}).json()["result"]["facts"]["bid"] == 3
    assert Dispute.objects.get().settlement == "replaced"


def test_a_dispute_is_taken_back_by_confirming(hall: Hall) -> None:
    play = play_on_board(hall, 1)
    send(hall.ada, "result", play, slip(hall))
    send(hall.bo, "dispute", play, {"report": 1})
    send(hall.cy, "confirm", play, {"report": 1})
    assert send(hall.bo, "confirm", play, {"report": 1}).json()["state"] == "finished"
    assert Dispute.objects.get().settlement == "withdrawn"


def test_a_confirmed_result_counts_on_while_it_is_disputed_in_time(hall: Hall) -> None:
    play = counted(hall)
    body = {"revision": 1, "reason": "the bomb is missing"}
    told = send(hall.ada, "dispute", play, body).json()
    assert (told["state"], told["disputed_by"]) == ("finished", ["A"])
    assert Result.objects.get().is_current
    dispute = Dispute.objects.get()
    assert (dispute.reason, dispute.settled_at) == ("the bomb is missing", None)


@pytest.mark.parametrize(("minutes", "status"), [(29, 200), (31, 409)])
def test_the_correction_period_begins_with_the_opening(
    hall: Hall, minutes: int, status: int
) -> None:
    play = counted(hall)
    Board.objects.update(opened_at=timezone.now() - timedelta(minutes=minutes))
    assert send(hall.bo, "dispute", play, {"revision": 1}).status_code == status


def test_boards_of_others_and_ended_ones_take_no_report(hall: Hall) -> None:
    play = play_on_board(hall, 1)
    for caller, id_ in ((hall.dee, play), (hall.ada, "0000000000000000"), (hall.ada, "%00")):
        refused(send(caller, "result", id_, slip(hall)), 404, "not_found")
        refused(send(caller, "confirm", id_, {"report": 1}), 404, "not_found")
        refused(send(caller, "dispute", id_, {"report": 1}), 404, "not_found")
    counted(hall)
    refused(send(hall.bo, "result", play, slip(hall)), 409, "has_result")


def test_a_refereed_table_takes_no_report(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall(monkeypatch)
    refused(send(hall.ada, "result", hall.play.pk, slip(hall)), 404, "not_found")
    hall.play_on()
    # Its result stands by its log; whoever doubts it may say so.
    told = send(hall.bo, "dispute", hall.play.pk, {"revision": 1}).json()
    assert (told["disputed_by"], told["result"]["source"]) == (["B"], "log")
    assert send(hall.bo, "confirm", hall.play.pk, {"revision": 1}).json()["disputed_by"] == []


def test_a_repeated_request_reports_once(hall: Hall) -> None:
    play = play_on_board(hall, 1)
    first = send(hall.ada, "result", play, slip(hall), key="k")
    again = send(hall.ada, "result", play, slip(hall), key="k")
    assert (again.content, again.headers["Idempotent-Replayed"]) == (first.content, "true")
    assert Report.objects.count() == 1
    refused(send(hall.ada, "result", play, slip(hall, bid=1), key="k"), 422, "key_reused")
    refused(hall.ada.send("POST", f"plays/{play}/result/", slip(hall)), 400, "key_missing")


def test_a_table_where_the_first_is_forced_has_nothing_passed_out(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall(monkeypatch, physical=True, all_pass="forced")
    answer = send(hall.ada, "result", play_on_board(hall, 1), {"passed_out": True})
    assert named(refused(answer, 422, "impossible_result")) == [("passed_out", "never_passed_out")]
    table = hall.ada.send("GET", "me/table/").json()["table"]
    assert table["rules"]["passed_out"] is False

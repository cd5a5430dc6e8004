"""An accepted action is durable and unique: keys, seq, stale answers, and what it costs."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import IdempotentRequest, LogEntry, Play, Result, Table
from games.queries import state_of
from games.services.replay import check_play, check_table_numbers
from games.signals import play_finished
from tests.games.hall import Hall

PASS = {"type": "bid", "value": 0}


def test_an_action_answers_with_its_entry_and_the_view_afterwards(hall: Hall) -> None:
    play = hall.play
    answer = hall.ada.act(play.pk, 0, {"type": "bid", "value": 1})
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "Idempotent-Replayed" not in answer.headers
    (entry,) = answer.json()["entries"]
    del entry["at"]
    assert entry == {
        "number": 2,
        "seq": 1,
        "kind": "bid",
        "position": 1,
        "data": {"value": 1},
        "phase": "auction",
        "to_act": [2],
        "automatic": False,
        "deadline": None,
    }
    view = answer.json()["view"]
    assert (view["seq"], view["to_act"], view["expected"]) == (1, [2], None)
    assert hall.bo.view()["expected"]["choices"] == [0, 2, 3]


def test_my_play_tells_where_i_sit_and_what_is_expected(hall: Hall) -> None:
    view = hall.ada.view()
    assert view["table"] == {"id": hall.table.pk, "number": 4, "practice": False}
    assert view["board"] == {"number": 1}
    assert view["seats"] == [
        {"letter": "A", "position": 1, "name": "Ada", "bot": False},
        {"letter": "B", "position": 2, "name": "Bo", "bot": False},
        {"letter": "C", "position": 3, "name": "Cy", "bot": False},
    ]
    assert view["event_id"] == f"{hall.table.pk}-1"
    assert (view["id"], view["seq"], view["deadline"]) == (hall.play.pk, 0, None)
    assert view["expected"] == {
        "type": "bid",
        "choices": [0, 1, 2, 3],
        "may_pass": False,
        "deadline": None,
    }
    assert hall.bo.view()["expected"] is None


def test_a_repeated_request_gets_the_first_answer_and_acts_once(hall: Hall) -> None:
    play = hall.play
    answers = [hall.ada.act(play.pk, 0, PASS, key="k1") for _ in range(3)]
    hall.do(2, "bid", 0)
    answers.append(hall.ada.act(play.pk, 0, PASS, key="k1"))
    assert {answer.content for answer in answers} == {answers[0].content}
    assert [answer.status_code for answer in answers] == [201] * 4
    replayed = [answer.headers.get("Idempotent-Replayed") for answer in answers]
    assert replayed == [None, "true", "true", "true"]
    assert LogEntry.objects.filter(play=play, kind="bid").count() == 2


def test_a_key_that_was_refused_may_be_used_again(hall: Hall) -> None:
    play = hall.play
    assert hall.ada.act(play.pk, 0, {"type": "pass"}, key="k").status_code == 422
    assert hall.ada.act(play.pk, 0, PASS, key="k").status_code == 201


def test_a_key_belongs_to_one_device_and_one_play(hall: Hall) -> None:
    play = hall.play
    assert hall.ada.act(play.pk, 0, PASS, key="same").status_code == 201
    assert hall.bo.act(play.pk, 1, PASS, key="same").status_code == 201
    assert LogEntry.objects.filter(play=play, kind="bid").count() == 2


def test_a_stale_action_is_told_what_happened_since(hall: Hall) -> None:
    hall.auction(0, 1)
    answer = hall.cy.act(hall.play.pk, 0, {"type": "bid", "value": 2})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["seq"] == 2
    assert [(e["seq"], e["kind"], e["data"]) for e in answer.json()["entries"]] == [
        (1, "bid", {"value": 0}),
        (2, "bid", {"value": 1}),
    ]


def test_a_seq_from_the_future_is_stale_too(hall: Hall) -> None:
    answer = hall.ada.act(hall.play.pk, 7, PASS)
    assert (answer.status_code, answer.json()["entries"]) == (409, [])


def test_the_log_reads_back_in_order_and_from_a_number_on(hall: Hall) -> None:
    hall.auction(0, 1, 0)
    play = hall.play
    log = hall.bo.send("GET", f"plays/{play.pk}/log/").json()
    assert [(e["number"], e["seq"], e["kind"]) for e in log["entries"]] == [
        (1, None, "play_started"),
        (2, 1, "bid"),
        (3, 2, "bid"),
        (4, 3, "bid"),
    ]
    later = hall.bo.send("GET", f"plays/{play.pk}/log/?after=2").json()
    assert later["entries"] == log["entries"][2:]


def test_a_play_by_ranks_is_answered_with_cards(hall: Hall) -> None:
    hall.play_on(until=lambda view: view["phase"] == "playing")
    mover = hall.at(state_of(hall.play).to_act[0])
    view = mover.view()
    lowest = view["hand"][-1]
    rank = {"10": "T"}.get(lowest[:-1], lowest[:-1])
    answer = mover.act(view["id"], view["seq"], {"type": "play", "ranks": rank})
    assert answer.status_code == 201
    assert answer.json()["entries"][0]["data"]["cards"] == [lowest]
    assert answer.json()["entries"][0]["data"]["combination"] == "single"


def statements(hall: Hall, action: Any) -> Counter[str]:
    """The kinds of SQL statements that `action` costs; turns of a transaction are not counted."""
    with CaptureQueriesContext(
        connection,
    ) as captured:
        action()
    kinds = Counter(query["sql"].split(" ", 1)[0] for query in captured.captured_queries)
    reads = kinds["SELECT"]
    writes = sum(kinds[word] for word in ("INSERT", "UPDATE", "DELETE"))
    return Counter(reads=reads, writes=writes)


def test_an_accepted_action_costs_four_writes_and_six_reads_at_most(hall: Hall) -> None:
    costs = [
        statements(hall, lambda: hall.do(1, "bid", 1)),
        statements(hall, lambda: hall.do(2, "bid", 0)),
        statements(hall, lambda: hall.do(3, "bid", 0)),
        statements(hall, lambda: hall.do(2, "double", True)),
        statements(hall, lambda: hall.do(3, "double", False)),
        statements(hall, lambda: hall.do(1, "redouble", True)),
    ]
    # The test itself reads the play twice for each action.
    assert max(cost["reads"] - 2 for cost in costs) <= 6, costs
    assert max(cost["writes"] for cost in costs) <= 4, costs


def test_the_cost_does_not_grow_with_the_log(hall: Hall) -> None:
    hall.auction(3)
    hall.do(2, "double", False)
    hall.do(3, "double", False)
    costs = []
    for seed in range(200):
        view = hall.at(state_of(hall.play).to_act[0]).view()
        ranks = view["expected"]["choices"]
        kind, value = ("pass", None) if view["expected"]["may_pass"] else ("play", ranks[0])
        if seed % 5 == 0 and ranks:
            kind, value = "play", ranks[0]
        if len(view["hand"]) == len(value or ""):
            break
        position = view["viewer"]
        costs.append(statements(hall, lambda p=position, k=kind, v=value: hall.do(p, k, v)))
    assert len(costs) > 15
    assert len({tuple(cost.items()) for cost in costs}) == 1, costs


def test_the_last_action_makes_the_result_and_starts_the_next_board(hall: Hall) -> None:
    finished: list[tuple[str, dict[str, int]]] = []

    def receiver(sender: type, play: Play, result: Result, **_: Any) -> None:
        finished.append((play.pk, result.points))

    play_finished.connect(receiver)
    first = hall.play
    hall.play_on()
    play_finished.disconnect(receiver)
    result = Result.objects.get(play=first)
    assert finished == [(first.pk, result.points)]
    assert sum(result.points.values()) == 0
    second = hall.play
    assert (second.order, second.state, second.seq) == (2, "playing", 0)
    assert hall.bo.view()["viewer"] == 1
    kinds = [e.kind for e in LogEntry.objects.filter(table=hall.table).order_by("-number")[:2]]
    assert kinds[0] == "play_started"
    last = LogEntry.objects.filter(play=first).order_by("-number")[0]
    assert last.data["result"] == {"facts": result.facts, "points": result.points}


def test_after_the_last_board_the_table_has_finished(hall: Hall) -> None:
    hall.play_on(seed=1)
    hall.play_on(seed=2)
    hall.table.refresh_from_db()
    assert hall.table.finished_at is not None
    assert hall.ada.send("GET", "me/play/").json() == {"play": None}
    last = LogEntry.objects.filter(table=hall.table).order_by("-number")[0]
    assert (last.kind, last.play) == ("table_finished", None)
    assert check_table_numbers([hall.table.pk]) == []
    assert [check_play(play) for play in Play.objects.all()] == [[], []]


def test_a_receiver_that_fails_takes_the_action_back(hall: Hall) -> None:
    hall.auction(0, 0)
    play = hall.play

    def receiver(**_: Any) -> None:
        raise RuntimeError("cannot be compared")

    play_finished.connect(receiver)
    hall.cy.http.raise_request_exception = False
    answer = hall.cy.act(play.pk, 2, PASS, key="k")
    play_finished.disconnect(receiver)
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert hall.play.seq == 2
    assert not Result.objects.exists()
    assert hall.cy.act(play.pk, 2, PASS, key="k").status_code == 201
    assert Result.objects.get().points == {"1": 0, "2": 0, "3": 0}


def test_a_finished_play_takes_no_action_but_repeats_its_answers(hall: Hall) -> None:
    hall.auction(0, 0)
    play = hall.play
    last = hall.cy.act(play.pk, 2, PASS, key="last")
    assert last.json()["view"]["phase"] == "finished"
    assert hall.cy.act(play.pk, 2, PASS, key="last").content == last.content
    over = hall.ada.act(play.pk, 3, PASS)
    assert (over.status_code, over.json()["engine_code"]) == (422, "hand_finished")


def test_forced_all_pass_makes_position_one_landlord(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.games.hall import open_hall

    hall = open_hall(monkeypatch, all_pass="forced")
    hall.auction(0, 0, 0)
    assert hall.ada.view()["landlord"] == 1
    assert hall.bo.view()["expected"]["type"] == "double"


def test_answers_are_kept_only_for_accepted_actions(hall: Hall) -> None:
    play = hall.play
    hall.ada.act(play.pk, 5, PASS)
    hall.ada.act(play.pk, 0, {"type": "pass"})
    assert not IdempotentRequest.objects.exists()
    kept = hall.ada.act(play.pk, 0, PASS)
    assert json.loads(IdempotentRequest.objects.get().response) == kept.json()
    assert Table.objects.get().finished_at is None

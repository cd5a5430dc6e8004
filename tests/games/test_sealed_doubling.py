"""Nobody learns a farmer's choice, nor that it was made, before both are in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import LogEntry, SealedDouble
from tests.games.hall import Answer, Caller, Hall, open_hall


@pytest.fixture
def doubling(hall: Hall) -> Hall:
    """Ada is landlord at 2; Bo and Cy are to choose."""
    hall.auction(2, 0, 0)
    return hall


def without_now(answer: Any) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Everything that an answer tells but the time."""
    body = re.sub(rb'"now": ?"[^"]*"', b'"now":""', answer.content)
    headers = [(k, v) for k, v in answer.headers.items() if k != "Content-Length"]
    return answer.status_code, body, headers


def everything(caller: Caller, play: str) -> list[Any]:
    """All that a person at the table can ask for, errors included, with what each costs."""
    calls: list[Callable[[], Answer]] = [
        lambda: caller.send("GET", "me/play/"),
        lambda: caller.send("GET", f"plays/{play}/log/"),
        lambda: caller.act(play, 2, {"type": "pass"}),
        lambda: caller.act(play, 3, {"type": "pass"}),
        lambda: caller.act(play, 3, {"type": "bid", "value": 3}),
    ]
    told = []
    for call in calls:
        with CaptureQueriesContext(connection) as queries:
            answer = call()
        told.append((*without_now(answer), len(answer.content), len(queries)))
    return told


def test_the_first_choice_leaves_no_trace_for_anybody_else(doubling: Hall) -> None:
    play = doubling.play
    entries = list(LogEntry.objects.values())
    for caller in (doubling.ada, doubling.cy):
        caller.view()  # the first use of a token is noted
    before = {c.code: everything(c, play.pk) for c in (doubling.ada, doubling.cy)}
    answer = doubling.bo.act(play.pk, 3, {"type": "double", "value": True})
    assert answer.status_code == 201
    assert answer.json()["entries"] == []
    assert {c.code: everything(c, play.pk) for c in (doubling.ada, doubling.cy)} == before
    assert list(LogEntry.objects.values()) == entries
    unchanged = doubling.play
    assert (unchanged.seq, unchanged.snapshot) == (play.seq, play.snapshot)


def test_who_has_chosen_sees_the_own_choice_and_nothing_else_new(doubling: Hall) -> None:
    before = doubling.bo.view()
    doubling.do(2, "double", True)
    after = doubling.bo.view()
    changed = {name for name in before if name != "now" and before[name] != after[name]}
    assert changed == {"own_double", "expected", "to_act"}
    assert (after["own_double"], after["expected"], after["to_act"]) == (True, None, [3])


@pytest.mark.parametrize("first", [2, 3])
@pytest.mark.parametrize("values", [(False, False), (True, False), (False, True), (True, True)])
def test_both_choices_are_revealed_in_one_entry_with_the_next_seq(
    doubling: Hall, first: int, values: tuple[bool, bool]
) -> None:
    chosen = dict(zip((2, 3), values, strict=True))
    doubling.do(first, "double", chosen[first])
    answer = doubling.do(5 - first, "double", chosen[5 - first])
    (entry,) = answer.json()["entries"]
    assert (entry["seq"], entry["kind"], entry["position"]) == (4, "doubles_revealed", None)
    assert entry["data"]["choices"] == {"2": values[0], "3": values[1]}
    somebody_doubled = any(values)
    assert ("kitty" in entry["data"]) is not somebody_doubled
    assert entry["phase"] == ("redoubling" if somebody_doubled else "playing")
    assert LogEntry.objects.filter(kind="doubles_revealed").count() == 1
    for caller in doubling.seated:
        assert caller.view()["doubles"] == {"2": values[0], "3": values[1]}


def test_a_farmer_chooses_once(doubling: Hall) -> None:
    play = doubling.play
    doubling.do(2, "double", False)
    again = doubling.bo.act(play.pk, 3, {"type": "double", "value": True})
    assert (again.status_code, again.json()["code"]) == (422, "already_chosen")
    assert again.json()["engine_code"] == "already_chosen"
    assert SealedDouble.objects.get().value is False


def test_a_repeated_choice_gets_its_first_answer_even_after_the_revelation(doubling: Hall) -> None:
    play = doubling.play
    first = doubling.bo.act(play.pk, 3, {"type": "double", "value": True}, key="b")
    doubling.do(3, "double", True)
    again = doubling.bo.act(play.pk, 3, {"type": "double", "value": True}, key="b")
    assert (again.status_code, again.content) == (201, first.content)
    late = doubling.bo.act(play.pk, 3, {"type": "double", "value": True})
    assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_the_landlord_cannot_double(doubling: Hall) -> None:
    refused = doubling.ada.act(doubling.play.pk, 3, {"type": "double", "value": True})
    assert refused.json()["code"] == "illegal_action"
    assert not SealedDouble.objects.exists()


def test_a_choice_names_the_seq_of_the_end_of_the_auction(doubling: Hall) -> None:
    refused = doubling.bo.act(doubling.play.pk, 2, {"type": "double", "value": True})
    assert refused.json()["code"] == "stale"
    assert not SealedDouble.objects.exists()


def test_the_kitty_is_shown_after_the_redouble(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_hall(monkeypatch)
    hall.auction(3)
    hall.do(2, "double", True)
    hall.do(3, "double", False)
    for caller in hall.seated:
        assert caller.view()["kitty"] is None
    answer = hall.do(1, "redouble", False)
    (entry,) = answer.json()["entries"]
    assert entry["data"]["value"] is False
    assert len(entry["data"]["kitty"]) == 3
    assert len(hall.ada.view()["hand"]) == 20

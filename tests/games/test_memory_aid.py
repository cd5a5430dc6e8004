"""Nobody is helped to remember more than the event allows: views, log, refusals and the stream.

What may be seen is worked out here from what was played, by the words of the setting: a contest
begins with a lead, and ends when both others have passed in a row.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.models import LogEntry, Play
from games.services.undo_action import undo_action
from tests.games.hall import Hall, open_hall
from tests.games.listening import Listener

ALLOWED = {"current": 1, "last": 2, "full": 99, "counter": 99}
RANKS = "RB2AKQJT9876543"
AIDS = list(ALLOWED)

Turn = tuple[int, list[str]]  # a position and its cards, none for a pass


def contests(turns: list[Turn]) -> list[list[Turn]]:
    found: list[list[Turn]] = []
    for turn in turns:
        if not found or [cards for _, cards in found[-1][-2:]] == [[], []]:
            found.append([])
        found[-1].append(turn)
    return found


def made_in(play: Play) -> list[Turn]:
    """Every turn that the log has, in order."""
    return turns_of(LogEntry.objects.filter(play=play).order_by("number").values())


def turns_of(entries: Iterable[Any]) -> list[Turn]:
    """The turns that entries tell, in order."""
    return [
        (entry["position"], entry["data"].get("cards", []))
        for entry in entries
        if entry["kind"] in ("play", "pass")
    ]


def rank_of(card: str) -> str:
    return {"BJ": "B", "RJ": "R"}.get(card, card[:-1].replace("10", "T"))


def was_reset(listener: Listener) -> bool:
    return bool(listener.named("reset"))


@pytest.mark.parametrize("aid", AIDS)
def test_views_log_and_refusals_go_no_further_back_than_the_event_allows(
    db: None, monkeypatch: pytest.MonkeyPatch, aid: str
) -> None:
    hall = open_hall(monkeypatch, secret=31, memory_aid=aid)
    play = hall.play
    made: list[Turn] = []
    most = 0

    def watch() -> None:
        nonlocal made, most
        made = made_in(play)
        groups = contests(made)
        allowed = [turn for group in groups[-ALLOWED[aid] :] for turn in group]
        left_out = {"contests": max(0, len(groups) - ALLOWED[aid])}
        left_out["plays"] = len(made) - len(allowed)
        most = max(most, len(groups))
        if hall.play.state == "finished":
            return
        for caller in hall.seated:
            view = caller.view()
            assert [(each["position"], each["cards"]) for each in view["plays"]] == allowed
            assert view["earlier"] == left_out
            if aid == "counter":
                gone = Counter(rank_of(card) for _, cards in made for card in cards)
                gone += Counter(map(rank_of, view["hand"]))
                pack = {rank: 1 if rank in "RB" else 4 for rank in RANKS}
                assert view["unseen"] == {rank: pack[rank] - gone[rank] for rank in RANKS}
            else:
                assert view["unseen"] is None
        log = hall.bo.send("GET", f"plays/{play.pk}/log/").json()["entries"]
        assert turns_of(log) == allowed
        assert turns_of(hall.bo.act(play.pk, 0, {"type": "pass"}).json()["entries"]) == allowed

    hall.play_on(seed=5, bot="greedy", watch=watch)
    assert most > 3  # or nothing was tried
    log = hall.bo.send("GET", f"plays/{play.pk}/log/").json()["entries"]
    assert turns_of(log) == made


def with_contests(hall: Hall, wanted: int) -> list[Turn]:
    """Play until a contest beyond `wanted` has begun; the turns made."""
    play = hall.play

    def begun(view: dict[str, Any]) -> bool:
        return view["earlier"]["contests"] + len(
            contests([(each["position"], each["cards"]) for each in view["plays"]])
        ) > wanted and bool(view["to_beat"])

    hall.play_on(seed=5, bot="greedy", until=begun)
    return made_in(play)


def test_a_stream_that_resumes_too_far_back_starts_anew(
    committed_hall: Hall,
) -> None:
    hall = committed_hall
    made = contests(with_contests(hall, 3))
    numbers = [
        entry.number
        for entry in LogEntry.objects.filter(table=hall.table, kind__in=("play", "pass")).order_by(
            "number"
        )
    ]
    allowed = len(made[-2]) + len(made[-1])
    for back, expected in ((allowed, allowed), (allowed + 1, 0), (len(numbers), 0)):
        last = numbers[-back] - 1
        with Listener(hall.bo.token, f"{hall.table.pk}-{last}") as listener:
            if expected:
                listener.wait_for_number(numbers[-1])
            else:
                listener.wait_for(partial(was_reset, listener))
            told = [json.loads(event["data"])["entry"] for event in listener.named("entry")]
            assert len(turns_of(told)) == expected


def test_what_was_taken_back_is_counted_as_it_stands_now(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = open_hall(monkeypatch, secret=31, memory_aid="current")
    made = contests(with_contests(hall, 3))
    for _ in made[-1]:
        undo_action(str(hall.table.pk), timezone.now())
    view = hall.bo.view()
    assert [(each["position"], each["cards"]) for each in view["plays"]] == made[-2]
    log = turns_of(hall.bo.send("GET", f"plays/{hall.play.pk}/log/").json()["entries"])
    assert log == made[-2] + made[-1]  # what was taken back is in the log, as all have seen it

"""Clients that act at the same moment: exactly one wins, a repeated request acts once, no gap.

Threads of this process, and processes of their own, on whichever database the run is about.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections

from games.models import LogEntry, Play, PlayerToken, SealedDouble
from games.services.replay import check_play, check_table_numbers
from tests.games.hall import Answer, Hall
from tests.services import ROOT, clean_environment


@pytest.fixture
def hall(committed_hall: Hall) -> Hall:
    return committed_hall


def at_once(calls: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Make all calls at the same moment, each in a thread of its own."""
    barrier = threading.Barrier(len(calls))

    def call(function: Callable[[], Answer]) -> Answer:
        try:
            barrier.wait()
            return function()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def assert_sound(hall: Hall, bids: int) -> None:
    """The log has exactly these bids, no gap and no double, and everything follows from it."""
    play = Play.objects.select_related("table", "board__board_set").get(table=hall.table, order=1)
    seqs = LogEntry.objects.filter(play=play, kind="bid").values_list("seq", flat=True)
    assert list(seqs.order_by("seq")) == list(range(1, bids + 1))
    assert check_table_numbers([hall.table.pk]) == []
    assert check_play(play) == []


def test_of_three_actions_on_one_seq_exactly_one_wins(hall: Hall) -> None:
    play = hall.play.pk
    bids = [{"type": "bid", "value": value} for value in (0, 1, 2)]
    answers = at_once([partial(hall.ada.act, play, 0, bid) for bid in bids])
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    (winner,) = [answer.json()["entries"][0] for answer in answers if answer.status_code == 201]
    for answer in answers:
        if answer.status_code == 409:
            assert answer.json()["code"] == "stale"
            assert answer.json()["entries"] == [winner]
    assert_sound(hall, 1)


def test_three_players_on_one_seq_are_one_action(hall: Hall) -> None:
    play = hall.play.pk
    action = {"type": "bid", "value": 0}
    answers = at_once([partial(caller.act, play, 0, action) for caller in hall.seated])
    assert answers[0].status_code == 201
    assert all(answer.status_code in (409, 422) for answer in answers[1:])
    assert_sound(hall, 1)


def test_a_tap_repeated_at_once_is_one_action_with_one_answer(hall: Hall) -> None:
    play = hall.play.pk
    action = {"type": "bid", "value": 1}
    answers = at_once([lambda: hall.ada.act(play, 0, action, key="tap")] * 6)
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (201, answers[0].content)
    }
    replays = [answer.headers.get("Idempotent-Replayed") for answer in answers]
    assert sorted(replays, key=str) == [None, *["true"] * 5]
    assert_sound(hall, 1)


def test_both_farmers_choosing_at_once_are_revealed_once(hall: Hall) -> None:
    hall.auction(3)
    play = hall.play.pk
    double = {"type": "double", "value": True}
    answers = at_once([partial(each.act, play, 1, double) for each in (hall.bo, hall.cy)])
    assert [answer.status_code for answer in answers] == [201, 201]
    assert sorted(len(answer.json()["entries"]) for answer in answers) == [0, 1]
    assert SealedDouble.objects.count() == 2
    assert LogEntry.objects.filter(kind="doubles_revealed").count() == 1
    assert_sound(hall, 1)


def test_two_devices_taking_over_at_once_leave_one(hall: Hall) -> None:
    answers = at_once([lambda: hall.ada.sign_in(take_over=True)] * 4)
    assert [answer.status_code for answer in answers] == [201] * 4
    assert PlayerToken.objects.filter(player=hall.ada.player, revoked_at=None).count() == 1


PROCESS = """
import json, sys
import django
django.setup()
from django.db import connections
from games.errors import Problem
from games.models import PlayerToken
from games.services import RequestKey, Wish, act
from engine.actions import Bid
token = PlayerToken.objects.get(pk=int(sys.argv[1]))
play, own = sys.argv[2], sys.argv[3]
print("ready", flush=True)
sys.stdin.readline()
outcomes = []
for seq in range(3):
    key = RequestKey(f"token:{token.pk}", "POST", "/p/", f"{own}-{seq}", own)
    try:
        outcomes.append(act(token, play, Wish(seq, Bid(0)), key).status)
    except Problem as problem:
        outcomes.append(problem.status)
print(json.dumps(outcomes), flush=True)
connections.close_all()
"""


def database_url() -> str:
    """The address of the database that the tests use, for another process."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    login = given["USER"] + (f":{given['PASSWORD']}" if given["PASSWORD"] else "")
    return f"postgresql://{login}@{given['HOST']}:{given['PORT']}/{given['NAME']}"


def test_processes_that_act_at_once_get_one_action_a_seq(hall: Hall) -> None:
    environment = clean_environment(
        DATABASE_URL=database_url(),
        SECRET_KEY=settings.SECRET_KEY,
        ALLOWED_HOSTS="localhost",
        DJANGO_SETTINGS_MODULE="config.settings",
    )
    play = hall.play.pk
    tokens = dict(PlayerToken.objects.values_list("player_id", "pk"))
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, str(tokens[caller.player.pk]), play, str(number)],
            env=environment,
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for number, caller in enumerate([*hall.seated, *hall.seated])
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    outcomes: list[list[int]] = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        output, _ = process.communicate(timeout=60)
        outcomes.append(json.loads(output))
    accepted = sum(status == 201 for statuses in outcomes for status in statuses)
    refused: set[Any] = {status for statuses in outcomes for status in statuses if status != 201}
    assert refused <= {409, 422}
    assert accepted >= 1
    assert_sound(hall, accepted)

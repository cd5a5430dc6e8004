"""Results arrive from everywhere while others count: the figures are those of a quiet day."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection, connections

from games.models import Board, Table
from tournaments.errors import TournamentError
from tournaments.models import AuditEntry, DirtyMark, RoundState, SeatResult, Stage
from tournaments.services import (
    draw_stage,
    publish_standings,
    recount_fields,
    release_round,
    undo_draw,
)
from tournaments.services.actors import SYSTEM
from tournaments.services.rebuild import rebuild
from tournaments.tasks import sweep

from .brute_force import assert_equals_brute_force
from .factories import count_and_publish, drawn_stage, finish, new_stage, plays_of, release
from .hand import facts_for

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[2]
#: A released round that is to be played: 21 players at 7 tables, 3 boards.
PLAYS = 21


@pytest.fixture
def stage() -> Stage:
    stage = drawn_stage(entrants=21, rounds=1, boards=3)
    release(stage)
    return stage


def in_threads(*functions: Callable[[], object]) -> None:
    """Call all at once, each in a thread with a connection of its own; raise what any raises."""

    def call(function: Callable[[], object]) -> None:
        try:
            function()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(functions)) as pool:
        for future in [pool.submit(call, function) for function in functions]:
            future.result()


def assert_complete(stage: Stage) -> None:
    """Everything is played, opened once, finished once, counted, and right to the last bit."""
    count_and_publish(stage)
    assert SeatResult.objects.count() == 3 * PLAYS
    assert not DirtyMark.objects.exists()
    assert not Board.objects.filter(opened_at=None).exists()
    assert AuditEntry.objects.filter(verb="open_board").count() == 3
    assert AuditEntry.objects.filter(verb="finish_round").count() == 1
    assert stage.rounds.get().state == RoundState.FINISHED
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []


def test_threads_that_play_and_threads_that_count(stage: Stage) -> None:
    plays = plays_of(stage.rounds.get())
    done = threading.Event()
    left = threading.Semaphore(0)

    def play_some(first: int) -> None:
        for each in plays[first::3]:
            finish(each, facts_for(each.board.number, each.table.number))
        left.release()

    def count() -> None:
        while not done.is_set():
            sweep()

    def wait() -> None:
        for _ in range(3):
            left.acquire(timeout=60)
        done.set()

    in_threads(*[lambda n=n: play_some(n) for n in range(3)], count, count, wait)
    assert_complete(stage)


def test_tables_that_finish_a_board_at_the_same_moment_open_it_once(stage: Stage) -> None:
    round_ = stage.rounds.get()
    for number in (1, 2, 3):
        *earlier, last, other = plays_of(round_, board=number)
        for each in earlier:
            finish(each, facts_for(number, each.table.number))
        start = threading.Barrier(2)

        def end(play: object, start: threading.Barrier = start, number: int = number) -> None:
            start.wait(20)
            finish(play, facts_for(number, play.table.number))  # type: ignore[arg-type,attr-defined]

        in_threads(lambda: end(last), lambda: end(other))  # noqa: B023 - called before they change
        assert Board.objects.get(number=number).opened_at is not None
    assert_complete(stage)


def test_the_same_field_counted_and_published_by_many_at_once(stage: Stage) -> None:
    for each in plays_of(stage.rounds.get()):
        finish(each, facts_for(each.board.number, each.table.number))
    fields = list(stage.fields.values_list("pk", flat=True))

    def work() -> None:
        recount_fields(fields)
        publish_standings(stage.pk)

    in_threads(work, work, work)
    assert set(stage.fields.values_list("generation", flat=True)) == {1}
    assert stage.versions.count() == 1
    assert_complete(stage)


def outcomes(*functions: Callable[[], object]) -> list[str]:
    """The code of each function's refusal, or "done"; all are called at once."""
    found: list[str] = []

    def call(function: Callable[[], object]) -> None:
        try:
            function()
            found.append("done")
        except TournamentError as refusal:
            found.append(refusal.code)

    in_threads(*[lambda each=each: call(each) for each in functions])
    return sorted(found)


def test_of_two_who_draw_or_release_at_once_one_is_told_that_it_is_done() -> None:
    stage = new_stage(entrants=9, rounds=1, boards=1)
    draw = outcomes(lambda: draw_stage(stage, SYSTEM), lambda: draw_stage(stage, SYSTEM))
    assert draw == ["already_drawn", "done"]
    round_ = stage.rounds.get()
    release_it = outcomes(*[lambda: release_round(round_, SYSTEM)] * 2)
    assert release_it == ["done", "not_drawn"]
    assert Table.objects.count() == 3


def test_a_draw_is_either_undone_or_released() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    round_ = stage.rounds.get()
    found = outcomes(lambda: undo_draw(stage, SYSTEM), lambda: release_round(round_, SYSTEM))
    assert found in (["already_released", "done"], ["done", "draw_undone"])
    assert Table.objects.count() == (3 if "already_released" in found else 0)


def environment() -> dict[str, str]:
    """The environment of a process that works on the database of this test."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{settings['NAME']}"
    else:
        user = settings["USER"] + (f":{settings['PASSWORD']}" if settings["PASSWORD"] else "")
        url = f"postgresql://{user}@{settings['HOST']}:{settings['PORT']}/{settings['NAME']}"
    return {**os.environ, "DATABASE_URL": url, "ALLOWED_HOSTS": "localhost", "SECRET_KEY": "t" * 50}


@pytest.fixture
def hands(stage: Stage) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts processes that play or count; ends them with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(role: str, part: str = "0/1") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.tournaments.hand", role, stage.pk, part]
        process = subprocess.Popen(command, cwd=ROOT, env=environment())
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()


def test_processes_that_play_while_workers_are_killed(
    stage: Stage, hands: Callable[..., subprocess.Popen[bytes]]
) -> None:
    """Two processes play; two count, one of them is killed in the middle, the other at the end."""
    counters = [hands("count"), hands("count")]
    players = [hands("play", "0/2"), hands("play", "1/2")]
    while SeatResult.objects.count() < 3 * PLAYS // 2:
        assert all(player.poll() in (None, 0) for player in players)
    counters[0].kill()
    assert [player.wait(60) for player in players] == [0, 0]
    counters[1].kill()
    assert_complete(stage)

"""Publications while results arrive: none fails for it, holds anybody up, or is a mixture."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import connection, connections

from games.models import Board
from tournaments.models import DirtyMark, FieldGeneration, SeatResult, Stage, StandingsVersion
from tournaments.services import open_board, publish_standings
from tournaments.services.actors import SYSTEM
from tournaments.services.publish_standings import Outcome
from tournaments.services.rebuild import rebuild
from tournaments.tasks import sweep

from .brute_force import assert_equals_brute_force
from .factories import count_and_publish, drawn_stage, finish, plays_of, random_facts, release
from .test_concurrency import ROOT, environment

pytestmark = pytest.mark.django_db(transaction=True)

publishing = import_module("tournaments.services.publish_standings")
on_servers = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="on SQLite a publication is the only writer"
)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A publication takes long, as that of a large event, so that results arrive in each."""
    original = publishing.standings_payload

    def payload(*given: Any) -> Any:
        found = original(*given)
        time.sleep(0.1)
        return found

    monkeypatch.setattr(publishing, "standings_payload", payload)
    monkeypatch.setattr(publishing, "SPACING", timedelta(milliseconds=20))


def counted_results(version: StandingsVersion) -> int:
    """How many seat results the counts have that the version names."""
    counts = FieldGeneration.objects.filter(field_id__in=map(int, version.manifest))
    return sum(
        count.results for count in counts if version.manifest[str(count.field_id)] == count.number
    )


def test_results_without_a_pause_on_boards_opened_early_starve_no_publication(slow: None) -> None:
    """Two processes end plays without a pause; a worker here counts and publishes."""
    stage = drawn_stage(entrants=18, rounds=1, boards=16)
    release(stage)
    for board in Board.objects.all():
        open_board(board, SYSTEM, "everybody may look on")
    command = [sys.executable, "-m", "tests.tournaments.hand", "play", stage.pk]
    players = [
        subprocess.Popen([*command, part], cwd=ROOT, env=environment()) for part in ("0/2", "1/2")
    ]
    try:
        while any(player.poll() is None for player in players):
            sweep()
        assert [player.wait(60) for player in players] == [0, 0]
    finally:
        for player in players:
            player.kill()
    meanwhile = stage.versions.filter(number__gt=1).order_by("number")
    boards = [sum(row["boards"] for row in each.payload["rows"]) for each in meanwhile]
    growing = [number for number in boards if 3 <= number < 3 * 6 * 16]
    assert len(growing) >= 3, "versions came while results did"
    assert boards == sorted(boards)
    for version, number in zip(meanwhile, boards, strict=True):
        assert number == counted_results(version), "seats and counts are of one moment"
    count_and_publish(stage)
    assert SeatResult.objects.count() == 3 * 6 * 16
    assert not DirtyMark.objects.exists()
    assert_equals_brute_force(stage)
    assert rebuild(stage.event).differences == []


@contextmanager
def publication_under_way(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[threading.Event, Future[Outcome]]]:
    """A publication of the stage that has read everything, and goes on when the event is set."""
    read, go_on = threading.Event(), threading.Event()
    original = publishing.standings_payload

    def payload(which: Stage, *rest: Any) -> Any:
        found = original(which, *rest)
        if which.pk == stage.pk and not read.is_set():
            read.set()
            assert go_on.wait(30)
        return found

    def publish() -> Outcome:
        try:
            return publish_standings(stage.pk)
        finally:
            connections.close_all()

    monkeypatch.setattr(publishing, "standings_payload", payload)
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(publish)
        assert read.wait(30)
        try:
            yield go_on, outcome
        finally:
            go_on.set()


@on_servers
def test_who_ends_a_board_or_changes_it_does_not_wait_for_a_publication(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    round_ = release(stage)
    source = random.Random(1)
    for play in plays_of(round_, board=1):
        finish(play, random_facts(source))
    with publication_under_way(stage, monkeypatch) as (go_on, outcome):
        for play in plays_of(round_, board=2):  # the last one opens it, and ends the round
            finish(play, random_facts(source))
        assert not outcome.done()
        assert publish_standings(stage.pk) == Outcome.TOO_EARLY, "another one is under way"
        go_on.set()
        assert outcome.result() == Outcome.PUBLISHED
    first = stage.versions.get()
    assert sum(row["boards"] for row in first.payload["rows"]) == counted_results(first) == 9
    assert stage.marks.exists(), "what came meanwhile is still due"
    count_and_publish(stage)
    assert_equals_brute_force(stage)


@on_servers
def test_a_large_event_that_is_being_published_does_not_hold_up_a_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large, small = (drawn_stage(entrants=n, rounds=1, boards=1) for n in (18, 9))
    for play in plays_of(release(large)):
        finish(play, random_facts(random.Random(2)))
    with publication_under_way(large, monkeypatch) as (_, outcome):
        for play in plays_of(release(small)):
            finish(play, random_facts(random.Random(3)))
        sweep()
        assert not outcome.done()
        assert small.versions.count() == 1
    assert outcome.result() == Outcome.PUBLISHED


def test_a_sweep_serves_small_events_before_large_ones() -> None:
    stages = [drawn_stage(entrants=n, rounds=1, boards=2) for n in (18, 9, 27, 6)]
    for stage in stages:
        for play in plays_of(release(stage)):
            finish(play, random_facts(random.Random(4)))
    sweep()
    order = StandingsVersion.objects.order_by("pk").values_list("stage", flat=True)
    assert list(order) == [stages[n].pk for n in (3, 1, 0, 2)]
    large = StandingsVersion.objects.get(stage=stages[2])
    small = StandingsVersion.objects.get(stage=stages[3])
    assert small.published_at < large.published_at


@on_servers
def test_what_is_overtaken_begins_again_with_a_later_moment(stage_of_nine: Stage) -> None:
    from games.db import in_one_moment

    seen: list[str] = []

    def rename(note: str) -> Callable[[], None]:
        def work() -> None:
            seen.append(Stage.objects.values_list("pending_note", flat=True).get())
            if len(seen) == 1:
                with ThreadPoolExecutor(1) as pool:
                    pool.submit(overtake).result()
            Stage.objects.update(pending_note=note)

        return work

    def overtake() -> None:
        Stage.objects.update(pending_note="meanwhile")
        connections.close_all()

    in_one_moment(rename("mine"))
    assert seen == ["", "meanwhile"]
    assert Stage.objects.get().pending_note == "mine"
    assert not connection.in_atomic_block


@pytest.fixture
def stage_of_nine() -> Stage:
    """Nine players, drawn."""
    return drawn_stage(entrants=9, rounds=1, boards=1)

"""A count or a publication that raises stops nothing else, and is not lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from games.models import Board
from tournaments.errors import NotPermitted
from tournaments.models import AuditEntry, DirtyMark, Failure, Field, Role, Stage
from tournaments.services.actors import SYSTEM, Actor
from tournaments.services.failures import try_again
from tournaments.services.recount_fields import CountedField
from tournaments.tasks import sweep

from .brute_force import assert_equals_brute_force
from .directing import with_key
from .factories import count_and_publish, drawn_stage, facts, finish, plays_of, release
from .people import user_with

pytestmark = pytest.mark.django_db

recounting = import_module("tournaments.services.recount_fields")
publishing = import_module("tournaments.services.publish_standings")
SECRET = "dealt from 5f3c"


@pytest.fixture
def stage() -> Stage:
    """Nine players, one round of two boards, all played, nothing counted."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    for play in plays_of(release(stage)):
        finish(play, facts(1, play.table.number))
    return stage


@contextmanager
def poison(monkeypatch: pytest.MonkeyPatch, board: int, position: int) -> Iterator[list[int]]:
    """While it lasts, the count of one field raises; what is given tells how often it did."""
    raised: list[int] = []
    original = recounting.table_of

    def table(field: Field, tally: Any) -> CountedField:
        if (field.board.number, field.position) == (board, position):
            raised.append(field.pk)
            raise ValueError(SECRET)
        return original(field, tally)  # type: ignore[no-any-return]

    with monkeypatch.context() as patch:
        patch.setattr(recounting, "table_of", table)
        yield raised


def time_passes() -> None:
    """Let the back-off of everything that failed be over, and the next version be due."""
    Failure.objects.update(retry_at=timezone.now())
    count_and_publish(Stage.objects.get())


def counted() -> set[tuple[int, int]]:
    """The fields that have been counted, by board and position."""
    rows = Field.objects.filter(generation__gte=1)
    return set(rows.values_list("board__number", "position"))


EVERY = {(board, position) for board in (1, 2) for position in (1, 2, 3)}


def test_one_field_fails_the_others_go_on_and_it_is_counted_when_it_can_be(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with poison(monkeypatch, 1, 2) as raised:
        sweep()
        failure = Failure.objects.get()
        assert (failure.tries, failure.parked_at) == (1, None)
        assert counted() == EVERY - {(1, 2)}
        assert not stage.versions.exists(), "half a minute is waited for it"
        times = len(raised)
        sweep()
        assert len(raised) == times, "it is not tried before its time"
        waits = []
        for _ in range(4):
            failure.refresh_from_db()
            waits.append(round((failure.retry_at - timezone.now()).total_seconds()))
            time_passes()
        assert waits == [2, 4, 8, 16]
        failure.refresh_from_db()
        assert failure.tries == 5
        assert failure.parked_at is not None
        assert (failure.error, SECRET in failure.place) == ("ValueError", False)
        assert failure.place.startswith("tests/tournaments/test_failures.py:")
        times = len(raised)
        time_passes()
        assert len(raised) == times, "it is parked"
        # The standings go on without it, and its mark stays.
        manifest = stage.versions.latest("number").manifest
        assert manifest.keys() == {
            str(pk) for pk in Field.objects.exclude(failure=failure).values_list("pk", flat=True)
        }
        assert set(DirtyMark.objects.values_list("field_id", flat=True)) == {failure.field_id}
        assert try_again(stage.event, SYSTEM) == 1
        count_and_publish(stage)
        failure.refresh_from_db()
        assert (failure.tries, failure.parked_at) == (1, None)
    try_again(stage.event, SYSTEM)
    count_and_publish(stage)
    assert counted() == EVERY
    assert not Failure.objects.exists()
    assert not DirtyMark.objects.exists()
    assert_equals_brute_force(stage)
    assert AuditEntry.objects.filter(verb="try_again").count() == 2


def test_a_fault_of_the_database_parks_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> None:
        raise OperationalError("the connection is lost")

    with monkeypatch.context() as patch:
        patch.setattr(recounting, "count_fields", gone)
        with pytest.raises(OperationalError):
            sweep()
    assert not Failure.objects.exists()
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def test_one_stage_cannot_be_published_and_the_other_is(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = drawn_stage(entrants=9, rounds=1, boards=1)
    for play in plays_of(release(other)):
        finish(play, facts(1))
    original = publishing.standings_payload

    def payload(which: Stage, *rest: Any) -> Any:
        if which.pk == stage.pk:
            raise ZeroDivisionError(SECRET)
        return original(which, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(publishing, "standings_payload", payload)
        sweep()
        assert (stage.versions.count(), other.versions.count()) == (0, 1)
        failure = Failure.objects.get()
        assert (failure.stage_id, failure.field, failure.error) == (
            stage.pk,
            None,
            "ZeroDivisionError",
        )
    sweep()
    assert stage.versions.count() == 0, "it is not tried before its time"
    Failure.objects.update(retry_at=timezone.now())
    sweep()
    assert stage.versions.count() == 1
    assert not Failure.objects.exists()
    assert_equals_brute_force(stage)


def test_the_console_and_a_command_show_it_and_a_director_has_it_tried_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = {}
    for role in (Role.DIRECTOR, Role.VIEWER):
        clients[role] = Client()
        clients[role].force_login(user_with(stage.event, role))
    address = f"/direct/{stage.event.slug}/"
    calm = clients[Role.DIRECTOR].get(address).content.decode()
    assert "cannot be counted" not in calm
    with poison(monkeypatch, 2, 3):
        sweep()
    Failure.objects.update(parked_at=timezone.now() - timedelta(minutes=7), tries=5)
    Failure.objects.update(since=timezone.now() - timedelta(minutes=8))
    for path in (address, f"{address}?part=hall", f"{address}settings/"):
        shown = clients[Role.DIRECTOR].get(path).content.decode()
        assert "Stage 1, board 2, position 3" in shown
        assert "5 tries in 8\xa0minutes; it is not tried any more" in shown
        assert "ValueError" in shown
        assert SECRET not in shown
        assert 'value="try-again"' in shown
    assert 'value="try-again"' not in clients[Role.VIEWER].get(address).content.decode()
    assert clients[Role.VIEWER].post(address, {"do": "try-again"}).status_code == 403
    with pytest.raises(NotPermitted):
        try_again(stage.event, Actor.of(user_with(stage.event, None, "stranger")))
    out = StringIO()
    with pytest.raises(CommandError, match="1 fail"):
        call_command("failures", stdout=out)
    assert "spring-cup, stage 1, board 2, position 3: 5 tries since" in out.getvalue()
    assert SECRET not in out.getvalue()
    (told,) = with_key(stage.event, Role.VIEWER).send("GET", "hall/").json()["failures"]
    assert (told["stage"], told["board"], told["position"], told["message"]) == (1, 2, 3, None)
    assert (told["tries"], told["is_parked"], told["error"]) == (5, True, "ValueError")
    assert clients[Role.DIRECTOR].post(address, {"do": "try-again"}).status_code == 302
    assert Failure.objects.get().parked_at is None
    call_command("failures", "--again", stdout=out)
    assert out.getvalue().endswith("Nothing fails.\n")
    assert counted() == EVERY


def test_a_swiss_round_is_not_drawn_from_figures_that_lack_a_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tournaments.errors import DrawRefused
    from tournaments.services.draw_round import draw_round

    stage = drawn_stage(entrants=9, rounds=2, boards=1, kind="individual-swiss")
    with poison(monkeypatch, 1, 1):
        for play in plays_of(release(stage)):
            finish(play, facts(1, play.table.number))
        with pytest.raises(DrawRefused) as refusal:
            draw_round(stage, SYSTEM)
        assert refusal.value.code == "count_failed"
    try_again(stage.event, SYSTEM)
    assert draw_round(stage, SYSTEM).number == 2
    assert Board.objects.exists()

"""The broker is only a hint: dead, lying or forgetful, the figures come out the same."""

from __future__ import annotations

from typing import Any

import pytest

from games import db, sweep
from tournaments import tasks
from tournaments.models import DirtyMark

from .brute_force import assert_equals_brute_force
from .factories import (
    PASSED_OUT,
    count_and_publish,
    drawn_stage,
    finish,
    play_stage,
    plays_of,
    release,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """What would be published to the broker: (task, arguments)."""
    messages: list[tuple[str, Any]] = []
    monkeypatch.setattr(
        db._broker,
        "publish",
        lambda task, arguments, *_: messages.append((task.name, arguments)),
    )
    return messages


def test_without_any_broker_the_sweep_does_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("the broker is dead")

    monkeypatch.setattr(tasks.recount, "apply_async", fail)
    monkeypatch.setattr(tasks.publish, "apply_async", fail)
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    play_stage(stage)
    assert DirtyMark.objects.exists()
    count_and_publish(stage)
    assert not DirtyMark.objects.exists()
    assert_equals_brute_force(stage)


def test_a_play_sends_one_hint_and_the_last_of_a_board_another(
    sent: list[tuple[str, Any]],
) -> None:
    stage = drawn_stage(entrants=6, rounds=1, boards=2)
    first, last = plays_of(release(stage), board=1)
    fields = sorted(stage.fields.filter(board__number=1).values_list("pk", flat=True))
    finish(first, PASSED_OUT)
    assert sent == [("tournaments.recount", (fields,))]
    finish(last, PASSED_OUT)
    assert sent[1:] == [("tournaments.recount", (fields,)), ("tournaments.publish", (stage.pk,))]


def test_tasks_in_any_order_and_twice_give_the_same(sent: list[tuple[str, Any]]) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_stage(stage)
    run: dict[str, Any] = {
        "tournaments.recount": tasks.recount,
        "tournaments.publish": tasks.publish,
    }
    for name, arguments in [*reversed(sent), *sent]:
        run[name](*arguments)
    count_and_publish(stage)
    assert_equals_brute_force(stage)


def test_the_sweep_is_registered() -> None:
    assert tasks.sweep in sweep.functions

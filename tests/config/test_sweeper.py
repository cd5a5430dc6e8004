"""The sweeper calls everything each interval, whatever one of them does."""

from __future__ import annotations

import logging
import threading

import pytest

from config.sweeper import Sweeper


def test_a_function_that_raises_does_not_keep_the_others_from_being_called(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calls: list[str] = []

    def broken() -> None:
        calls.append("broken")
        raise RuntimeError("no such mark")

    def sound() -> None:
        calls.append("sound")

    sweeper = Sweeper([broken, sound])
    with caplog.at_level(logging.ERROR):
        sweeper.sweep()
        sweeper.sweep()
    assert calls == ["broken", "sound"] * 2
    logged = [record for record in caplog.records if record.exc_info]
    assert [record.getMessage() for record in logged] == ["Sweeping with broken failed"]


def test_the_thread_goes_on_after_an_exception_and_ends_when_told() -> None:
    third_call = threading.Event()
    calls: list[int] = []

    def function() -> None:
        calls.append(1)
        if len(calls) == 3:
            third_call.set()
        raise RuntimeError("each time")

    sweeper = Sweeper([function], interval=0.01)
    sweeper.start()
    sweeper.start()  # a second one changes nothing
    assert third_call.wait(10)
    sweeper.stop()
    assert "sweeper" not in [thread.name for thread in threading.enumerate()]

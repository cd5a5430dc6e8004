"""The log is the truth: what is stored follows from it, and whatever does not is found."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import LogEntry, Play, Result, SealedDouble
from games.services import rebuild_play
from games.services.replay import check_play
from tests.games.hall import Hall


def differences(play_id: str) -> list[str]:
    play = Play.objects.select_related("table", "board__board_set").get(pk=play_id)
    return [difference.what for difference in check_play(play)]


def output(*arguments: str) -> str:
    printed = StringIO()
    call_command("check_log", *arguments, stdout=printed)
    return printed.getvalue()


@pytest.fixture
def finished(hall: Hall) -> Play:
    """The first board of the hall, played out."""
    play = hall.play
    hall.play_on(seed=5)
    return play


def test_every_stage_of_a_play_follows_from_its_log(hall: Hall) -> None:
    play = hall.play.pk
    hall.play_on(seed=6, watch=lambda: _assert_follows(play))
    assert "2 plays follow from their logs." in output()


def _assert_follows(play: str) -> None:
    assert differences(play) == []


def test_whatever_was_tampered_with_is_found(finished: Play) -> None:
    play = finished.pk
    first = LogEntry.objects.get(play=play, seq=1)
    tampering: list[tuple[str, Any, dict[str, Any]]] = [
        ("snapshot", Play.objects.filter(pk=play), {"snapshot": {}}),
        ("seq", Play.objects.filter(pk=play), {"seq": 1}),
        ("finished", Play.objects.filter(pk=play), {"state": "not_played"}),
        ("result", Result.objects.filter(play=play), {"points": {"1": 9, "2": -9, "3": 0}}),
        (
            f"entry {first.number}",
            LogEntry.objects.filter(pk=first.pk),
            {"phase": "playing"},
        ),
        (
            "log",
            LogEntry.objects.filter(pk=first.pk),
            {"data": {"value": 3 - first.data["value"]}},
        ),
    ]
    for what, rows, change in tampering:
        before = rows.values(*change).get()
        rows.update(**change)
        assert what in differences(play), what
        with pytest.raises(CommandError, match="differences in 2 plays"):
            output()
        rows.update(**before)
        assert differences(play) == []


def test_another_sealed_double_than_the_revealed_one_is_found(hall: Hall) -> None:
    hall.auction(3)
    hall.do(2, "double", True)
    assert differences(hall.play.pk) == []
    hall.do(3, "double", False)
    SealedDouble.objects.filter(position=2).update(value=False)
    assert differences(hall.play.pk) == ["sealed doubles"]


def test_a_missing_entry_is_found(finished: Play) -> None:
    LogEntry.objects.get(play=finished, seq=2).delete()
    assert differences(finished.pk) != []
    with pytest.raises(CommandError):
        output("--realm", "hall")
    assert "0 plays" in output("--realm", "elsewhere")


def test_a_lost_snapshot_is_made_anew_bit_for_bit(finished: Play) -> None:
    finished.refresh_from_db()
    Play.objects.filter(pk=finished.pk).update(snapshot=None, seq=0)
    lost = Play.objects.get(pk=finished.pk)
    assert rebuild_play(lost)
    assert not rebuild_play(lost)
    rebuilt = Play.objects.get(pk=finished.pk)
    assert (rebuilt.snapshot, rebuilt.seq) == (finished.snapshot, finished.seq)
    Play.objects.filter(pk=finished.pk).update(snapshot={})
    assert "1 snapshots were made anew." in output("--rebuild")

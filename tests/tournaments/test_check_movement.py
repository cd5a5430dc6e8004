"""The checker looks at seats, plays and byes as they are stored, not at what the draw says."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Play, Seat
from tournaments.models import Bye, Stage

from .factories import PASSED_OUT, drawn_stage, new_stage, play_round, release

pytestmark = pytest.mark.django_db


def check(stage: Stage) -> dict[str, Any]:
    output = StringIO()
    call_command("check_movement", stage.event.slug, "--json", stdout=output)
    report: dict[str, Any] = json.loads(output.getvalue())
    return report


@pytest.mark.parametrize("entrants", [9, 10, 11])
def test_a_draw_is_sound_before_during_and_after_its_rounds(entrants: int) -> None:
    stage = drawn_stage(entrants=entrants, rounds=2, boards=2)
    for number in (1, 2):
        assert check(stage)["sound"]
        play_round(release(stage, number), lambda _: PASSED_OUT)
    report = check(stage)
    assert report["sound"]
    assert report["figures"]["repeat_meetings"] == 0
    assert report["seating_differences"] == []


def test_the_figures_are_printed_for_people() -> None:
    stage = drawn_stage()
    output = StringIO()
    call_command("check_movement", stage.event.slug, stdout=output)
    assert "repeat_meetings: 0 (as certified: 0)" in output.getvalue()
    assert "The seating is sound" in output.getvalue()


def failing(stage: Stage) -> str:
    output = StringIO()
    with pytest.raises(CommandError):
        call_command("check_movement", stage.event.slug, stdout=output)
    return output.getvalue()


def test_a_false_certificate_is_found() -> None:
    stage = drawn_stage()
    assert stage.certificate is not None
    stage.certificate["position_imbalance"] += 1
    stage.save()
    assert "position_imbalance: 1 (DIFFERS: 2)" in failing(stage)


def test_people_who_sit_elsewhere_are_found() -> None:
    stage = drawn_stage()
    release(stage)
    one, other = (Seat.objects.get(table__number=number, letter="A") for number in (1, 2))
    one.player, other.player = other.player, one.player
    one.save()
    other.save()
    assert "Round 1 is not seated as it was drawn." in failing(stage)


def test_a_changed_position_is_found() -> None:
    stage = drawn_stage()
    release(stage)
    play = Play.objects.order_by("pk").first()
    assert play is not None
    play.positions = play.positions[::-1]
    play.save()
    assert "Round 1 is not seated as it was drawn." in failing(stage)


def test_a_lost_bye_is_found() -> None:
    stage = drawn_stage(entrants=10)
    Bye.objects.filter(round__number=2).delete()
    assert "neither table nor bye" in failing(stage)


def test_what_cannot_be_checked_is_named() -> None:
    stage = new_stage()
    for arguments, message in (
        (["nowhere"], "no event 'nowhere'"),
        ([stage.event.slug], "is not drawn"),
        ([stage.event.slug, "--stage", "2"], "Stage 2"),
    ):
        with pytest.raises(CommandError, match=message):
            call_command("check_movement", *arguments)

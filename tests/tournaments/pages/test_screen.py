"""The projector: seating and standings, one screenful after the other, with the round's clock."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    new_stage,
    play_round,
    release,
)
from tournaments.services.actors import SYSTEM
from tournaments.services.change_event import change_stage
from tournaments.services.pause_event import pause_event

pytestmark = pytest.mark.django_db


def slides(slug: str) -> list[str]:
    """Every slide, by following what each leads to, until the first comes again."""
    client, address = Client(), f"/e/{slug}/screen/"
    found: list[str] = []
    while not found or not address.endswith("slide=1"):
        page = client.get(address).content.decode()
        found.append(page)
        following = re.search(r'http-equiv="refresh" content="\d+; url=([^"]+)"', page)
        assert following is not None
        address = following[1]
    return found


def test_every_table_and_every_leader_has_a_slide() -> None:
    stage = drawn_stage(entrants=120, rounds=2, boards=1)
    play_round(release(stage), lambda _: facts(1, 2))
    count_and_publish(stage)
    # Round 1 is over: 40 tables of round 2 on two slides, 120 lines of 45 on three.
    pages = slides(stage.event.slug)
    assert len(pages) == 5
    numbers = [re.findall(r"<li[^>]*><b>(\d+)</b>", page) for page in pages]
    assert [int(n) for page in numbers[:2] for n in page] == list(range(1, 41))
    assert [len(page) for page in numbers[2:]] == [45, 45, 30]
    assert "Round 2 of 2" in pages[0]
    assert all("1 / 5" not in page for page in pages[1:])


def test_the_clock_runs_to_the_planned_end_and_stands_in_a_pause() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    change_stage(stage, SYSTEM, {"round_minutes": 30})
    release(stage)
    (page,) = slides(stage.event.slug)
    assert "data-ends=" in page
    assert "data-stands=" not in page
    pause_event(stage.event, SYSTEM)
    (page,) = slides(stage.event.slug)
    assert "data-stands=" in page
    assert "Everything is paused." in page


def test_an_event_without_a_draw_says_so_and_a_hidden_one_nothing() -> None:
    stage = new_stage(entrants=9)
    (page,) = slides(stage.event.slug)
    assert "Nothing is drawn yet." in page
    stage.event.is_public = False
    stage.event.save()
    assert Client().get(f"/e/{stage.event.slug}/screen/").status_code == 404

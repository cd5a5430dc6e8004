"""The projector: seating and standings in turn, with the round's clock."""

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
        following = re.search(r'data-following="([^"]+)"', page)
        assert following is not None
        address = following[1]
    return found


def test_every_table_and_every_leader_is_on_its_slide() -> None:
    stage = drawn_stage(entrants=120, rounds=2, boards=1)
    play_round(release(stage), lambda _: facts(1, 2))
    count_and_publish(stage)
    # Round 1 is over: 40 tables of round 2, then all 120 in the standings.
    seating, ranks = slides(stage.event.slug)
    numbers = [re.findall(r"<li[^>]*><b>(\d+)</b>", page) for page in (seating, ranks)]
    assert [int(n) for n in numbers[0]] == list(range(1, 41))
    assert len(numbers[1]) == 120
    assert "Round 2 of 2" in seating
    assert "1 / 2" in seating
    assert "2 / 2" in ranks


def test_without_scripts_the_page_turns_by_itself() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    (page,) = slides(stage.event.slug)
    plain = re.search(r"<noscript>(.*?)</noscript>", page)
    assert plain is not None
    turning = f'content="60; url=/e/{stage.event.slug}/screen/?slide=1"'
    assert plain[1] == f'<meta http-equiv="refresh" {turning}>'


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

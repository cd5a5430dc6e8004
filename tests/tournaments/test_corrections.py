"""Corrected results are listed with the decisions, and taken back by another correction."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Play, Result
from tournaments.models import Role, Stage
from tournaments.services.actors import SYSTEM
from tournaments.services.correct_result import correct_result

from .brute_force import assert_equals_brute_force
from .directing import with_key
from .factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from .people import user_with

pytestmark = pytest.mark.django_db

RIGHT, MISREAD, WORSE = facts(1, 2), facts(1, 2, "farmers"), facts(2, 3)


@pytest.fixture
def play() -> Play:
    """Board 1 at table 1 of a round that is over; its result was corrected once."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release(stage), lambda each: facts(1, each.table.number))
    count_and_publish(stage)
    play = plays_of(stage.rounds.get())[0]
    correct_result(play, RIGHT, SYSTEM, "typed wrong")
    correct_result(play, MISREAD, SYSTEM, "the slip says farmers")
    count_and_publish(stage)
    return play


def stage_of(play: Play) -> Stage:
    return Stage.objects.select_related("event").get(rounds__tables__table=play.table_id)


def facts_of(play: Play) -> object:
    return Result.objects.get(play=play, is_current=True).facts


def test_they_are_listed_newest_first_with_what_was_before(play: Play) -> None:
    director = with_key(stage_of(play).event)
    newer, older = director.send("GET", "corrections/").json()["results"]
    assert (newer["before"], newer["after"]) == (RIGHT, MISREAD)
    assert (older["before"], older["after"]) == (facts(1, 1), RIGHT)
    assert (newer["table"], newer["board"], newer["reason"]) == (1, 1, "the slip says farmers")
    assert (newer["is_newest"], older["is_newest"]) == (True, False)
    page = director.send("GET", f"corrections/?before={newer['id']}").json()
    assert [line["id"] for line in page["results"]] == [older["id"]]


def test_one_is_taken_back_by_call_after_its_difference_was_shown(play: Play) -> None:
    stage = stage_of(play)
    director = with_key(stage.event)
    newer, older = director.send("GET", "corrections/").json()["results"]
    refused = director.post(f"corrections/{older['id']}/reverse/", {"reason": "it was right"})
    assert (refused.status_code, refused.json()["refusal"]) == (409, "corrected_since")
    body = {"reason": "it was right", "dry_run": True}
    shown = director.post(f"corrections/{newer['id']}/reverse/", body).json()
    assert shown["made"] is None
    assert facts_of(play) == MISREAD
    body = {"reason": "it was right", "preview": shown["preview"]}
    made = director.post(f"corrections/{newer['id']}/reverse/", body)
    assert made.status_code == 201, made.content
    assert made.json()["changes"] == shown["changes"]
    assert facts_of(play) == RIGHT
    count_and_publish(stage)
    assert_equals_brute_force(stage)
    assert len(director.send("GET", "corrections/").json()["results"]) == 3
    assert director.post("corrections/999/reverse/", {"reason": "no"}).status_code == 404


def test_the_page_of_rulings_has_them_and_the_way_back(play: Play) -> None:
    stage = stage_of(play)
    browser = Client()
    browser.force_login(user_with(stage.event, Role.DIRECTOR))
    rulings = f"/direct/{stage.event.slug}/rulings/"
    page = browser.get(rulings).content.decode()
    assert "position 1 landlord and won · bid 2" in page
    assert "position 1 landlord and lost · bid 2" in page
    (correction,) = re.findall(r'name="correction" value="(\d+)"', page)
    decide = f"/direct/{stage.event.slug}/decide/"
    form = {"what": "reverse-correction", "correction": correction, "back": rulings}
    shown = browser.post(decide, form).content.decode()
    assert "Take back the correction of board 1 at table 1" in shown
    found = re.search(r'name="preview" value="([^"]+)"', shown)
    assert found is not None
    done = browser.post(
        decide, {**form, "preview": found[1], "reason": "it was right"}, follow=True
    ).content.decode()
    assert "Done: Take back the correction" in done
    assert facts_of(play) == RIGHT


def test_who_plays_too_sees_none_of_a_board_still_to_be_played() -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    plays = plays_of(release(stage))
    finish(plays[0], facts(1, 1))
    correct_result(plays[0], RIGHT, SYSTEM, "typed wrong")
    playing = user_with(stage.event, Role.DIRECTOR)
    seat = plays[1].table.seats.select_related("player__person").get(letter="A")
    stage.event.roles.filter(user=playing).update(person=seat.player.person)
    browser = Client()
    browser.force_login(playing)
    page = browser.get(f"/direct/{stage.event.slug}/rulings/").content.decode()
    assert "typed wrong" not in page
    answer = browser.get(f"/api/v1/events/{stage.event.slug}/corrections/")
    assert answer.json()["results"] == []

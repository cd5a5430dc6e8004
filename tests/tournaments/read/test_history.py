"""What an entrant's page tells of other events: of the same person, public and published only.

Two small events of six, two tables and one board; the second has the people of the first, copied.
At table 1 the landlord, position 1, wins: +2, −1, −1. At table 2 it loses at 2: −4, +2, +2. So
position 1 of table 1 and positions 2 and 3 of table 2 have 2 of 2, the other three 0.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Person, Play
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    plays_of,
    release,
)
from tournaments import queries
from tournaments.models import Entrant, Event, Stage
from tournaments.queries.history import other_events
from tournaments.services import create_stage, draw_stage
from tournaments.services.actors import SYSTEM
from tournaments.services.copy_event import copy_event
from tournaments.services.remove_person import remove_person

pytestmark = pytest.mark.django_db


def play(stage: Stage) -> Play:
    """Play the only board of a drawn stage and publish it; the play of table 1."""
    first, second = plays_of(release(stage))
    finish(first, facts(1))
    finish(second, facts(1, 2, "farmers"))
    count_and_publish(stage)
    return first


def at(play: Play, position: int) -> Entrant:
    """Who holds a position."""
    letter = play.positions[position - 1]
    entrant = play.table.seats.get(letter=letter).sitting.entrant
    return Entrant.objects.get(pk=entrant.pk)


def copied(event: Event, name: str, *, is_public: bool = True) -> Stage:
    """An event with the same people, drawn."""
    slug = name.lower()
    made = copy_event(event, SYSTEM, name=name, slug=slug, with_entrants=True, is_public=is_public)
    Event.objects.filter(pk=made.pk).update(starts_on=date(2026, 10, 3), place="Chengdu")
    return draw_stage(made.stages.get(), SYSTEM)


@pytest.fixture
def spring() -> Stage:
    """The first event, played."""
    stage = drawn_stage(6, 1, 1)
    play(stage)
    return stage


def of_person(stage: Stage, person: Person) -> Entrant:
    return stage.event.entrants.get(person=person)


def test_the_line_of_the_same_person_is_told_with_its_rank_of_how_many(spring: Stage) -> None:
    autumn = copied(spring.event, "Autumn")
    winner = at(play(autumn), 1)
    here = of_person(spring, winner.person)
    (line,) = other_events(spring.event_id, here.pk)
    # Three have 2 of 2, the others 0.
    assert (line.rank, line.count, line.score, line.percentage) == (1, 6, Fraction(2), "100.00")
    assert (line.address, line.name, line.place) == ("autumn", "Autumn", "Chengdu")
    assert (line.starts_on, line.state) == (date(2026, 10, 3), "finished")
    assert line.entrant_id == winner.pk
    loser = at(Play.objects.get(table__realm=autumn.event_id, table__number=1), 2)
    (line,) = other_events(spring.event_id, of_person(spring, loser.person).pk)
    assert (line.rank, line.score) == (4, 0)
    # And the other way round.
    (back,) = other_events(autumn.event_id, winner.pk)
    assert (back.address, back.entrant_id) == (spring.event.slug, here.pk)


def test_of_several_stages_it_is_the_last_in_which_they_are(spring: Stage) -> None:
    autumn = copied(spring.event, "Autumn")
    winner = at(play(autumn), 1)
    create_stage(autumn.event, rounds=1, boards_per_round=1, seed=1, actor=SYSTEM)
    (line,) = other_events(spring.event_id, of_person(spring, winner.person).pk)
    assert (line.address, line.rank) == ("autumn.1", 1)


def test_the_same_name_alone_is_another_person(spring: Stage) -> None:
    other = drawn_stage(6, 1, 1)  # Player 1 to 6 once more, of the same clubs
    play(other)
    for entrant in spring.event.entrants.all():
        assert other_events(spring.event_id, entrant.pk) == ()


def test_nothing_is_told_of_a_hidden_event_nor_before_standings(spring: Stage) -> None:
    hidden = copied(spring.event, "Hidden", is_public=False)
    entrant = of_person(spring, at(play(hidden), 1).person)
    autumn = copied(spring.event, "Autumn")
    assert other_events(spring.event_id, entrant.pk) == ()
    play(autumn)
    assert [line.name for line in other_events(spring.event_id, entrant.pk)] == ["Autumn"]
    Event.objects.filter(pk=autumn.event_id).update(is_public=False)
    assert other_events(spring.event_id, entrant.pk) == ()


def test_who_was_removed_has_no_history_anywhere(spring: Stage) -> None:
    autumn = copied(spring.event, "Autumn")
    there = at(play(autumn), 1)
    here = of_person(spring, there.person)
    remove_person(there.person, SYSTEM)
    assert other_events(spring.event_id, here.pk) == ()
    assert other_events(autumn.event_id, there.pk) == ()


def test_page_and_api_tell_it_and_a_known_page_is_renewed(spring: Stage, anybody: Client) -> None:
    autumn = copied(spring.event, "Autumn")
    first = spring.event.entrants.order_by("number")[0]
    page = f"/e/{spring.event.slug}/entrants/{first.pk}/"
    api = f"/api/v1/events/{spring.event.slug}/entrants/{first.pk}/"
    known = {address: anybody.get(address)["ETag"] for address in (page, api)}
    assert "Other events" not in anybody.get(page).content.decode()
    play(autumn)
    for address, tag in known.items():
        answer = anybody.get(address, headers={"If-None-Match": tag})
        assert answer.status_code == 200
        again = anybody.get(address, headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304
    there = autumn.event.entrants.get(person=first.person)
    text = anybody.get(page).content.decode()
    assert f'<a href="/e/autumn/entrants/{there.pk}/">Autumn</a>' in text
    assert "2026-10-03 · Chengdu" in text
    (line,) = anybody.get(api).json()["other_events"]
    assert (line["slug"], line["entrant"], line["entrants"]) == ("autumn", there.pk, 6)
    assert (line["starts_on"], line["place"]) == ("2026-10-03", "Chengdu")
    assert line["rank"] in (1, 4)
    # Removed, it is gone from a page that somebody knew.
    known = {address: anybody.get(address)["ETag"] for address in (page, api)}
    Event.objects.filter(pk=autumn.event_id).update(is_public=False)
    for address, tag in known.items():
        answer = anybody.get(address, headers={"If-None-Match": tag})
        assert answer.status_code == 200
        assert b"Autumn" not in answer.content


def test_more_events_take_no_more_statements(spring: Stage) -> None:
    entrant = spring.event.entrants.order_by("number")[0]
    taken = []
    for name in ("Autumn", "Winter"):
        play(copied(spring.event, name))
        with CaptureQueriesContext(connection) as captured:
            lines = other_events(spring.event_id, entrant.pk)
        taken.append((len(lines), len(captured)))
    assert taken == [(1, 2), (2, 2)]
    with CaptureQueriesContext(connection) as captured:
        queries.freshness(spring.event.slug, entrant=entrant.pk)
    assert len(captured) == 1

"""A page with nothing to show says what the next step is."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.factories import drawn_stage, entrants_text, release
from tournaments.services import create_event, import_entrants
from tournaments.services.actors import SYSTEM


def text_of(address: str) -> str:
    response = Client().get(address)
    assert response.status_code == 200, address
    return " ".join(response.content.decode().split())


@pytest.mark.django_db
def test_a_new_installation_says_how_it_begins() -> None:
    text = text_of("/")
    assert "There is no event yet." in text
    assert "printed a link for the first owner" in text


@pytest.mark.django_db
def test_an_event_without_anything_has_all_its_pages() -> None:
    event = create_event(name="Spring Cup", actor=SYSTEM)
    base = f"/e/{event.slug}/"
    assert "Next the organiser enters the players." in text_of(base)
    assert "No standings yet" in text_of(f"{base}standings/")
    assert "Next the director draws the rounds" in text_of(f"{base}rounds/")
    assert "No board is open yet" in text_of(f"{base}boards/")
    assert "Not drawn yet" in text_of(f"{base}movement/")
    assert "No boards are committed yet" in text_of(f"{base}verify/")
    assert "Coming" in text_of("/")


@pytest.mark.django_db
def test_the_overview_says_what_comes_next_at_each_stage_of_an_event() -> None:
    event = create_event(name="Entered", actor=SYSTEM)
    import_entrants(event, entrants_text(6), SYSTEM)
    assert "Next the director draws the rounds." in text_of(f"/e/{event.slug}/")
    stage = drawn_stage(9, 2, 1)
    base = f"/e/{stage.event.slug}/"
    assert "Play begins when the director releases round 1." in text_of(base)
    assert "nobody can exchange it any more" in text_of(f"{base}verify/")
    release(stage)
    assert "when the last table has finished the first board" in text_of(base)
    entrant = stage.event.entrants.first()
    assert entrant is not None
    assert "Nothing counts yet" in text_of(f"{base}entrants/{entrant.pk}/")

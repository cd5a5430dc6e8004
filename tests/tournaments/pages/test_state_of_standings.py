"""What the standings say of boards sat out, and of an event that runs or is over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client

from games.models import Board
from tests.tournaments.factories import (
    PASSED_OUT,
    count_and_publish,
    drawn_stage,
    facts,
    play_round,
    release,
)
from tests.tournaments.read.made_event import MadeEvent
from tournaments.models import EventState, Stage
from tournaments.services.send_outbox import note_official

from .test_figures import page, rows_of

LEGEND = "those of a round sat out"


@pytest.fixture
def seven(db: None) -> Stage:
    """Seven players, one round of two boards: one sits out, everything is passed out."""
    stage = drawn_stage(entrants=7, rounds=1, boards=2)
    play_round(release(stage), lambda _: PASSED_OUT)
    count_and_publish(stage)
    return stage


def test_boards_played_and_boards_awarded_are_told_apart(seven: Stage, anybody: Client) -> None:
    (out,) = seven.rounds.get().byes.values_list("entrant__person__name", flat=True)
    for rest in ("", "standings/"):
        text = anybody.get(f"/e/{seven.event.slug}/{rest}").content.decode()
        assert "Boards played" in text
        assert LEGEND in text
        rows = rows_of(text, "standings")
        assert len(rows) == 7
        assert {row[2].startswith(out): row[-3] for row in rows} == {True: "0 + 2", False: "2"}


def test_without_a_bye_nothing_is_explained(made: MadeEvent, anybody: Client) -> None:
    assert LEGEND not in page(anybody, made, "standings/")


def test_standings_are_live_while_the_event_runs(made: MadeEvent, anybody: Client) -> None:
    for rest in ("", "standings/", "boards/", "rounds/1/", f"entrants/{made.entrant(1).pk}/"):
        text = page(anybody, made, rest)
        assert 'class="live"' in text, rest
        assert 'class="final"' not in text, rest


def test_standings_are_provisional_until_the_correction_period_is_over(
    seven: Stage, anybody: Client
) -> None:
    seven.event.state = EventState.FINISHED
    seven.event.save()
    for rest in ("", "standings/"):
        text = anybody.get(f"/e/{seven.event.slug}/{rest}").content.decode()
        assert "provisional: the correction period is not over" in text
        assert "Final standings" not in text
        assert 'class="final"' not in text
    assert note_official() == []
    opened = Board.objects.filter(opened_at__isnull=False)
    opened.update(opened_at=F("opened_at") - timedelta(minutes=31))
    tag = anybody.get(f"/e/{seven.event.slug}/standings/")["ETag"]
    assert note_official() == [seven.event]
    again = anybody.get(f"/e/{seven.event.slug}/standings/", headers={"If-None-Match": tag})
    assert again.status_code == 200
    for rest in ("", "standings/"):
        text = anybody.get(f"/e/{seven.event.slug}/{rest}").content.decode()
        assert '<span class="final">official since <time' in text
        assert "Final standings" in text
        assert 'class="live"' not in text


def test_an_earlier_version_is_neither(seven: Stage, anybody: Client) -> None:
    text = anybody.get(f"/e/{seven.event.slug}/standings/?version=1").content.decode()
    assert 'class="final"' not in text
    assert 'class="live"' not in text


def test_a_coming_event_is_neither(db: None, anybody: Client) -> None:
    stage = drawn_stage(entrants=6, rounds=1, boards=1)
    text = anybody.get(f"/e/{stage.event.slug}/standings/").content.decode()
    assert 'class="final"' not in text
    assert 'class="live"' not in text


def test_the_address_above_the_events_leads_to_their_list(anybody: Client) -> None:
    response = anybody.get("/e/")
    assert (response.status_code, response["Location"]) == (302, "/")


def test_the_newest_page_leads_to_the_files_of_its_own_version(
    made: MadeEvent, anybody: Client
) -> None:
    page = anybody.get(f"/e/{made.slug}/standings/").content.decode()
    assert f'href="/e/{made.slug}/files/?version=2"' in page
    assert f'href="/api/v1/events/{made.slug}/standings/?version=2"' in page
    files = f"/e/{made.slug}/files/?version=2"
    before = anybody.get(files)
    assert "earlier version" not in before.content.decode()
    made.finish(3, 3, facts(1, 1))
    made.publish()
    after = anybody.get(files, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "This is an earlier version." in after.content.decode()
    assert f'href="/e/{made.slug}/files/standings.csv?version=2"' in after.content.decode()

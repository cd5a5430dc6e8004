"""Where the tables of a board parted: two that played alike, and one that did not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import LogEntry, Play, Result
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    play_for_real,
    plays_of,
    release,
)
from tournaments import queries
from tournaments.api import shapes
from tournaments.models import Stage

from .conforms import faults

pytestmark = pytest.mark.django_db


def played_alike(tables: int) -> tuple[Stage, list[Play]]:
    """One board: the last table is played by other bots than all others."""
    stage = drawn_stage(entrants=3 * tables, rounds=1, boards=1)
    plays = plays_of(release(stage))
    for play in plays:
        play_for_real(play, seed=7 if play.table.number == tables else 1)
    count_and_publish(stage)
    return stage, plays


def test_two_of_three_go_together_to_the_end() -> None:
    stage, plays = played_alike(3)
    page = queries.parting_page(queries.edition(stage.event.slug), 1)
    assert page.total == 3
    (pair,) = [line for line in page.lines if len(line.tables) == 2]
    (alone,) = [line for line in page.lines if len(line.tables) == 1]
    assert (pair.count, pair.of, alone.count, alone.of) == (2, 3, 1, 3)
    assert pair.depth == alone.depth
    assert [number for number, _play in pair.tables] == [1, 2]
    assert alone.tables == ((3, plays[2].pk),)
    # Everything that the pair did from the parting on is told, to the last card.
    log = LogEntry.objects.filter(play=plays[0], seq__isnull=False)
    actions = log.count() + log.filter(kind="doubles_revealed").count()  # one entry, two choices
    common = sum(len(line.steps) for line in page.lines if line.count == 3)
    assert common + len(pair.steps) == actions
    who = str(pair.steps[0].position)
    assert pair.average == Result.objects.get(play=plays[0]).points[who]
    if common:
        who = str(page.lines[0].steps[0].position)
        total = sum(Result.objects.get(play=play).points[who] for play in plays)
        assert page.lines[0].average == Fraction(total, 3)


def test_the_page_links_each_table_and_counts(client: Client) -> None:
    stage, plays = played_alike(3)
    text = client.get(f"/e/{stage.event.slug}/boards/1/partings/").content.decode()
    for play in plays:
        assert f"/plays/{play.pk}/" in text
    assert "2 of 3" in text
    assert "1 of 3" in text
    board = client.get(f"/e/{stage.event.slug}/boards/1/").content.decode()
    assert "/boards/1/partings/" in board


def test_the_api_tells_what_the_page_shows(client: Client) -> None:
    stage, _plays = played_alike(3)
    told = client.get(f"/api/v1/events/{stage.event.slug}/boards/1/partings/").json()
    assert faults(shapes.Partings(), told, "partings") == []
    page = queries.parting_page(queries.edition(stage.event.slug), 1)
    assert [(line["count"], line["of"], Fraction(line["average"])) for line in told["lines"]] == [
        (line.count, line.of, line.average) for line in page.lines
    ]


def test_the_number_of_statements_is_constant() -> None:
    counts = []
    for tables in (2, 4):
        stage, _plays = played_alike(tables)
        edition = queries.edition(stage.event.slug)
        with CaptureQueriesContext(connection) as captured:
            queries.parting_page(edition, 1)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_board_that_is_not_opened_tells_nothing() -> None:
    stage = drawn_stage(entrants=6, rounds=1, boards=1)
    play_for_real(plays_of(release(stage))[0])
    with pytest.raises(queries.NotPublicError):
        queries.parting_page(queries.edition(stage.event.slug), 1)

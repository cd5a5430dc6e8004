"""The number of statements of a page does not depend on the size of the event."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.deals import _deal, _reveal
from games.models import Play
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    play_round,
    release,
)
from tournaments.models import Stage

#: By address below the event's: the number of statements, the two or three for the tag included.
PAGES = {
    "": 11,
    "standings/": 9,
    "standings/cross-table/": 16,
    "standings/cross-table/?entrant={entrant}": 22,
    "rounds/1/": 13,
    "rounds/2/": 11,
    "tables/1/": 22,
    "tables/1/?round=2": 12,
    "boards/": 8,
    "boards/1/": 17,
    "plays/{play}/": 18,
    "entrants/{entrant}/": 20,
    "movement/": 10,
    "verify/": 9,
}


@pytest.fixture
def two_sizes(db: None) -> tuple[Stage, Stage]:
    """An event of 6 players and 1 board a round, and one of 15 players and 4 boards."""
    stages = []
    for entrants, boards in ((6, 1), (15, 4)):
        stage = drawn_stage(entrants, 2, boards, allow_repeats=True)
        play_round(release(stage), lambda _: facts(1, 2))
        count_and_publish(stage)
        stages.append(stage)
    return stages[0], stages[1]


def statements(stage: Stage, rest: str) -> int:
    """The statements of a page in a process that has just started."""
    _deal.cache_clear()
    _reveal.cache_clear()
    play = Play.objects.filter(board__board_set__session__stage=stage, board__number=1).first()
    entrant = stage.event.entrants.first()
    assert play is not None
    assert entrant is not None
    address = f"/e/{stage.event.slug}/" + rest.format(play=play.pk, entrant=entrant.pk)
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(address).status_code == 200
    return len(captured)


def test_pages_take_the_same_statements_for_any_size(two_sizes: tuple[Stage, Stage]) -> None:
    small, large = ({rest: statements(stage, rest) for rest in PAGES} for stage in two_sizes)
    assert small == large
    assert large == PAGES


def test_the_first_page_takes_one_statement_for_each_state(two_sizes: tuple[Stage, Stage]) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert Client().get("/").status_code == 200
    assert len(captured) == 3

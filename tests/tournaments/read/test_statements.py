"""The number of statements of a public answer does not depend on the size of the event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.deals import _deal, _reveal
from games.models import Play
from tests.tournaments.factories import count_and_publish, drawn_stage, facts, play_round, release
from tournaments import queries
from tournaments.models import Stage
from tournaments.queries.my_event import my_event
from tournaments.queries.schedule import read_movement, scheduled_round

Answer = Callable[[queries.Edition, str, str], Any]

#: By name: the answer for an edition, an entrant and a play; and its number of statements.
ANSWERS: dict[str, tuple[Answer, int]] = {
    "event": (lambda edition, who, play: queries.event_overview(edition), 5),
    "standings": (lambda edition, who, play: queries.standings(edition), 2),
    "around": (lambda edition, who, play: queries.standings(edition, around=who, limit=3), 2),
    "clubs": (lambda edition, who, play: queries.unit_page(edition), 2),
    "rounds": (lambda edition, who, play: queries.round_list(edition), 1),
    "released round": (lambda edition, who, play: queries.round_seating(edition, 1), 6),
    "drawn round": (lambda edition, who, play: queries.round_seating(edition, 2), 4),
    "table": (lambda edition, who, play: queries.table_page(edition, 1, 1), 16),
    "drawn table": (lambda edition, who, play: queries.table_page(edition, 1, 2), 6),
    "boards": (lambda edition, who, play: queries.board_list(edition), 2),
    "board": (lambda edition, who, play: queries.board_page(edition, 1), 10),
    "plays": (lambda edition, who, play: queries.play_list(edition), 9),
    "play": (lambda edition, who, play: queries.play_page(edition, play), 12),
    "scorecard": (lambda edition, who, play: queries.scorecard(edition, who), 11),
    "movement": (lambda edition, who, play: queries.movement_page(edition), 4),
    "commitment": (lambda edition, who, play: queries.commitment_page(edition), 3),
}


def statements(call: Callable[[], Any]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        call()
    return len(captured)


@pytest.fixture
def two_sizes(db: None) -> tuple[Stage, Stage]:
    """An event of 6 players and 1 board, and one of 15 players and 4 boards."""
    stages = []
    for entrants, boards in ((6, 1), (15, 4)):
        stage = drawn_stage(entrants, 2, boards, allow_repeats=True)
        play_round(release(stage), lambda _: facts(1, 2))
        count_and_publish(stage)
        stages.append(stage)
    return stages[0], stages[1]


def count(answer: Answer, stage: Stage) -> int:
    """The statements of an answer in a process that has just started."""
    _deal.cache_clear()
    _reveal.cache_clear()
    edition = queries.edition(stage.event.slug)
    who = stage.event.entrants.order_by("-number").values_list("pk", flat=True)[0]
    play = Play.objects.filter(table__realm=edition.event_id, board__number=1).order_by("pk")[0].pk
    return statements(lambda: answer(edition, who, play))


def test_an_answer_takes_as_many_statements_at_either_size(two_sizes: tuple[Stage, Stage]) -> None:
    expected = {name: most for name, (_answer, most) in ANSWERS.items()}
    for stage in two_sizes:
        assert {name: count(answer, stage) for name, (answer, _most) in ANSWERS.items()} == expected


def test_an_edition_takes_five_statements_and_its_freshness_one(
    two_sizes: tuple[Stage, Stage],
) -> None:
    for stage in two_sizes:
        slug = stage.event.slug
        assert statements(lambda: queries.edition(slug)) == 5  # noqa: B023
        assert statements(lambda: queries.freshness(slug)) == 1  # noqa: B023
        assert statements(lambda: queries.freshness(slug, rounds=True)) == 1  # noqa: B023


def test_a_player_s_own_place_takes_as_many_statements_at_either_size(
    two_sizes: tuple[Stage, Stage],
) -> None:
    counted = []
    for stage in two_sizes:
        player = stage.event.entrants.get(number=1).player
        counted.append(statements(lambda: my_event(player)))  # noqa: B023
    assert counted[0] == counted[1]
    assert counted[0] <= 12


def test_one_round_of_the_schedule_is_read_as_the_whole_of_it(
    two_sizes: tuple[Stage, Stage],
) -> None:
    for stage in two_sizes:
        assert stage.movement is not None
        whole = read_movement(stage.movement)
        assert tuple(scheduled_round(stage.pk, number) for number in (1, 2)) == whole
        with pytest.raises(queries.NotPublicError):
            scheduled_round(stage.pk, 3)

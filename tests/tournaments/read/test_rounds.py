"""Rounds, seating, movement and commitment, as everybody reads them."""

from __future__ import annotations

import json

import pytest

from engine.dealing_reveal import Reveal, deals_from_data, verify
from engine.movements import Movement
from games.deals import deal_of
from games.services import reveal_board_set
from tests.tournaments.factories import drawn_stage, facts, new_stage, play_round, release
from tournaments import queries
from tournaments.queries.progress import progress

from .made_event import MadeEvent

Seating = list[tuple[int, str, list[tuple[str, int]]]]


def seating(page: queries.RoundSeating) -> Seating:
    return [
        (table.number, table.state, [(c.letter, c.entrant.number) for c in table.chairs])
        for table in page.tables
    ]


def test_a_released_round_tells_who_sits_where_and_which_tables_have_finished(
    made: MadeEvent,
) -> None:
    page = queries.round_seating(queries.edition(made.slug), 1)
    assert seating(page) == [
        (1, "finished", [("A", 1), ("B", 2), ("C", 3)]),
        (2, "finished", [("A", 4), ("B", 5), ("C", 6)]),
        (3, "playing", [("A", 7), ("B", 8), ("C", 9)]),
    ]
    assert [(b.number, b.positions) for b in page.tables[0].boards] == [
        (1, "ABC"),
        (2, "BCA"),
        (3, "CAB"),
    ]
    assert (page.round.state, page.opened, page.byes) == ("playing", (1, 2), ())


def test_a_drawn_round_is_told_from_the_movement(made: MadeEvent) -> None:
    page = queries.round_seating(queries.edition(made.slug), 2)
    assert seating(page) == [
        (1, "drawn", [("A", 1), ("B", 4), ("C", 7)]),
        (2, "drawn", [("A", 2), ("B", 5), ("C", 8)]),
        (3, "drawn", [("A", 3), ("B", 6), ("C", 9)]),
    ]
    assert [(b.number, b.positions) for b in page.tables[2].boards] == [
        (4, "ABC"),
        (5, "BCA"),
        (6, "CAB"),
    ]


def test_a_round_that_does_not_exist_is_nothing_public(made: MadeEvent) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.round_seating(queries.edition(made.slug), 3)


def test_the_overview_has_leaders_rounds_and_commitment(made: MadeEvent) -> None:
    page = queries.event_overview(queries.edition(made.slug), top=3)
    assert [row.entrant.number for row in page.standings.rows] == [5, 6, 7]
    assert page.entrant_count == 9
    assert page.current is not None
    assert page.following is not None
    assert (page.current.round.number, page.current.tables, page.current.tables_finished) == (
        1,
        3,
        2,
    )
    assert (page.following.round.number, page.following.tables) == (2, 0)
    assert len(page.commitments) == 1


def test_public_events_are_listed_newest_first(made: MadeEvent) -> None:
    hidden = new_stage().event
    hidden.is_public = False
    hidden.save()
    coming = new_stage().event
    assert [line.slug for line in queries.event_list()] == [coming.slug, made.slug]
    assert [line.slug for line in queries.event_list("running")] == [made.slug]
    with pytest.raises(queries.NotPublicError):
        queries.edition(hidden.slug)


@pytest.mark.django_db
def test_an_event_can_be_read_before_its_draw() -> None:
    edition = queries.edition(new_stage().event.slug)
    assert (edition.version, edition.rounds, edition.boards_in_play) == (0, (), 0)
    assert queries.event_overview(edition).current is None
    assert queries.board_list(edition).boards == ()
    assert queries.commitment_page(edition).commitments == ()
    with pytest.raises(queries.NotPublicError):
        queries.movement_page(edition)


@pytest.mark.django_db
def test_the_movement_is_the_document_that_the_engine_reads() -> None:
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    page = queries.movement_page(queries.edition(stage.event.slug))
    drawn = Movement.from_data({k: v for k, v in page.movement.items() if k != "entrants"})
    assert page.certificate["repeat_meetings"] == 0
    assert (drawn.players, len(drawn.rounds)) == (9, 2)
    told = [sorted(who for _, who in table.chairs) for table in page.rounds[0].tables]
    meant = [sorted(player + 1 for player in table.players) for table in drawn.rounds[0].tables]
    assert told == meant
    assert page.people[3].name == "Player 3"


def test_the_commitment_comes_with_the_deals_of_opened_boards_only(made: MadeEvent) -> None:
    page = queries.commitment_page(queries.edition(made.slug))
    (only,) = page.commitments
    assert only.reveal is None
    assert [board.number for board in deals_from_data(page.deals[1])] == [1, 2]
    for number in (3, 4, 5, 6):
        hidden = deal_of(made.board(number)).to_data()["hands"]["1"]
        assert json.dumps(hidden) not in json.dumps(page.deals[1])


def test_after_the_reveal_everything_that_is_published_verifies(made: MadeEvent) -> None:
    made.finish(3, 3, facts(1, 1))
    play_round(release(made.stage, 2), lambda _: facts(1, 1))
    made.publish()
    reveal_board_set(made.stage.sessions.get().board_set)
    page = queries.commitment_page(queries.edition(made.slug))
    (only,) = page.commitments
    reveal = Reveal.from_data(only.reveal)
    assert verify(reveal, only.commitment, deals_from_data(page.deals[1])) == []
    assert reveal.description.canonical().decode() == only.canonical


def test_progress_tells_versions_boards_and_rounds_and_then_only_what_changed(
    made: MadeEvent,
) -> None:
    before = progress(made.slug)
    assert before.to_data() == {
        "version": 2,
        "boards": [1, 2],
        "rounds": [
            {"round": 1, "state": "playing", "tables": 3, "tables_finished": 2},
            {"round": 2, "state": "drawn", "tables": 0, "tables_finished": 0},
        ],
    }
    assert list(before.since(before)) == []
    made.finish(3, 3, facts(1, 1))
    made.publish()
    assert list(progress(made.slug).since(before)) == [
        ("version", {"version": 3}),
        ("board", {"board": 3, "opened": True}),
        ("round", {"round": 1, "state": "finished", "tables": 3, "tables_finished": 3}),
    ]

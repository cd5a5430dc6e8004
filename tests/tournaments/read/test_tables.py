"""A table as spectators see it: seats, states, results of opened boards, and nothing else."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.factories import facts
from tournaments import queries

from .made_event import MadeEvent


def lines(page: queries.TablePage) -> list[tuple[int, str, str, bool]]:
    return [(b.board.number, b.board.positions, b.state, b.opened) for b in page.boards]


def test_a_table_tells_its_seats_the_state_of_each_board_and_the_results_of_opened_ones(
    made: MadeEvent,
) -> None:
    page = queries.table_page(queries.edition(made.slug), 1)
    assert [(chair.letter, chair.entrant.number) for chair in page.seating.chairs] == [
        ("A", 1),
        ("B", 2),
        ("C", 3),
    ]
    assert (page.round.number, page.tables, page.previous, page.following) == (1, 3, None, 2)
    assert lines(page) == [
        (1, "ABC", "finished", True),
        (2, "BCA", "finished", True),
        (3, "CAB", "finished", False),
    ]
    first, second, third = (each.result for each in page.boards)
    assert first is not None
    assert second is not None
    assert {seat.letter: seat.points for seat in first.seats} == {"A": 16, "B": -8, "C": -8}
    assert {seat.letter: seat.points for seat in second.seats} == {"A": -6, "B": -6, "C": 12}
    assert third is None  # finished here, but table 3 still plays it
    assert lines(queries.table_page(queries.edition(made.slug), 3))[2][2] == "scheduled"


def test_a_table_of_a_drawn_round_is_to_come(made: MadeEvent) -> None:
    page = queries.table_page(queries.edition(made.slug), 3, 2)
    assert [chair.entrant.number for chair in page.seating.chairs] == [3, 6, 9]
    assert {board.state for board in page.boards} == {"drawn"}
    assert (page.previous, page.following) == (2, None)


@pytest.mark.parametrize(("table", "number"), [(0, None), (4, None), (1, 3), (4, 2)])
def test_a_table_that_is_not_there_is_nothing_public(
    made: MadeEvent, table: int, number: int | None
) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.table_page(queries.edition(made.slug), table, number)


def test_the_tag_of_a_table_follows_its_boards(made: MadeEvent, anybody: Client) -> None:
    paths = [f"/e/{made.slug}/tables/{table}/" for table in (1, 3)]
    paths += [f"/api/v1/events/{made.slug}/rounds/1/tables/{table}/" for table in (1, 3)]
    before = {path: anybody.get(path)["ETag"] for path in paths}
    play = made.play(3, 3)
    play.state = "playing"  # as when a table begins a board: no version, no entry in the audit
    play.save()
    for path, tag in before.items():
        status = anybody.get(path, headers={"If-None-Match": tag}).status_code
        assert status == (200 if path.endswith("/3/") else 304), path


def test_an_unopened_board_is_a_state_and_nothing_more(made: MadeEvent, anybody: Client) -> None:
    for path in (f"/e/{made.slug}/tables/1/", f"/api/v1/events/{made.slug}/rounds/1/tables/1/"):
        closed = anybody.get(path).content.decode()
        play = made.play(3, 1)
        assert play.pk not in closed
        assert made.play(1, 1).pk in closed
        assert ("finished, not open yet" in closed) == ("/e/" in path)
    document = anybody.get(f"/api/v1/events/{made.slug}/rounds/1/tables/1/").json()
    assert document["boards"][2] == {
        "number": 3,
        "positions": "CAB",
        "state": "finished",
        "opened": False,
        "result": None,
    }
    made.finish(3, 3, facts(1, 1))
    made.publish()
    assert made.play(3, 1).pk in anybody.get(f"/e/{made.slug}/tables/1/").content.decode()


def test_the_round_leads_to_its_tables_and_the_page_says_the_delay(
    made: MadeEvent, anybody: Client
) -> None:
    assert (
        f"/e/{made.slug}/tables/2/?round=1"
        in anybody.get(f"/e/{made.slug}/rounds/1/").content.decode()
    )
    page = f"/e/{made.slug}/tables/2/"
    assert "without further delay" in anybody.get(page).content.decode()
    made.event.spectator_delay = 15
    made.event.save()
    told = anybody.get(page).content.decode()
    assert "opens to spectators 15 minutes after its last table has finished it" in told

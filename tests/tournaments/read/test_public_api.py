"""The public resources: what they say, in which shape, and how lists are paged."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import facts
from tournaments.api import shapes

from .conforms import faults
from .made_event import MadeEvent, write_log

Shape = Any


def get(client: Client, path: str, **query: Any) -> Any:
    """The JSON of a public address below /api/v1/events/."""
    response = client.get(f"/api/v1/events/{path}", query)
    assert response.status_code == 200, response.content
    return response.json()


DETAILS: list[tuple[str, Shape]] = [
    ("", shapes.Overview()),
    ("rounds/1/", shapes.RoundSeating()),
    ("rounds/2/", shapes.RoundSeating()),
    ("rounds/1/tables/1/", shapes.TablePage()),
    ("rounds/2/tables/3/", shapes.TablePage()),
    ("boards/1/", shapes.Board()),
    ("boards/2/", shapes.Board()),
    ("boards/1/partings/", shapes.Partings()),
    ("plays/{play}/", shapes.PlayRecord()),
    ("entrants/{entrant}/", shapes.Scorecard()),
    ("movement/", shapes.MovementDocument()),
    ("commitment/", shapes.Commitments()),
]
LISTS: list[tuple[str, Shape]] = [
    ("standings/", shapes.Standing),
    ("standings/clubs/", shapes.UnitStanding),
    ("cross-table/", shapes.CrossRow),
    ("rounds/", shapes.RoundLine),
    ("boards/", shapes.BoardLine),
    ("plays/", shapes.PlayResult),
    ("entrants/", shapes.EntrantLine),
]


def address(made: MadeEvent, path: str) -> str:
    """A path of the made event with its ids filled in."""
    play, entrant = made.play(1, 1).pk, made.entrant(1).pk
    return f"{made.slug}/{path.format(play=play, entrant=entrant)}"


def test_every_document_is_as_its_schema_says(made: MadeEvent, anybody: Client) -> None:
    write_log(made.play(1, 1))
    for path, shape in DETAILS:
        document = get(anybody, address(made, path))
        assert faults(shape, document, path) == []
        assert document["version"] == 2


def test_every_list_has_results_the_next_cursor_and_its_version(
    made: MadeEvent, anybody: Client
) -> None:
    for path, shape in LISTS:
        document = get(anybody, address(made, path))
        assert set(document) == {"results", "next", "version"}
        assert (document["next"], document["version"]) == (None, 2)
        assert document["results"]
        assert faults(shape(many=True), document["results"], path) == []


@pytest.mark.parametrize("path", [path for path, _ in LISTS])
def test_a_list_read_in_stretches_is_the_whole_list_of_one_version(
    made: MadeEvent, anybody: Client, path: str
) -> None:
    whole = get(anybody, address(made, path))["results"]
    first = get(anybody, address(made, path), limit=1)
    made.finish(3, 3, facts(1, 3))
    made.publish()
    read, cursor = list(first["results"]), first["next"]
    while cursor:
        part = get(anybody, address(made, path), limit=2, cursor=cursor)
        assert part["version"] == 2
        read += part["results"]
        cursor = part["next"]
    if path == "rounds/":  # rounds go on whatever the version
        read = [{**line, "state": "", "tables_finished": 0, "finished_at": None} for line in read]
        whole = [{**line, "state": "", "tables_finished": 0, "finished_at": None} for line in whole]
    assert read == whole


def test_standings_carry_exact_scores_and_percentages(made: MadeEvent, anybody: Client) -> None:
    first = get(anybody, f"{made.slug}/standings/", limit=1)["results"][0]
    assert first == {
        "rank": 1,
        "category_rank": None,
        "change": None,
        "entrant": {
            "id": made.entrant(5).pk,
            "number": 5,
            "name": "Player 5",
            "club": "North",
            "categories": [],
        },
        "score": "7",
        "percentage": "87.50",
        "boards": 2,
        "boards_awarded": 0,
        "penalty": "0",
        "rounds": ["7"],
        "points": 10,
        "raw_rank": 1,
        "out_round": None,
        "carried": "0",
        "tie_breaks": [],
        "title_points": None,
    }


def test_standings_around_an_entrant_go_on_from_there(made: MadeEvent, anybody: Client) -> None:
    path = f"{made.slug}/standings/"
    here = get(anybody, path, around=made.entrant(1).pk, limit=3)
    assert [line["entrant"]["number"] for line in here["results"]] == [8, 1, 3]
    onward = get(anybody, path, cursor=here["next"])
    assert [line["entrant"]["number"] for line in onward["results"]] == [4, 9, 2]


def test_a_scorecard_prints_fractions_exactly(made: MadeEvent, anybody: Client) -> None:
    card = get(anybody, address(made, "entrants/{entrant}/"))
    (only,) = card["rounds"]
    assert (only["score"], only["top"], only["points"], only["added"]) == ("4", "8", 10, "38/3")
    second = only["boards"][1]
    assert (second["field_average"], second["added"], second["percentage"]) == (
        "-8/3",
        "-10/3",
        "0.00",
    )


def test_plays_can_be_asked_for_by_board_and_by_entrant(made: MadeEvent, anybody: Client) -> None:
    path = f"{made.slug}/plays/"
    assert [p["table"] for p in get(anybody, path, board=2)["results"]] == [1, 2, 3]
    mine = get(anybody, path, entrant=made.entrant(9).pk)["results"]
    assert [(p["board"], p["table"]) for p in mine] == [(1, 3), (2, 3)]


def test_the_traveller_of_a_board_can_be_paged(made: MadeEvent, anybody: Client) -> None:
    first = get(anybody, f"{made.slug}/boards/2/", limit=2)
    second = get(anybody, f"{made.slug}/boards/2/", limit=2, cursor=first["next"])
    assert [each["table"] for each in first["traveller"] + second["traveller"]] == [1, 2, 3]
    assert second["next"] is None


def test_the_tables_of_a_round_can_be_paged(made: MadeEvent, anybody: Client) -> None:
    first = get(anybody, f"{made.slug}/rounds/1/", limit=2)
    second = get(anybody, f"{made.slug}/rounds/1/", limit=2, cursor=first["next"])
    assert [table["number"] for table in first["tables"] + second["tables"]] == [1, 2, 3]


def test_events_are_listed_by_state_and_paged(made: MadeEvent, anybody: Client) -> None:
    document = get(anybody, "")
    assert faults(shapes.EventLine(many=True), document["results"]) == []
    assert [line["slug"] for line in document["results"]] == [made.slug]
    assert document["version"] is None
    assert get(anybody, "", state="draft")["results"] == []
    assert get(anybody, "", limit=1)["next"] is None


def test_an_older_version_can_be_read_everywhere(made: MadeEvent, anybody: Client) -> None:
    for path, _ in (*DETAILS, *LISTS):
        if path not in ("boards/2/",):
            assert get(anybody, address(made, path), version=1)["version"] == 1
    assert [
        line["number"] for line in get(anybody, f"{made.slug}/boards/", version=1)["results"]
    ] == [1]

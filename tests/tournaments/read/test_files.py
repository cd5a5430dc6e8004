"""Files of the made event: its figures, in every form, of opened boards only."""

from __future__ import annotations

import csv
import io
from typing import Any
from xml.etree import ElementTree

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.record_json import read_json
from games.models import Person, Result
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    play_for_real,
    plays_of,
    release,
)
from tournaments.exports import FILES
from tournaments.queries import edition
from tournaments.signing import signing_key

from .made_event import MadeEvent

NAMES = (
    *("standings.csv", "results.csv", "categories.csv", "clubs.csv", "ratings.csv", "titles.csv"),
    *("event.xlsx", "usebio.xml", "records.json", "summary.json"),
)


def read(client: Client, slug: str, name: str, **query: Any) -> bytes:
    response = client.get(f"/e/{slug}/files/{name}", query)
    assert response.status_code == 200
    assert response["Content-Disposition"].startswith("attachment; filename=")
    return bytes(response.content)


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_the_standings_are_those_of_the_version(made: MadeEvent, anybody: Client) -> None:
    found = rows(read(anybody, made.slug, "standings.csv"))
    # E5 7, E6 E7 E8 5, E1 E3 4, E4 E9 3, E2 0 of 8 (see made_event).
    assert [(row["rank"], row["number"], row["score"], row["percentage"]) for row in found] == [
        ("1", "5", "7", "87.50"),
        ("2", "6", "5", "62.50"),
        ("2", "7", "5", "62.50"),
        ("2", "8", "5", "62.50"),
        ("5", "1", "4", "50.00"),
        ("5", "3", "4", "50.00"),
        ("7", "4", "3", "37.50"),
        ("7", "9", "3", "37.50"),
        ("9", "2", "0", "0.00"),
    ]
    first = rows(read(anybody, made.slug, "standings.csv", version=1))
    assert {row["score"] for row in first} == {"4", "2", "0"}


def test_page_api_and_every_file_show_the_same_totals(made: MadeEvent, anybody: Client) -> None:
    told = anybody.get(f"/api/v1/events/{made.slug}/standings/").json()["results"]
    totals = {row["entrant"]["name"]: row["score"] for row in told}
    assert len(totals) == 9
    assert {
        row["name"]: row["score"] for row in rows(read(anybody, made.slug, "standings.csv"))
    } == totals
    book = openpyxl.load_workbook(io.BytesIO(read(anybody, made.slug, "event.xlsx")))
    lines = list(book.worksheets[0].iter_rows(values_only=True))
    assert {line[2]: str(line[5]) for line in lines[1:]} == totals
    root = ElementTree.fromstring(read(anybody, made.slug, "usebio.xml"))
    assert {
        one.findtext("PLAYER_NAME"): one.findtext("TOTAL_SCORE") for one in root.iter("PLAYER")
    } == totals
    page = anybody.get(f"/e/{made.slug}/standings/").content.decode()
    for name, total in totals.items():
        line = page[page.index(name) :]
        assert f">{total}<" in line[: line.index("</tr>")]


def test_results_have_a_line_for_each_seat_of_opened_boards(
    made: MadeEvent, anybody: Client
) -> None:
    found = rows(read(anybody, made.slug, "results.csv"))
    assert len(found) == 2 * 3 * 3
    assert {row["board"] for row in found} == {"1", "2"}
    landlord = next(row for row in found if row["board"] == "2" and row["number"] == "3")
    # Seat C holds position 2 of board 2: landlord at 3 with a spring, +12, 4 of 4.
    assert {name: landlord[name] for name in ("seat", "position", "role", "bid", "spring")} == {
        "seat": "C",
        "position": "2",
        "role": "landlord",
        "bid": "3",
        "spring": "spring",
    }
    assert (landlord["points"], landlord["score"], landlord["top"]) == ("12", "4", "4")


def test_travellers_in_the_shape_of_usebio(made: MadeEvent, anybody: Client) -> None:
    root = ElementTree.fromstring(read(anybody, made.slug, "usebio.xml"))
    event = root.find("EVENT")
    assert event is not None
    assert event.get("EVENT_TYPE") == "INDIVIDUAL"
    boards = event.findall("BOARD")
    assert [board.findtext("BOARD_NUMBER") for board in boards] == ["1", "2"]
    line = boards[0].findall("TRAVELLER_LINE")[0]
    assert (line.findtext("CONTRACT"), line.findtext("PLAYED_BY")) == ("2", "1")
    assert (line.findtext("BOMBS"), line.findtext("ROCKETS")) == ("1", "1")
    seats = [(one.findtext("SCORE"), one.findtext("MATCH_POINTS")) for one in line.findall("SEAT")]
    assert seats == [("16", "4"), ("-8", "0"), ("-8", "0")]


def test_no_name_becomes_a_formula(made: MadeEvent, anybody: Client) -> None:
    person = made.entrant(5).person
    assert person is not None
    Person.objects.filter(pk=person.pk).update(name="=1+1")
    assert rows(read(anybody, made.slug, "standings.csv"))[0]["name"] == "'=1+1"
    book = openpyxl.load_workbook(io.BytesIO(read(anybody, made.slug, "event.xlsx")))
    cell = book.worksheets[0].cell(row=2, column=3)
    assert (cell.value, cell.data_type) == ("'=1+1", "s")


def test_negative_points_stay_numbers(made: MadeEvent, anybody: Client) -> None:
    found = rows(read(anybody, made.slug, "results.csv"))
    assert min(int(row["points"]) for row in found) == -16


@pytest.mark.django_db
def test_records_replay_to_the_points_of_the_results(anybody: Client) -> None:
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    slug = stage.event.slug
    round_ = release(stage)
    for play in plays_of(round_, 1):
        play_for_real(play, seed=play.table.number)
    count_and_publish(stage)
    records = read_json(read(anybody, slug, "records.json").decode())
    stored = {
        (str(each.play.board.number), str(each.play.table.number)): each.points
        for each in Result.objects.select_related("play__board", "play__table")
    }
    assert {
        (record.board, record.table): {str(p): n for p, n in (record.points or {}).items()}
        for record in records
    } == stored
    assert len(records) == 3  # board 2 is not opened
    assert all(record.players[0].startswith("Player ") for record in records)


def test_files_cost_a_constant_number_of_statements(made: MadeEvent, anybody: Client) -> None:
    signing_key()  # made once
    counts = []
    for version in (1, 2):
        with CaptureQueriesContext(connection) as captured:
            for name in NAMES:
                read(anybody, made.slug, name, version=version)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_equal_files_have_equal_bytes(made: MadeEvent) -> None:
    for name, file in FILES.items():
        assert file.make(edition(made.slug)) == file.make(edition(made.slug)), name


@pytest.mark.django_db
def test_an_unpublished_event_has_files_without_lines(anybody: Client) -> None:
    stage = drawn_stage()
    for name in NAMES:
        read(anybody, stage.event.slug, name)
    assert rows(read(anybody, stage.event.slug, "standings.csv")) == []


def test_an_unknown_file_is_nothing_public(made: MadeEvent, anybody: Client) -> None:
    assert anybody.get(f"/e/{made.slug}/files/secrets.csv").status_code == 404
    made.finish(3, 3, facts(1, 1))  # not published yet
    assert {row["board"] for row in rows(read(anybody, made.slug, "results.csv"))} == {"1", "2"}

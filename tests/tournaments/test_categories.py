"""Categories of entrants: how they come in, are changed, and are ranked.

The figures are those of `made_event`: E5 7, E6 E7 E8 5, E1 E3 4, E4 E9 3, E2 0 of 8.
"""

from __future__ import annotations

import csv
import io

import openpyxl
import pytest
from django.test import Client

from tests.tournaments.directing import with_key
from tests.tournaments.factories import facts
from tests.tournaments.people import user_with
from tests.tournaments.read.made_event import MadeEvent, in_the_middle
from tournaments import queries
from tournaments.entrants_file import parse_entrants
from tournaments.errors import ImportFaults
from tournaments.models import AuditEntry, Entrant, Role
from tournaments.services import create_event, import_entrants
from tournaments.services.actors import SYSTEM
from tournaments.services.copy_event import copy_event
from tournaments.services.correct_person import correct_person
from tournaments.services.remove_person import remove_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> MadeEvent:
    """Women: E6, E7, E1, E2; youth: E7, E9."""
    made = in_the_middle()
    for numbers, category in (((6, 7, 1, 2), "women"), ((7, 9), "youth")):
        for number in numbers:
            entrant = Entrant.objects.get(pk=made.entrant(number).pk)
            cell = "; ".join([*entrant.categories, category])
            correct_person(made.event, entrant.player, SYSTEM, {"categories": cell}, "registered")
    return made


@pytest.mark.parametrize(
    "cell", ["women; youth", '"women, youth"', "women/youth", "women、youth；Women", "women|youth"]
)
def test_a_cell_holds_several_categories_each_once(cell: str) -> None:
    (row,) = parse_entrants(f"name,categories\nChen Jing,{cell}\n")
    assert row.categories == ("women", "youth")


def test_a_workbook_has_them_under_a_chinese_header() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["姓名", "类别"])
    sheet.append(["陈静", "女子、青年"])
    sheet.append(["李伟", None])
    data = io.BytesIO()
    book.save(data)
    assert [row.categories for row in parse_entrants(data.getvalue())] == [("女子", "青年"), ()]


def test_faults_are_named_by_line() -> None:
    many = "/".join(f"c{n}" for n in range(11))
    text = f"name,categories\nChen Jing,{many}\nLi Wei,{'x' * 41}\nWu Di,a\u200bb\n"
    with pytest.raises(ImportFaults) as refused:
        parse_entrants(text)
    assert [(each["line"], each["code"]) for each in refused.value.errors] == [
        (2, "too_many_categories"),
        (3, "category_too_long"),
        (4, "unprintable_character"),
    ]


def test_teams_have_those_of_their_first_member_and_copies_keep_them() -> None:
    event = create_event(name="League", slug="league", actor=SYSTEM)
    lines = ["Ann,One,school", "Bo,One,", "Cy,One,"]
    import_entrants(event, "\n".join(["name,team,categories", *lines]), SYSTEM)
    assert event.entrants.get().categories == ["school"]
    again = copy_event(event, SYSTEM, name="Next", slug="next", with_entrants=True, is_public=True)
    assert again.entrants.get().categories == ["school"]


def test_within_a_category_the_order_is_that_of_all_and_equal_ranks_stay_equal(
    made: MadeEvent,
) -> None:
    rows = queries.standings(queries.edition(made.slug), category="women").rows
    assert [(row.category_rank, row.rank, row.entrant.number) for row in rows] == [
        (1, 2, 6),
        (1, 2, 7),
        (3, 5, 1),
        (4, 9, 2),
    ]
    north = queries.standings(queries.edition(made.slug), category="women", club="North")
    assert [(row.category_rank, row.entrant.number) for row in north.rows] == [(1, 7), (3, 1)]
    assert north.total == 2


def test_page_api_and_files_rank_a_category_from_the_same_version(made: MadeEvent) -> None:
    address = f"/api/v1/events/{made.slug}/standings/"
    told = Client().get(f"{address}?category=women&limit=3").json()
    assert [(row["category_rank"], row["entrant"]["number"]) for row in told["results"]] == [
        (1, 6),
        (1, 7),
        (3, 1),
    ]
    rest = Client().get(f"{address}?category=women&cursor={told['next']}").json()
    assert [row["category_rank"] for row in rest["results"]] == [4]
    last = made.entrant(2).pk
    around = Client().get(f"{address}?category=women&around={last}&limit=1").json()
    assert [row["entrant"]["number"] for row in around["results"]] == [2]
    assert Client().get(address, {"category": "nobody"}).json()["results"] == []

    page = Client().get(f"/e/{made.slug}/standings/", {"category": "women"}).content.decode()
    assert [page.count(f">Player {n}<") for n in (6, 7, 1, 2, 5)] == [1, 1, 1, 1, 0]
    assert "<option selected>women</option>" in page
    old = Client().get(f"{address}?category=youth&version=1").json()["results"]
    assert [(row["category_rank"], row["score"]) for row in old] == [(1, "2"), (1, "2")]

    file = Client().get(f"/e/{made.slug}/files/categories.csv").content.decode("utf-8-sig")
    lines = [
        (row["category"], row["rank_in_category"], row["rank"], row["number"], row["score"])
        for row in csv.DictReader(io.StringIO(file))
    ]
    assert lines == [
        ("women", "1", "2", "6", "5"),
        ("women", "1", "2", "7", "5"),
        ("women", "3", "5", "1", "4"),
        ("women", "4", "9", "2", "0"),
        ("youth", "1", "2", "7", "5"),
        ("youth", "2", "7", "9", "3"),
    ]
    book = openpyxl.load_workbook(
        io.BytesIO(Client().get(f"/e/{made.slug}/files/event.xlsx").content)
    )
    assert book.sheetnames == ["Standings", "Results", "Categories", "Clubs"]
    assert book["Categories"].max_row == 7
    entrants = Client().get(f"/api/v1/events/{made.slug}/entrants/").json()["results"]
    assert [who["categories"] for who in entrants if who["number"] == 7] == [["women", "youth"]]


def test_categories_are_corrected_in_the_console(made: MadeEvent) -> None:
    client = Client()
    client.force_login(user_with(made.event, Role.DIRECTOR))
    entrant = made.entrant(4)
    address = f"/direct/{made.slug}/people/{entrant.player_id}/"
    assert 'name="categories"' in client.get(address).content.decode()
    client.post(address, {"categories": " senior/ women ", "seen-categories": "", "reason": ""})
    entrant.refresh_from_db()
    assert entrant.categories == ["senior", "women"]
    assert AuditEntry.objects.latest("pk").after == {"changed": ["categories"]}
    wrong = client.post(address, {"categories": "x" * 41, "seen-categories": "senior; women"})
    assert "has 41 characters" in wrong.content.decode()
    assert "senior, women" in client.get(f"/direct/{made.slug}/entrants/?q=4").content.decode()


def test_they_are_corrected_by_the_api_and_readers_see_it_at_once(made: MadeEvent) -> None:
    reader, page = Client(), f"/e/{made.slug}/standings/"
    tag = reader.get(page)["ETag"]
    director = with_key(made.event)
    path = f"entrants/{made.entrant(4).pk}/data/"
    assert director.send("GET", path).json()["categories"] == []
    told = director.post(path, {"categories": ["women", "senior"], "reason": "late notice"})
    assert told.json()["categories"] == ["women", "senior"]
    assert reader.get(page, headers={"If-None-Match": tag}).status_code == 200


def test_who_is_removed_leaves_no_category_behind(made: MadeEvent) -> None:
    made.finish(3, 3, facts(1, 1))  # their last board
    entrant = made.entrant(7)
    remove_person(entrant.person, SYSTEM)
    entrant.refresh_from_db()
    assert (entrant.club, entrant.categories) == ("", [])

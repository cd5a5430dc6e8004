"""What clubs want besides the standings: units, categories, ratings and titles, of one version."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from fractions import Fraction

import pytest
from django.test import Client

from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import count_and_publish, facts, play_round, plays_of
from tournaments.models import Role, Stage
from tournaments.services import create_event
from tournaments.services.actors import SYSTEM

pytestmark = pytest.mark.django_db

CLUBS = {1: "North", 2: "North", 3: "North", 4: "South", 5: "South", 6: "South", 7: "West"}
#: Of those without a club there is no club's ranking.
LIST = "\n".join(
    [
        "number,name,club,categories,rating",
        *(
            f"{n},Player {n},{CLUBS.get(n, '')},{'women' if n % 2 else 'youth; women'},{1500 + n}"
            for n in range(1, 10)
        ),
    ]
)
BASE = "/e/spring-cup"


@pytest.fixture
def owner() -> Caller:
    event = create_event(name="Spring Cup", slug="spring-cup", actor=SYSTEM)
    return with_key(event, Role.OWNER)


def file_of(name: str, query: str = "") -> list[dict[str, str]]:
    content = Client().get(f"{BASE}/files/{name}{query}").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(content)))


def played(owner: Caller) -> Stage:
    """One round of one board: position 1 won with 1, 2, 3 at tables 1, 2, 3; nobody sat out.

    Matchpoints 4 for position 1 of table 3 and positions 2 and 3 of table 1, 2 at table 2, else 0:
    three of rank 1, three of rank 4, three of rank 7.
    """
    owner.post("stages/", {"rounds": 1, "boards_per_round": 1, "title_points": [25, 18, 15, 12]})
    owner.post("draw/")
    owner.post("rounds/1/release/")
    stage = owner.event.stages.get()
    play_round(stage.rounds.get(), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    return stage


def test_38_units_categories_ratings_and_titles_come_from_the_same_version(owner: Caller) -> None:
    """Scenario 38: best two of a club; women and youth; lists of ratings and titles."""
    assert owner.post("entrants/import/", {"text": LIST}).status_code == 201
    tag = owner.send("GET", "settings/")["ETag"]
    assert (
        owner.send("PATCH", "settings/", {"club_best": 2}, **{"If-Match": tag}).status_code == 200
    )
    stage = played(owner)
    told = Client().get("/api/v1/events/spring-cup/standings/").json()
    scores = {row["entrant"]["number"]: Fraction(row["score"]) for row in told["results"]}
    ranks = {row["entrant"]["number"]: row["rank"] for row in told["results"]}

    by_club = defaultdict(list)
    for number, club in CLUBS.items():
        by_club[club].append(scores[number])
    sums = {club: sum(sorted(each)[-2:]) for club, each in by_club.items()}
    clubs = file_of("clubs.csv")
    assert {row["name"]: Fraction(row["score"]) for row in clubs if row["rank"]} == {
        club: sums[club] for club in ("North", "South")
    }
    assert [row["name"] for row in clubs if not row["rank"]] == ["West"]  # one is too few
    page = Client().get(f"{BASE}/standings/clubs/").content.decode()
    assert "Fewer than 2 entrants" in page

    women = [row for row in file_of("categories.csv") if row["category"] == "women"]
    youth = [row for row in file_of("categories.csv") if row["category"] == "youth"]
    assert {int(row["number"]): int(row["rank_in_category"]) for row in women} == ranks
    mine = {n: scores[n] for n in (2, 4, 6, 8)}
    assert {int(row["number"]): int(row["rank_in_category"]) for row in youth} == {
        n: 1 + sum(other > score for other in mine.values()) for n, score in mine.items()
    }

    # Three on rank 1 share 25 + 18 + 15, three on rank 4 share 12, rank 7 brings none.
    titles = {int(row["number"]): row["title_points"] for row in file_of("titles.csv")}
    worth = {1: "19.33", 4: "4", 7: "0"}
    assert titles == {number: worth[rank] for number, rank in ranks.items()}

    ratings = file_of("ratings.csv")
    assert len(ratings) == 9
    for row in ratings:
        assert row["field_results"] == "3"
        assert Fraction(row["score"]) == scores[int(row["number"])]
        others = row["opponents"].split()
        assert row["opponent_ratings"].split() == [str(1500 + int(n)) for n in others]
        assert row["rating"] == str(1500 + int(row["number"]))
        assert row["field_average"] == {"1": "4", "2": "-2", "3": "-2"}[row["position"]]
    _a_correction_changes_all_of_them_at_once(owner, stage)


def _a_correction_changes_all_of_them_at_once(owner: Caller, stage: Stage) -> None:
    names = ("standings.csv", "clubs.csv", "categories.csv", "titles.csv", "ratings.csv")
    before = {name: file_of(name) for name in names}
    play = plays_of(stage.rounds.get())[0]
    body = {"facts": facts(1, 3, bombs=1), "reason": "a bomb was missed"}
    correct = f"plays/{play.pk}/correct/"
    shown = owner.post(correct, {**body, "dry_run": True}).json()
    owner.post(correct, {**body, "preview": shown["preview"]})
    assert {name: file_of(name) for name in names} == before  # not published yet
    count_and_publish(stage)
    after = {name: file_of(name) for name in names}
    assert all(after[name] != before[name] for name in names)
    assert {name: file_of(name, "?version=1") for name in names} == before

"""What if: other methods on the same results, by hand and against stages really scored so."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.errors import ComparisonError
from tests.tournaments.directing import with_key
from tests.tournaments.factories import count_and_publish, drawn_stage, play_stage, plays_of
from tests.tournaments.people import user_with
from tests.tournaments.read.made_event import in_the_middle
from tournaments.models import Role, Stage, StandingsVersion
from tournaments.queries.what_if import what_if
from tournaments.services.actors import SYSTEM
from tournaments.services.penalise import penalise
from tournaments.services.rule_scores import rule_scores

pytestmark = pytest.mark.django_db


def test_cross_differences_of_the_made_event_by_hand() -> None:
    """The scale gives 4 for 5, 6 for 8, 7 for 13, 8 for 16 and 10 for 32 points.

    Board 1: position 1 E1 (8 + 10)/2 = 9, E7 0, E4 −9; the others (6 + 8)/2 = 7, 0, −7.
    Board 2: E5 (6 + 0)/2 = 3, E8 3, E2 −6; E3 7, E6 E9 −7/2; E4 E7 4/2 = 2, E1 −4.
    """
    made = in_the_middle()
    found = what_if(made.stage, "cross")
    assert [(each.rank, each.entrant.number, each.score) for each in found.lines] == [
        (1, 5, 10),
        (2, 1, 5),
        (3, 6, Fraction(7, 2)),
        (4, 8, 3),
        (5, 7, 2),
        (6, 3, 0),
        (7, 9, Fraction(-7, 2)),
        (8, 4, -7),
        (9, 2, -13),
    ]
    assert [each.published_rank for each in found.lines] == [1, 5, 2, 2, 2, 5, 7, 7, 9]
    assert (found.version, found.is_same_state) == (2, True)


def scored(method: str) -> Stage:
    """A stage of ten with byes, rulings and a penalty, played alike whatever the method."""
    stage = drawn_stage(10, 2, 2, method=method)
    play_stage(stage, seed=5)
    one, other = plays_of(stage.rounds.get(number=1), board=1)[:2]
    outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}]
    rule_scores(one, {"1": {"outcomes": outcomes}}, SYSTEM, "it must be")
    rule_scores(other, {"2": {"award": "average_plus"}}, SYSTEM, "it must be")
    penalise(stage, stage.event.entrants.get(number=3), "10", SYSTEM, "late")
    count_and_publish(stage)
    return stage


def test_it_is_what_a_stage_scored_so_publishes() -> None:
    stage = scored("matchpoints")
    for method in ("cross", "datum", "matchpoints"):
        real = scored(method).versions.order_by("-number")[0].payload["rows"]
        assert [
            (each.rank, each.entrant.number, str(each.score), each.percentage, each.boards)
            for each in what_if(stage, method).lines
        ] == [
            (row["rank"], row["number"], row["score"], row["percentage"], row["boards"])
            for row in real
        ]


def test_nothing_is_written_and_the_number_of_statements_is_constant() -> None:
    counts = []
    for entrants, boards in ((6, 1), (12, 3)):
        stage = drawn_stage(entrants, 2, boards, allow_repeats=True)
        play_stage(stage, seed=1)
        count_and_publish(stage)
        before = list(StandingsVersion.objects.values())
        with CaptureQueriesContext(connection) as captured:
            what_if(stage, "cross")
        assert all(each["sql"].startswith("SELECT") for each in captured)
        assert list(StandingsVersion.objects.values()) == before
        assert Stage.objects.get(pk=stage.pk).method == "matchpoints"
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(ComparisonError):
        what_if(in_the_middle().stage, "guess")


def test_page_and_api_say_what_it_is() -> None:
    made = in_the_middle()
    client = Client()
    client.force_login(user_with(made.event, Role.DIRECTOR, "director"))
    address = f"/direct/{made.slug}/what-if/"
    assert "What if" in client.get(address).content.decode()
    text = client.get(address, {"method": "cross"}).content.decode()
    assert "ranked by cross-difference; the event is ranked by matchpoints" in text
    assert client.get(address, {"method": "guess"}).status_code == 404
    outsider = Client()
    assert outsider.get(address).status_code == 302
    key = with_key(made.event, Role.DIRECTOR)
    document = key.send("GET", "what-if/?method=cross").json()
    assert (document["method"], document["version"]) == ("cross", 2)
    assert (document["results"][2]["score"], document["results"][2]["published_rank"]) == ("7/2", 2)
    assert "cross" in key.send("GET", "what-if/").json()["methods"]
    refused = key.send("GET", "what-if/?method=guess")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "method")

"""Clubs and countries ranked by their best, with the figures of `made_event`.

Of 8: E5 7, E6 5, E7 5, E8 5, E1 4, E3 4, E4 3, E9 3, E2 0; the odd ones are of North, the even ones
of South.
"""

from __future__ import annotations

from fractions import Fraction

from django.test import Client

from tests.tournaments.factories import facts
from tournaments import queries
from tournaments.models import Entrant

from .made_event import MadeEvent


def told(lines: tuple[queries.UnitLine, ...]) -> list[tuple[object, ...]]:
    return [
        (each.rank, each.name, each.score, [row.entrant.number for row in each.members])
        for each in lines
    ]


def test_the_best_three_of_each_club_are_added(made: MadeEvent) -> None:
    page = queries.unit_page(queries.edition(made.slug))
    # North 7 + 5 + 4 of 24, South 5 + 5 + 3.
    assert told(page.ranked) == [(1, "North", 16, [5, 7, 1]), (2, "South", 13, [6, 8, 4])]
    assert [each.percentage for each in page.ranked] == ["66.67", "54.17"]
    assert [each.mean for each in page.ranked] == [Fraction(16, 3), Fraction(13, 3)]
    assert [each.others for each in page.ranked] == [2, 1]
    assert page.too_few == ()


def test_a_club_with_too_few_stands_apart(made: MadeEvent) -> None:
    page = queries.unit_page(queries.edition(made.slug), best=5)
    assert told(page.ranked) == [(1, "North", 23, [5, 7, 1, 3, 9])]
    assert told(page.too_few) == [(None, "South", 13, [6, 8, 4, 2])]


def test_an_earlier_version_ranks_as_it_did(made: MadeEvent) -> None:
    # Board 1: E1 E5 E6 4, E7 E8 E9 2, E2 E3 E4 0.
    page = queries.unit_page(queries.edition(made.slug, 1))
    assert told(page.ranked) == [(1, "North", 10, [1, 5, 7]), (2, "South", 6, [6, 8, 2])]


def test_equal_units_share_a_rank_and_who_has_none_counts_for_none(made: MadeEvent) -> None:
    for country, numbers in {"China": (6,), "Japan": (7,), "Korea": (1, 5), "Chile": (9,)}.items():
        Entrant.objects.filter(event=made.event, number__in=numbers).update(country=country)
    page = queries.unit_page(queries.edition(made.slug), queries.Unit.COUNTRY, best=1)
    assert told(page.ranked) == [
        (1, "Korea", 7, [5]),
        (2, "China", 5, [6]),
        (2, "Japan", 5, [7]),
        (4, "Chile", 3, [9]),
    ]


def test_what_is_not_published_does_not_count(made: MadeEvent) -> None:
    before = queries.unit_page(queries.edition(made.slug)).ranked
    made.finish(3, 3, facts(1, 1))
    assert queries.unit_page(queries.edition(made.slug)).ranked == before
    made.publish()
    assert queries.unit_page(queries.edition(made.slug)).ranked != before


def test_page_and_api_say_the_same(made: MadeEvent, anybody: Client) -> None:
    text = anybody.get(f"/e/{made.slug}/standings/clubs/?best=5").content.decode()
    assert "Fewer than 5 entrants" in text
    assert "57.50" in text  # 23 of 40
    address = f"/api/v1/events/{made.slug}/standings/clubs/"
    first, second = anybody.get(address, {"best": 5}).json()["results"]
    assert (first["rank"], first["score"], first["percentage"]) == (1, "23", "57.50")
    assert (second["rank"], second["mean"]) == (None, "13/4")
    assert [each["number"] for each in second["members"]] == [6, 8, 4, 2]


def test_a_bad_parameter_is_named(made: MadeEvent, anybody: Client) -> None:
    address = f"/api/v1/events/{made.slug}/standings/clubs/"
    for query, name in (({"by": "name"}, "by"), ({"best": "0"}, "best"), ({"best": "100"}, "best")):
        response = anybody.get(address, query)
        assert response.status_code == 400
        assert [each["field"] for each in response.json()["errors"]] == [name]

"""Statistics of the made event, counted by hand, of opened boards only.

Board 1: position 1 was landlord at 2 at two tables (+16 and -16), the third passed it out. Board 2:
position 2 was landlord at 3 (+12, spring), position 1 twice at 1 (+2, +2).
"""

from __future__ import annotations

from fractions import Fraction

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import count_and_publish, drawn_stage, facts, play_round, release
from tournaments import queries
from tournaments.queries.statistics import statistics_page

from .made_event import MadeEvent


def test_who_was_landlord_and_what_came_of_it(made: MadeEvent) -> None:
    page = statistics_page(queries.edition(made.slug))
    assert (page.plays, page.passed_out) == (6, 1)
    first, second, third = page.by_position
    # +16 -16 +2 +2 in four plays of five; at board 2, table 1, position 1 was a farmer: -6.
    assert (first.plays, first.share, first.won, first.success) == (4, 80, 3, 75)
    assert (first.mean, first.mean_farmer) == (1, -6)
    # Farmer on board 1 at -8 and +8, on board 2 at -1 and -1.
    assert (second.plays, second.won, second.mean) == (1, 1, 12)
    assert second.mean_farmer == Fraction(-1, 2)
    # Position 3 was never landlord: -8 +8 -6 -1 -1.
    assert (third.plays, third.success, third.mean) == (0, None, None)
    assert third.mean_farmer == Fraction(-8, 5)


def test_what_came_of_each_bid_and_how_much_was_bombed(made: MadeEvent) -> None:
    page = statistics_page(queries.edition(made.slug))
    told = [(line.value, line.plays, line.won, line.mean, line.mean_farmer) for line in page.by_bid]
    assert told == [(1, 2, 2, 2, -1), (2, 2, 1, 0, 0), (3, 1, 1, 12, -6)]
    assert (page.bombs, page.rockets, page.with_bombs) == (2, 2, 2)
    assert (page.springs, page.anti_springs) == (1, 0)


def test_the_page_says_it_and_an_earlier_version_says_less(
    made: MadeEvent, anybody: Client
) -> None:
    address = f"/e/{made.slug}/statistics/"
    text = anybody.get(address).content.decode()
    assert '<th class="n" scope="row">1</th><td class="n">4</td><td class="n">80.0 %</td>' in text
    assert statistics_page(queries.edition(made.slug, 1)).plays == 3
    assert f'href="{address}"' in anybody.get(f"/e/{made.slug}/boards/").content.decode()
    told = anybody.get(f"/api/v1/events/{made.slug}/statistics/").json()
    assert (told["plays"], told["passed_out"], told["version"]) == (6, 1, 2)
    assert told["by_position"][1] == {
        "value": 2, "plays": 1, "share": "20.00", "won": 1, "success": "100.00", "mean": "12",
        "mean_farmer": "-1/2",
    }  # fmt: skip


def test_the_statements_do_not_grow_with_the_event(db: None) -> None:
    taken = []
    for entrants, boards in ((6, 1), (15, 3)):
        stage = drawn_stage(entrants, 1, boards)
        play_round(release(stage), lambda _: facts(1, 2))
        count_and_publish(stage)
        edition = queries.edition(stage.event.slug)
        with CaptureQueriesContext(connection) as captured:
            statistics_page(edition)
        taken.append(len(captured))
    assert taken[0] == taken[1]

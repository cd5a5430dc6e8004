"""The chart of a board: bars as long as the tables are many, and the reader's own marked."""

from __future__ import annotations

import re

from django.test import Client

from tests.tournaments.read.made_event import MadeEvent
from tournaments.pages.distribution import distributions, reader_of
from tournaments.queries import board_page, edition


def test_bars_are_as_long_as_the_tables_are_many_on_one_scale(made: MadeEvent) -> None:
    drawn = distributions(board_page(edition(made.slug), 2).frequency)
    # Position 1 of board 2: +2 twice, -6 once; two tables are the longest bar, 216 wide.
    assert [(bar.value, bar.weight, bar.length) for bar in drawn[0].bars] == [
        (2, 2, 216),
        (-6, 1, 108),
    ]
    assert [bar.y for bar in drawn[0].bars] == [4, 26]
    assert drawn[0].height == 44


def test_only_the_value_of_the_reader_is_marked_in_their_position_only(made: MadeEvent) -> None:
    page = board_page(edition(made.slug), 2)
    reader = reader_of(page.traveller, page.frequency, made.entrant(3).pk)
    assert reader is not None  # E3 held position 2 and won 12
    drawn = distributions(page.frequency, reader)
    assert [[bar.value for bar in each.bars if bar.is_own] for each in drawn] == [[], [12], []]
    assert reader_of(page.traveller, page.frequency, "nobody") is None


def test_the_page_tells_chart_and_mark_in_words_too(made: MadeEvent, anybody: Client) -> None:
    board = f"/e/{made.slug}/boards/2/"
    plain = anybody.get(board).content.decode()
    assert plain.count('<svg class="chart bars"') == 3
    assert "points +2: tables 2. points −6: tables 1." in " ".join(plain.split())
    assert "●" not in plain
    card = anybody.get(f"/e/{made.slug}/entrants/{made.entrant(3).pk}/").content.decode()
    (link,) = re.findall(r'href="(/e/spring-cup/boards/2/[^"]*)"', card)
    marked = anybody.get(link).content.decode()
    assert "points +12: tables 1. Player 3." in " ".join(marked.split())
    assert f"boards/1/?entrant={made.entrant(3).pk}" in marked  # so does the board before
    assert marked.count('class="mine"') == 2  # a line of the table, a line of the traveller
    assert anybody.get(f"{board}?entrant=nobody").content.decode().count("●") == 0

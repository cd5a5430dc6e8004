"""Standings as everybody reads them, with the figures of `made_event`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.models import Person
from tournaments import queries

from .made_event import MadeEvent


def lines(page: queries.Standings) -> list[tuple[int, int, str, str]]:
    return [(row.rank, row.entrant.number, str(row.score), row.percentage) for row in page.rows]


def test_the_newest_version_counts_both_opened_boards(made: MadeEvent) -> None:
    page = queries.standings(queries.edition(made.slug))
    assert lines(page) == [
        (1, 5, "7", "87.50"),
        (2, 6, "5", "62.50"),
        (2, 7, "5", "62.50"),
        (2, 8, "5", "62.50"),
        (5, 1, "4", "50.00"),
        (5, 3, "4", "50.00"),
        (7, 4, "3", "37.50"),
        (7, 9, "3", "37.50"),
        (9, 2, "0", "0.00"),
    ]
    assert (page.total, page.offset, page.round_count) == (9, 0, 1)


def test_an_older_version_stays_as_it_was(made: MadeEvent) -> None:
    page = queries.standings(queries.edition(made.slug, version=1))
    assert [(row.entrant.number, row.score) for row in page.rows][:4] == [
        (1, 4),
        (5, 4),
        (6, 4),
        (7, 2),
    ]
    assert page.edition.boards == (1,)


def test_points_and_their_rank_leave_the_luck_in(made: MadeEvent) -> None:
    rows = {row.entrant.number: row for row in queries.standings(queries.edition(made.slug)).rows}
    found = {number: (row.points, row.raw_rank) for number, row in rows.items()}
    assert found == {
        1: (10, 1),
        5: (10, 1),
        6: (7, 3),
        3: (4, 4),
        8: (2, 5),
        7: (-1, 6),
        9: (-1, 6),
        2: (-14, 8),
        4: (-17, 9),
    }
    assert rows[5].rounds == (Fraction(7),)
    assert (rows[5].boards, rows[5].boards_awarded) == (2, 0)


def test_the_stretch_around_an_entrant_has_it_in_the_middle(made: MadeEvent) -> None:
    edition = queries.edition(made.slug)
    page = queries.standings(edition, around=made.entrant(1).pk, limit=3)
    assert [row.entrant.number for row in page.rows] == [8, 1, 3]
    assert page.offset == 3


@pytest.mark.parametrize(("number", "expected"), [(5, [5, 6, 7]), (2, [4, 9, 2])])
def test_the_stretch_stays_inside_the_table(
    made: MadeEvent, number: int, expected: list[int]
) -> None:
    page = queries.standings(queries.edition(made.slug), around=made.entrant(number).pk, limit=3)
    assert [row.entrant.number for row in page.rows] == expected


def test_around_somebody_unknown_is_nothing_public(made: MadeEvent) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.standings(queries.edition(made.slug), around="nobody", limit=3)


def test_a_club_keeps_its_ranks(made: MadeEvent) -> None:
    page = queries.standings(queries.edition(made.slug), club="South")
    assert [(row.rank, row.entrant.number) for row in page.rows] == [
        (2, 6),
        (2, 8),
        (7, 4),
        (9, 2),
    ]


def test_names_are_those_of_today_in_every_version(made: MadeEvent) -> None:
    Person.objects.filter(entrants__number=5).update(name="Removed")
    for version in (1, 2):
        page = queries.standings(queries.edition(made.slug, version))
        assert next(row.entrant.name for row in page.rows if row.entrant.number == 5) == "Removed"


def test_the_header_says_what_is_counted_and_what_is_in_play(made: MadeEvent) -> None:
    edition = queries.edition(made.slug)
    assert edition.version == 2
    assert edition.board_ranges == ((1, 2),)
    assert edition.boards_in_play == 1
    assert [version.number for version in queries.versions(edition)] == [2, 1]


def test_before_anything_is_published_there_are_no_lines(made: MadeEvent) -> None:
    page = queries.standings(queries.edition(made.slug, version=0))
    assert page.rows == ()
    assert page.edition.boards == ()
    assert page.edition.boards_in_play == 3


@pytest.mark.parametrize("version", [3, 99])
def test_a_version_that_does_not_exist_is_nothing_public(made: MadeEvent, version: int) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.edition(made.slug, version)

"""Two versions of the made event beside each other; figures of made_event."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.factories import correct, facts
from tournaments import queries

from .made_event import MadeEvent


def told(page: queries.ChangesPage) -> dict[int, tuple[object, ...]]:
    return {
        each.entrant.number: (
            each.before and (each.before.rank, each.before.score),
            each.after and (each.after.rank, each.after.score),
        )
        for each in page.changes
    }


def test_a_board_more_changes_every_line(made: MadeEvent) -> None:
    page = queries.changes_page(queries.edition(made.slug), 1)
    # Board 1: E1 E5 E6 4, E7 E8 E9 2, E2 E3 E4 0; with board 2 E5 7 … (see made_event).
    assert page.boards == (2,)
    assert told(page)[5] == ((1, 4), (1, 7))
    assert told(page)[1] == ((1, 4), (5, 4))
    assert told(page)[2] == ((7, 0), (9, 0))
    assert (len(page.changes), page.same) == (9, 0)


def test_a_correction_is_told_with_the_same_boards(made: MadeEvent) -> None:
    # Table 3 of board 2, position 1 at 1: lost instead of won, so E8 −2, E9 +1, E7 +1.
    correct(made.play(2, 3), facts(1, 1, "farmers"))
    made.publish()
    page = queries.changes_page(queries.edition(made.slug), 2)
    assert page.boards == ()
    # Position 1: +2 4, −2 2, −6 0 for E5, E8, E2; position 2: E3 4, E9 +1 2, E6 −1 0;
    # position 3: E7 +1 4, E4 −1 2, E1 −6 0. With board 1: E5 8, E7 6, E1 E3 E6 E8 E9 4, E4 2, E2 0.
    assert told(page)[8] == ((2, 5), (3, 4))
    assert told(page)[7] == ((2, 5), (2, 6))
    assert 2 not in told(page)


def test_the_first_version_is_compared_with_nothing(made: MadeEvent, anybody: Client) -> None:
    page = queries.changes_page(queries.edition(made.slug, 1), 0)
    assert [each.before for each in page.changes] == [None] * 9
    text = anybody.get(f"/e/{made.slug}/standings/changes/?version=1").content.decode()
    assert "From version 0 to version 1" in text


def test_a_version_is_not_compared_with_itself(made: MadeEvent) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.changes_page(queries.edition(made.slug), 2)

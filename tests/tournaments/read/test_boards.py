"""Opened boards as everybody reads them, with the figures of `made_event`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.cards import deck, format_card
from games.models import Board
from games.services import open_board as mark_opened
from tests.tournaments.factories import correct, facts
from tournaments import queries
from tournaments.queries.results import PlayResult

from .made_event import START, MadeEvent

Row = tuple[int, str, str | None]


def frequency(table: queries.FrequencyTable) -> list[Row]:
    return [(line.value, str(line.weight), str(line.score)) for line in table.lines]


def seats(result: PlayResult) -> list[tuple[int, str, int, int, Fraction | None]]:
    return [(s.position, s.letter, s.entrant.number, s.points, s.score) for s in result.seats]


def test_only_opened_boards_are_listed_with_what_the_positions_averaged(made: MadeEvent) -> None:
    page = queries.board_list(queries.edition(made.slug))
    assert [(line.number, line.round, line.results, line.averages) for line in page.boards] == [
        (1, 1, 3, (0, 0, 0)),
        (2, 1, 3, (Fraction(-2, 3), Fraction(10, 3), Fraction(-8, 3))),
    ]
    assert page.scheduled == 6


def test_the_frequency_table_of_each_position(made: MadeEvent) -> None:
    page = queries.board_page(queries.edition(made.slug), 2)
    assert [frequency(table) for table in page.frequency] == [
        [(2, "2", "3"), (-6, "1", "0")],
        [(12, "1", "4"), (-1, "2", "1")],
        [(-1, "2", "3"), (-6, "1", "0")],
    ]
    first = page.frequency[0]
    assert (first.results, first.top) == (3, 4)
    assert [line.percentage for line in first.lines] == [75, 0]


def test_the_traveller_has_each_table_with_its_facts_and_scores(made: MadeEvent) -> None:
    page = queries.board_page(queries.edition(made.slug), 2)
    assert [result.table for result in page.traveller] == [1, 2, 3]
    first = page.traveller[0]
    assert (first.facts.landlord, first.facts.bid, first.facts.spring) == (2, 3, "spring")
    assert seats(first) == [(1, "B", 2, -6, 0), (2, "C", 3, 12, 4), (3, "A", 1, -6, 0)]
    assert [seat.role for seat in first.seats] == ["farmer", "landlord", "farmer"]


def test_a_passed_out_board_has_no_roles(made: MadeEvent) -> None:
    passed_out = queries.board_page(queries.edition(made.slug), 1).traveller[2]
    assert passed_out.facts.passed_out
    assert [seat.role for seat in passed_out.seats] == [None] * 3
    assert [seat.score for seat in passed_out.seats] == [2, 2, 2]


def test_hands_and_kitty_are_the_whole_pack_high_to_low(made: MadeEvent) -> None:
    cards = queries.board_page(queries.edition(made.slug), 1).cards
    assert [len(hand) for hand in cards.hands] == [17, 17, 17]
    assert len(cards.kitty) == 3
    everything = [card for part in (*cards.hands, cards.kitty) for card in part]
    assert sorted(everything) == sorted(format_card(card) for card in deck())


def test_neighbours_are_opened_boards_only(made: MadeEvent) -> None:
    edition = queries.edition(made.slug)
    found = [queries.board_page(edition, number) for number in (1, 2)]
    assert [(page.previous, page.following) for page in found] == [(None, 2), (1, None)]


@pytest.mark.parametrize("number", [3, 4, 99])
def test_unopened_and_missing_boards_are_nothing_public(made: MadeEvent, number: int) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.board_page(queries.edition(made.slug), number)


def test_an_older_version_does_not_know_the_later_board(made: MadeEvent) -> None:
    with pytest.raises(queries.NotPublicError):
        queries.board_page(queries.edition(made.slug, version=1), 2)


def test_a_manifest_alone_does_not_show_a_board_that_is_not_opened(made: MadeEvent) -> None:
    Board.objects.filter(pk=made.board(2).pk).update(opened_at=None)
    assert queries.edition(made.slug).boards == (1,)


def test_a_board_opened_early_shows_the_results_its_version_counts(made: MadeEvent) -> None:
    mark_opened(made.board(3), START)
    made.stage.marks.create(at=START)
    assert made.publish() == 3
    made.finish(3, 3, facts(1, 2))
    pinned = queries.board_page(queries.edition(made.slug, version=3), 3)
    assert [result.table for result in pinned.traveller] == [1, 2]
    assert pinned.frequency[0].results == 2
    made.publish()
    newest = queries.board_page(queries.edition(made.slug), 3)
    assert [result.table for result in newest.traveller] == [1, 2, 3]


def test_after_a_correction_each_version_shows_the_result_that_it_counts(made: MadeEvent) -> None:
    correct(made.play(2, 1), facts(2, 1))
    waiting = queries.board_page(queries.edition(made.slug), 2).traveller[0]
    assert waiting.seats[1].points == 12
    assert made.publish() == 3
    old, new = (
        queries.board_page(queries.edition(made.slug, version), 2).traveller[0]
        for version in (2, 3)
    )
    assert [(seat.points, seat.score) for seat in old.seats] == [(-6, 0), (12, 4), (-6, 0)]
    assert [(seat.points, seat.score) for seat in new.seats] == [(-1, 0), (2, 4), (-1, 2)]


def test_plays_are_listed_by_board_and_table_in_stretches(made: MadeEvent) -> None:
    edition = queries.edition(made.slug)
    everything = queries.play_list(edition)
    assert [(each.board, each.table) for each in everything.plays] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (2, 2),
        (2, 3),
    ]
    for offset in range(7):
        part = queries.play_list(edition, offset=offset, limit=2)
        assert part.plays == everything.plays[offset : offset + 2]
        assert part.total == 6
    of_board = queries.play_list(edition, board=2)
    assert of_board.plays == everything.plays[3:]
    of_entrant = queries.play_list(edition, entrant_id=made.entrant(4).pk)
    assert [(each.board, each.table) for each in of_entrant.plays] == [(1, 2), (2, 2)]

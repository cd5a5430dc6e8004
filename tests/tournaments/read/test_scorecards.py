"""The scorecard: what the cards gave on each board, and what the play added."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.factories import count_and_publish, drawn_stage, facts, play_round, release
from tournaments import queries

from .made_event import MadeEvent


def test_points_are_what_the_cards_gave_and_what_the_play_added(made: MadeEvent) -> None:
    card = queries.scorecard(queries.edition(made.slug), made.entrant(1).pk)
    (only,) = card.rounds
    first, second = (line.own for line in only.lines)
    assert (first.position, first.role, first.points, first.score) == (1, "landlord", 16, 4)
    assert (first.cards, first.play) == (0, 16)
    assert (second.position, second.role, second.points, second.score) == (3, "farmer", -6, 0)
    assert (second.cards, second.play) == (Fraction(-8, 3), Fraction(-10, 3))
    for seat in (first, second):
        assert seat.cards is not None
        assert seat.play is not None
        assert seat.cards + seat.play == seat.points


def test_a_round_sums_its_boards(made: MadeEvent) -> None:
    (only,) = queries.scorecard(queries.edition(made.slug), made.entrant(1).pk).rounds
    assert (only.number, only.is_bye, only.score, only.top) == (1, False, 4, 8)
    assert (only.points, only.cards, only.play) == (10, Fraction(-8, 3), Fraction(38, 3))


def test_opponents_are_named_with_position_and_role(made: MadeEvent) -> None:
    (only,) = queries.scorecard(queries.edition(made.slug), made.entrant(1).pk).rounds
    others = only.lines[1].others
    assert [(seat.entrant.number, seat.position, seat.role) for seat in others] == [
        (2, 1, "farmer"),
        (3, 2, "landlord"),
    ]


def test_the_standing_is_that_of_the_version(made: MadeEvent) -> None:
    newest = queries.scorecard(queries.edition(made.slug), made.entrant(5).pk)
    older = queries.scorecard(queries.edition(made.slug, version=1), made.entrant(5).pk)
    assert newest.standing is not None
    assert older.standing is not None
    assert (newest.standing.rank, newest.standing.score) == (1, 7)
    assert (older.standing.rank, older.standing.score) == (1, 4)
    assert [len(card.rounds[0].lines) for card in (newest, older)] == [2, 1]


def test_somebody_unknown_or_of_another_event_is_nothing_public(made: MadeEvent) -> None:
    other = drawn_stage()
    stranger = other.event.entrants.get(number=1)
    for entrant_id in ("nobody", stranger.pk):
        with pytest.raises(queries.NotPublicError):
            queries.scorecard(queries.edition(made.slug), entrant_id)


@pytest.mark.django_db
def test_a_round_sat_out_has_the_score_of_the_bye_and_no_boards() -> None:
    stage = drawn_stage(entrants=7, rounds=1, boards=2)
    play_round(release(stage), lambda _: facts(1, 2))
    count_and_publish(stage)
    edition = queries.edition(stage.event.slug)
    (bye,) = queries.round_seating(edition, 1).byes
    card = queries.scorecard(edition, bye.id)
    (only,) = card.rounds
    # Two boards, each with a top of 2 (two tables), at 50 %.
    assert (only.is_bye, only.lines, only.score) == (True, (), 2)
    assert card.standing is not None
    assert card.standing.percentage == "50.00"

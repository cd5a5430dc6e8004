"""Wrong boards, seats, hands."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from games.deals import deal_of
from games.models import Board
from tests.tournaments.directing import with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    finish,
    play_round,
    plays_of,
    release,
)
from tournaments.models import AuditEntry, DirtyMark, Field, FrequencyRow, Stage
from tournaments.services.rebuild import rebuild

from .evening import Evening, evening_with, values

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    """Three tables with cards."""
    return evening_with(physical=True)


def test_9_no_two_boards_of_the_archive_are_alike() -> None:
    """Scenario 9: two boards of a set are identical, or a set was used before."""
    first, second = (drawn_stage(entrants=9, rounds=2, boards=4) for _ in range(2))
    boards = Board.objects.filter(board_set__session__stage__in=[first, second])
    deals = [deal_of(board).hands for board in boards.select_related("board_set")]
    assert len(deals) == len(set(deals)) >= 16
    one = boards[0]
    one.pk, one.number = "another", 99
    with pytest.raises(IntegrityError), transaction.atomic():
        one.save(force_insert=True)


def test_11_boards_of_a_round_are_played_in_any_order(evening: Evening) -> None:
    """Scenario 11: table 1 begins with board 2."""
    for table, boards in ((1, (2, 1)), (2, (1, 2)), (3, (2, 1))):
        for board in boards:
            evening.finish(table, board)
    count_and_publish(evening.stage)
    assert evening.round_.state == "finished"
    assert len(values(1)) == 3
    assert rebuild(evening.stage.event).differences == []


def test_12_swapped_hands_are_compared_with_their_equals_only(evening: Evening) -> None:
    evening.finish(1, 1)
    evening.finish(2, 1)
    # At table 3 hands 1 and 2 had been swapped: the lead of position 1 was hand 2's.
    told = evening.say(3, "A", "result", 1, evening.slip(1, hands="213")).json()
    assert told["code"] == "does_not_fit"
    body = evening.slip(1, hands="213") | {"hands": "213"}
    evening.say(3, "A", "result", 1, body)
    evening.say(3, "B", "confirm", 1, {"report": 1})
    done = evening.say(3, "C", "confirm", 1, {"report": 1}).json()
    assert done["result"]["hands"] == "213"
    assert values(1) == [4, 4]
    assert values(1, "213") == [4]
    assert set(Field.objects.filter(board__number=1).values_list("mapping", "expected")) == {
        ("123", 3),
        ("213", 3),
    }
    count_and_publish(evening.stage)
    assert not DirtyMark.objects.exists()
    # Alone among three: 60 % of a top of 4.
    (row,) = FrequencyRow.objects.filter(field__mapping="213", field__position=1)
    assert (row.score_numerator, row.score_denominator) == (12, 5)
    assert rebuild(evening.stage.event).differences == []


def played() -> Stage:
    """Nine players, one round of two boards, over."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    return stage


def test_13_who_sat_in_each_others_seats_get_each_others_scores() -> None:
    """Scenario 13: found after the round: people move, results stay; audited."""
    stage = played()
    play = plays_of(stage.rounds.get(), board=1)[2]
    one, other = play.positions[0], play.positions[1]
    result = play.results.get(is_current=True)
    ids = {s.letter: s.sitting.entrant_id for s in play.table.seats.select_related("sitting")}

    def scores() -> dict[str, Fraction]:
        count_and_publish(stage)
        rows = stage.versions.latest("number").payload["rows"]
        return {row["entrant"]: Fraction(row["rounds"][0]) for row in rows}

    before = scores()
    body = {"kind": "seats", "play": play.pk, "seats": [one, other], "reason": "told by both"}
    assert with_key(stage.event).post("rulings/", body).status_code == 201
    after = scores()
    # On board 1 position 1 had the top (4) and position 2 the bottom (0).
    assert after[ids[one]] == before[ids[one]] - 4
    assert after[ids[other]] == before[ids[other]] + 4
    assert play.results.get(is_current=True).pk == result.pk
    assert AuditEntry.objects.get(verb="rule_seats").reason == "told by both"


def test_14_a_board_is_played_once_at_a_table_and_by_nobody_twice() -> None:
    """Scenario 14: refused before it is opened; if it happened, an adjusted score."""
    stage = drawn_stage(entrants=9, rounds=2, boards=2)
    release(stage)
    for play in plays_of(stage.rounds.get(number=1)):
        finish(play, facts(1))
    release(stage, 2)
    both = [{p.board_id for p in plays_of(stage.rounds.get(number=n))} for n in (1, 2)]
    assert not both[0] & both[1]
    play = plays_of(stage.rounds.get(number=2))[0]
    again = plays_of(stage.rounds.get(number=1))[0]
    again.pk, again.order, again.table = "again", 9, play.table
    again.board = play.board
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)
    finish(play, facts(1))
    body = {"kind": "scores", "play": play.pk, "reason": "had played it elsewhere"}
    awards = {"positions": {"1": {"award": "average_minus"}}}
    assert with_key(stage.event).post("rulings/", {**body, **awards}).status_code == 201

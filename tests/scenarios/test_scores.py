"""Rulings and penalties as the director makes them by the API, with figures worked by hand.

Three tables; on board 1 the landlord of position 1 won with 1, 2 and 3: position 1 has 2, 4 and 6.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.models import Play
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import count_and_publish, drawn_stage, facts, play_round, plays_of
from tests.tournaments.factories import release as release_round
from tournaments.models import FrequencyRow, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db: None) -> Stage:
    stage = drawn_stage(entrants=9, rounds=1, boards=1)
    play_round(release_round(stage), lambda play: facts(1, play.table.number))
    count_and_publish(stage)
    return stage


@pytest.fixture
def director(stage: Stage) -> Caller:
    return with_key(stage.event)


def table(stage: Stage, number: int) -> Play:
    """The board at a table."""
    return next(p for p in plays_of(stage.rounds.get()) if p.table.number == number)


def score(stage: Stage, number: int, position: int) -> Fraction:
    """What a position of a table scores in the newest standings."""
    count_and_publish(stage)
    play = table(stage, number)
    letter = play.positions[position - 1]
    who = play.table.seats.get(letter=letter).sitting.entrant_id
    rows = stage.versions.latest("number").payload["rows"]
    return next(Fraction(row["score"]) for row in rows if row["entrant"] == who)


def ruled(director: Caller, play: Play, positions: dict[str, Any]) -> dict[str, Any]:
    """A ruling: shown first, then made as shown."""
    body = {"kind": "scores", "play": play.pk, "positions": positions, "reason": "disturbed"}
    shown = director.post("rulings/", {**body, "dry_run": True}).json()
    made = director.post("rulings/", {**body, "preview": shown["preview"]})
    assert made.status_code == 201, made.content
    return dict(made.json()["made"])


def test_24_each_outcome_is_compared_first_and_then_weighted(
    stage: Stage, director: Caller
) -> None:
    """Scenario 24: 60 % of +8 and 40 % of -4 at table 2; position 2 keeps its result.

    Against 2 and 6 a +8 wins both (4), a -4 loses both (0): 60 % of 4 are 2.4.
    """
    outcomes = [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}]
    ruled(director, table(stage, 2), {"1": {"outcomes": outcomes}})
    assert score(stage, 2, 1) == Fraction(12, 5)
    assert score(stage, 2, 2) == 2  # -2 between -1 and -3, as before
    # Table 3's 6 loses to 60 % of the +8: 2 for the 2 of table 1, and 2 x 40 %.
    assert score(stage, 3, 1) == 2 + Fraction(4, 5)
    assert_equals_brute_force(stage)


def test_24_each_side_may_get_another_one(stage: Stage, director: Caller) -> None:
    """Scenario 24: at table 2 position 2 is assigned +4, position 3 has 0 or -6 by halves.

    The other farmers have -1 and -3: a +4 or a 0 wins both (4), a -6 none.
    """
    positions = {
        "1": {"outcomes": [{"points": 8, "weight": "60%"}, {"points": -4, "weight": "40%"}]},
        "2": {"outcomes": [{"points": 4}]},
        "3": {"outcomes": [{"points": 0, "weight": "1/2"}, {"points": -6, "weight": "1/2"}]},
    }
    ruled(director, table(stage, 2), positions)
    scores = [score(stage, 2, position) for position in (1, 2, 3)]
    assert scores == [Fraction(12, 5), Fraction(4), Fraction(2)]
    # The farmer of table 1 has -1: it wins over -3 at table 3, and over half of -6.
    assert [score(stage, 1, position) for position in (2, 3)] == [Fraction(2), Fraction(3)]
    assert_equals_brute_force(stage)


def test_25_averages_leave_the_field_and_the_others_are_adjusted(
    stage: Stage, director: Caller
) -> None:
    """Scenario 25: 60, 50 and 40 % of a top of 4; the others' two results count for three."""
    awards = {"1": "average_plus", "2": "average", "3": "average_minus"}
    ruled(director, table(stage, 2), {p: {"award": award} for p, award in awards.items()})
    assert [score(stage, 2, position) for position in (1, 2, 3)] == [
        Fraction(12, 5),
        Fraction(2),
        Fraction(8, 5),
    ]
    # Neuberg for 2 results of 3: 2 of 2 become (2 x 3 + 3 - 2) / 2 = 7/2, 0 become 1/2.
    assert (score(stage, 3, 1), score(stage, 1, 1)) == (Fraction(7, 2), Fraction(1, 2))
    assert_equals_brute_force(stage)


def test_26_a_penalty_is_waived_by_another_row_and_touches_no_board(
    stage: Stage, director: Caller
) -> None:
    """Scenario 26: 10 % of a top of 4 for slow play, waived later."""
    boards = list(FrequencyRow.objects.order_by("pk").values())
    before = score(stage, 1, 2)
    play = table(stage, 1)
    who = play.table.seats.get(letter=play.positions[1]).sitting.entrant_id
    body = {"entrant": who, "percentage": "10", "reason": "slow play"}
    made = director.post("penalties/", body).json()["made"]
    assert score(stage, 1, 2) == before - Fraction(2, 5)
    waived = director.post(f"rulings/{made['id']}/reverse/", {"reason": "the clock had stopped"})
    assert waived.json()["made"]["reverses"] == made["id"]
    assert score(stage, 1, 2) == before
    listed = director.send("GET", "rulings/").json()["results"]
    assert [line["reason"] for line in listed] == ["the clock had stopped", "slow play"]
    assert list(FrequencyRow.objects.order_by("pk").values()) == boards

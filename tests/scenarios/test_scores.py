"""Rulings and penalties as the director makes them by the API, with figures worked by hand.

Three tables; on board 1 the landlord of position 1 won with 1, 2 and 3: position 1 has 2, 4 and 6.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from games.models import Play
from tests.tournaments.brute_force import assert_equals_brute_force
from tests.tournaments.directing import Caller, with_key
from tests.tournaments.factories import (
    count_and_publish,
    drawn_stage,
    facts,
    new_stage,
    play_round,
    plays_of,
)
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


def test_25_average_plus_is_the_own_average_if_that_is_higher_and_minus_if_it_is_lower() -> None:
    """Scenario 25: board 2 is ruled at tables 3 and 1, whose position 1 of board 1 had 4 and 0."""
    stage = drawn_stage(entrants=9, rounds=1, boards=2)
    play_round(release_round(stage), lambda play: facts(1, play.table.number))
    director = with_key(stage.event)
    for number, award in ((3, "average_plus"), (1, "average_minus"), (1, "average_plus")):
        first, second = (p for p in plays_of(stage.rounds.get()) if p.table.number == number)
        position = second.positions.index(first.positions[0]) + 1
        ruled(director, second, {str(position): {"award": award}})
        if award == "average_plus":
            # 100 % of a second top of 4; at least 60 % for whom the own average is 0.
            own = Fraction(4) if number == 3 else Fraction(0)
            assert score(stage, number, 1) == own + max(own, Fraction(12, 5))
        else:
            assert score(stage, number, 1) == 0
        assert_equals_brute_force(stage)


def awarded(awards: list[int], **settings: Any) -> tuple[list[Fraction], Caller]:
    """What average plus, average and average minus bring at table 2, by the API's setting."""
    stage = new_stage(entrants=9, rounds=1, boards=1, **settings)
    director = with_key(stage.event)
    tag = director.send("GET", "stages/1/").headers["ETag"]
    changed = director.send("PATCH", "stages/1/", {"awards": awards}, **{"If-Match": tag})
    assert changed.json()["awards"] == awards
    assert director.post("draw/").status_code == 201
    play_round(release_round(stage), lambda play: facts(1, play.table.number))
    names = {"1": "average_plus", "2": "average", "3": "average_minus"}
    ruled(director, table(stage, 2), {p: {"award": award} for p, award in names.items()})
    return [score(stage, 2, position) for position in (1, 2, 3)], director


def test_25_what_the_averages_are_worth_is_a_setting_of_the_stage() -> None:
    """Scenario 25: 70, 50 and 30 % of a top of 4; 3, 0 and -3 a board where points are compared."""
    shares, director = awarded([70, 50, 30])
    assert shares == [Fraction(14, 5), Fraction(2), Fraction(6, 5)]
    public = Client().get(f"/api/v1/events/{director.event.slug}/").json()
    assert public["awards"] == [70, 50, 30]
    tag = director.send("GET", "stages/1/").headers["ETag"]
    late = director.send("PATCH", "stages/1/", {"awards": []}, **{"If-Match": tag})
    assert (late.status_code, late.json()["refusal"]) == (409, "already_drawn")
    assert awarded([3, 0, -3], method="cross")[0] == [3, 0, -3]


@pytest.mark.parametrize("awards", [[40, 50, 60], [60, 50], [101, 50, 0], [60, 50, -1]])
def test_25_averages_that_cannot_be_are_refused(awards: list[int]) -> None:
    director = with_key(new_stage().event)
    tag = director.send("GET", "stages/1/").headers["ETag"]
    told = director.send("PATCH", "stages/1/", {"awards": awards}, **{"If-Match": tag})
    assert told.status_code in (400, 422)
    assert director.send("GET", "stages/1/").json()["awards"] == []


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

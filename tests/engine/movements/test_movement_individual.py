"""The individual movement: theory says what its certificate must show."""

import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MovementError
from engine.movements import (
    Movement,
    certificate,
    check,
    individual,
    max_rounds_without_repeats,
)
from engine.movements.certificate import ORDER_OPTIMUM
from tests.engine.hands import FEWER


def test_nine_players_in_four_rounds_meet_everybody_once_and_are_compared_equally() -> None:
    movement = individual(9, 4, 3)
    meetings = [p for r in movement.rounds for t in r.tables for p in combinations(t.players, 2)]
    assert {frozenset(pair) for pair in meetings} == {
        frozenset(pair) for pair in combinations(range(9), 2)
    }
    for i, j in combinations(range(9), 2):
        together = sum(
            sum(i in field and j in field for field in zip(*rows, strict=True))
            for r in movement.rounds
            for rows in zip(*(table.positions for table in r.tables), strict=True)
        )
        assert together == 3
    for player in range(9):
        held = [
            row.index(player)
            for r in movement.rounds
            for t in r.tables
            for row in t.positions
            if player in row
        ]
        assert [held.count(position) for position in range(3)] == [4, 4, 4]


def test_twenty_boards_are_held_seven_seven_and_six_times_in_each_position() -> None:
    movement = individual(27, 5, 4)
    for player in range(27):
        held = [
            row.index(player)
            for r in movement.rounds
            for t in r.tables
            for row in t.positions
            if player in row
        ]
        assert sorted(held.count(position) for position in range(3)) == [6, 7, 7]


def test_with_six_boards_a_round_every_order_is_three_to_three() -> None:
    assert certificate(individual(12, 3, 6)).order_imbalance == 0


def test_more_rounds_than_possible_are_refused_with_the_maximum_named() -> None:
    with pytest.raises(MovementError) as caught:
        individual(9, 5, 3)
    assert caught.value.code == "too_many_rounds"
    assert caught.value.params["maximum"] == 4
    assert "4" in caught.value.detail


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((5, 1, 3), "too_few_players"), ((9, 0, 3), "no_rounds"), ((9, 2, 0), "no_boards")],
)
def test_impossible_sizes_are_refused(arguments: tuple[int, int, int], code: str) -> None:
    with pytest.raises(MovementError) as caught:
        individual(*arguments)
    assert caught.value.code == code


def test_the_same_seed_gives_the_same_movement_and_another_seed_another() -> None:
    assert individual(15, 4, 4, seed=5) == individual(15, 4, 4, seed=5)
    assert individual(15, 4, 4, seed=5).rounds != individual(15, 4, 4, seed=6).rounds


def test_a_movement_survives_json() -> None:
    movement = individual(11, 3, 4, seed=2)
    assert Movement.from_data(json.loads(json.dumps(movement.to_data()))) == movement


def test_seat_a_bids_first_on_the_first_board_of_every_round() -> None:
    movement = individual(10, 3, 4)
    assert all(t.players[:3] == t.positions[0] for r in movement.rounds for t in r.tables)


@FEWER
@given(st.integers(6, 30), st.integers(1, 9), st.integers(1, 8), st.integers(0, 3))
def test_every_movement_is_sound_and_as_even_as_theory_allows(
    players: int, rounds: int, boards: int, seed: int
) -> None:
    rounds = min(rounds, max_rounds_without_repeats(players))
    movement = individual(players, rounds, boards, seed=seed)
    found = certificate(movement)
    assert check(movement, found.to_data()).is_sound
    assert found.repeat_meetings == 0
    assert found.position_imbalance <= 1
    assert found.order_imbalance == ORDER_OPTIMUM[boards % 6]
    assert found.bye_imbalance <= 1
    assert all(len(r.byes) == players % 3 for r in movement.rounds)
    assert len(movement.rounds) == rounds

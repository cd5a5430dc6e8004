"""The bound of repeat meetings: never above what can be reached, and mostly just that."""

import json
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.movements import certificate, check, individual
from engine.movements.bounds import least_repeats
from engine.movements.four_players import individual_of_four
from tests.oracles import least_repeats as exhaustive

STORED = json.loads(
    files("engine.movements").joinpath("least_repeats.json").read_text(encoding="utf-8")
)
LONG = ([11, 3, 6, 3], [12, 4, 6, 3])
SMALL = (
    *((players, rounds, 3) for players in (3, 4, 5, 6, 7) for rounds in range(1, 7)),
    *((players, rounds, 3) for players in (8, 9, 10) for rounds in range(1, 6)),
    *((players, rounds, 4) for players in (4, 5, 6, 7, 8, 9) for rounds in range(1, 5)),
)


@pytest.mark.parametrize(("players", "rounds", "size"), SMALL)
def test_the_bound_is_what_looking_at_everything_finds(
    players: int, rounds: int, size: int
) -> None:
    least = exhaustive.least_repeats(players, rounds, size)
    assert least_repeats(players, players // size, rounds, size) == least


@pytest.mark.parametrize(
    ("key", "least"),
    [pytest.param(*entry, marks=pytest.mark.slow if entry[0] in LONG else ()) for entry in STORED],
)
def test_what_search_proved_is_what_it_finds(key: list[int], least: int) -> None:
    players, tables, rounds, size = key
    assert tables == players // size
    assert exhaustive.least_repeats(players, rounds, size) == least


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [(6, 2, 2), (6, 3, 5), (6, 5, 15), (12, 5, 3), (12, 6, 7), (12, 7, 18), (12, 9, 42)],
)
def test_the_design_figures_of_6_and_12_players_are_on_the_certificate(
    players: int, rounds: int, least: int
) -> None:
    found = certificate(individual(players, rounds, 3, allow_repeats=True))
    assert found.repeat_bound == found.repeat_meetings == least


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [
        (9, 8, 36),  # everybody meets everybody twice
        (10, 5, 4),  # by search; five players have ten neighbours of nine: at least 3
        (16, 8, 4),  # eight players play all eight rounds: sixteen neighbours of fifteen
        (17, 9, 1),  # 45 tables, of which at most 44 share no pair
        (18, 9, 9),  # everybody has eighteen neighbours of seventeen
        (3000, 1500, 1500),
        (3001, 1500, 0),
    ],
)
def test_bounds_worked_out_by_hand(players: int, rounds: int, least: int) -> None:
    assert least_repeats(players, players // 3, rounds) == least


def test_two_rounds_at_three_tables_of_four_repeat_three_pairs() -> None:
    # Of four players two come from one of three tables, at each of the three.
    assert least_repeats(12, 3, 2, size=4) == 3
    movement = individual_of_four(12, 2, 4, allow_repeats=True)
    found = certificate(movement)
    assert found.repeat_bound == 3
    assert check(movement, found.to_data()).is_sound


@given(st.integers(6, 40), st.integers(1, 30))
def test_another_round_never_lowers_the_bound_nor_adds_more_than_all_its_meetings(
    players: int, rounds: int
) -> None:
    tables = players // 3
    before, after = (least_repeats(players, tables, r) for r in (rounds, rounds + 1))
    assert before <= after <= before + 3 * tables
    assert after >= 3 * tables * (rounds + 1) - players * (players - 1) // 2


@pytest.mark.parametrize(("players", "rounds"), [(8, 6), (13, 8), (16, 9), (17, 10), (20, 12)])
def test_the_checker_works_the_same_bound_out_by_itself(players: int, rounds: int) -> None:
    movement = individual(players, rounds, 3, allow_repeats=True)
    found = certificate(movement)
    assert check(movement, found.to_data()).is_sound
    assert check(movement, {"repeat_bound": found.repeat_bound + 1}).differences == (
        "repeat_bound",
    )


def test_tables_of_three_and_four_together_are_bounded_by_counting_pairs() -> None:
    # Six rounds of one table of four and two of three: 12 meetings each, and 45 pairs.
    movement = individual(10, 6, 4, tables_of_four=True, allow_repeats=True)
    found = certificate(movement)
    assert found.repeat_bound == 6 * 12 - 45
    assert check(movement, found.to_data()).is_sound

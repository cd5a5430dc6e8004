"""Designs: every round a partition, no pair twice, and as many rounds as theory has."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.movements.designs import CONSTRUCTIONS, complete_design, known_rounds
from engine.movements.designs.cyclic import Rounds
from engine.movements.designs.starters import starter, starter_rounds
from engine.movements.galois import Field, field, prime_power
from engine.movements.grouping import (
    grouping,
    max_rounds_without_repeats,
    upper_bound_of_rounds,
)
from engine.movements.schedule import rematches

OPEN = (49, 61, 73, 85, 97)
"""Numbers of players for which theory allows more rounds than are built."""


def assert_no_pair_twice(players: int, rounds: Rounds) -> None:
    met = set()
    for groups in rounds:
        assert sorted(p for group in groups for p in group) == list(range(players))
        for group in groups:
            for pair in combinations(sorted(group), 2):
                assert pair not in met
                met.add(pair)


@pytest.mark.parametrize("players", [*range(6, 103, 3), 135, 171, 300])
def test_every_construction_has_the_rounds_it_says_and_no_pair_twice(players: int) -> None:
    for construction in CONSTRUCTIONS:
        rounds = construction.possible(players)
        if rounds:
            built = construction.build(players, rounds)
            assert len(built) == rounds, construction.name
            assert_no_pair_twice(players, built)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (6, 1),
        (7, 1),
        (8, 4),
        (9, 4),
        (10, 4),
        (11, 5),
        (12, 4),
        (13, 6),
        (14, 7),
        (15, 7),
        (16, 7),
        (17, 8),
        (18, 8),
        (19, 9),
        (21, 10),
        (24, 11),
        (25, 12),
        (27, 13),
        (28, 13),
        (30, 14),
        (31, 15),
        (33, 16),
        (36, 17),
        (39, 19),
        (42, 20),
        (45, 22),
        (60, 29),
        (69, 34),
        (90, 44),
        (99, 49),
        (300, 148),
        (999, 499),
        (3000, 1499),
    ],
)
def test_rounds_without_repeats_reach_the_known_figures(players: int, rounds: int) -> None:
    assert max_rounds_without_repeats(players) >= rounds


@pytest.mark.parametrize("players", range(6, 200))
def test_no_more_rounds_are_claimed_than_counting_pairs_allows(players: int) -> None:
    assert max_rounds_without_repeats(players) <= upper_bound_of_rounds(players)


@pytest.mark.parametrize("players", [n for n in range(6, 101) if n not in OPEN])
def test_up_to_100_players_as_many_rounds_as_theory_allows_have_no_repeat(players: int) -> None:
    # Kirkman and nearly Kirkman systems, and Hanani systems for n = 6k + 1 (Vanstone et al. 1993).
    assert max_rounds_without_repeats(players) == upper_bound_of_rounds(players)


@pytest.mark.parametrize("players", [19, 25, 31, 37, 43, 55, 67, 79, 91])
def test_a_hanani_system_leaves_half_of_the_players_out_once_and_nobody_meets_twice(
    players: int,
) -> None:
    schedule = grouping(players, players // 2, Random(1))
    assert rematches(players, schedule.rounds) == {}
    out = [player for byes in schedule.byes for player in byes]
    assert len(set(out)) == len(out) == players // 2


def test_from_8_to_399_players_nobody_meets_twice_in_3_7_or_15_rounds_and_byes_are_even() -> None:
    for players in range(8, 400):
        most = max_rounds_without_repeats(players)
        for rounds in {3, min(7, most), min(15, most)}:
            schedule = grouping(players, rounds, Random(players))
            assert len(schedule.rounds) == rounds
            assert rematches(players, schedule.rounds) == {}, (players, rounds)
            assert schedule.once
            byes = Counter(player for out in schedule.byes for player in out)
            assert max(byes.values(), default=0) <= min(map(byes.__getitem__, range(players))) + 1


def test_a_complete_design_of_27_lets_everybody_meet_everybody() -> None:
    rounds = complete_design(27, 13).rounds
    assert len({p for groups in rounds for g in groups for p in combinations(sorted(g), 2)}) == 351


def test_a_design_of_999_has_no_pair_twice_in_its_first_last_and_middle_rounds() -> None:
    built = complete_design(999, known_rounds(999)).rounds
    assert_no_pair_twice(999, [list(built[r]) for r in (0, 1, 250, 332, 333, 334, 497, 498)])  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [10, 11, 13, 19, 25, 31, 37, 43, 55, 67, 79, 91])
def test_stored_rounds_that_have_byes_repeat_no_pair_and_no_bye(players: int) -> None:
    met, byes = set(), []
    for groups in starter(players, starter_rounds(players)):
        seated = [p for group in groups for p in group]
        assert len(seated) == len(set(seated)) == players - players % 3
        byes += sorted(set(range(players)) - set(seated))
        for pair in (pair for group in groups for pair in combinations(sorted(group), 2)):
            assert pair not in met
            met.add(pair)
    assert max(map(byes.count, range(players))) - min(map(byes.count, range(players))) <= 1


@pytest.mark.parametrize("order", [4, 7, 8, 9, 13, 16, 25, 27, 49])
def test_a_finite_field_is_a_field(order: int) -> None:
    f = field(order)
    assert sorted(f.power) == list(range(1, order))
    for a in range(order):
        assert f.add(a, 0) == a
        assert f.multiply(a, 1) == a
        for b in range(1, order):
            assert f.multiply(f.divide(a, b), b) == a
            c = f.power[(a + b) % (order - 1)]
            assert f.multiply(c, f.add(a, b)) == f.add(f.multiply(c, a), f.multiply(c, b))


def test_half_of_all_traces_in_characteristic_two_are_zero() -> None:
    f = field(16)
    assert [f.trace(a) for a in range(16)].count(0) == 8
    assert all(
        f.trace(f.add(a, b)) == f.trace(a) ^ f.trace(b) for a in range(16) for b in range(16)
    )


def test_prime_powers_are_recognised() -> None:
    assert [q for q in range(2, 33) if prime_power(q)] == [
        *(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32)
    ]
    with pytest.raises(ValueError, match="6 is not a power of a prime"):
        Field(6)

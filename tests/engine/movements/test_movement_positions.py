"""Positions and seats: colourings are proper, comparisons spread little, tables change."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.movements import Movement, certificate, check, individual
from engine.movements.colouring import colour_edges
from engine.movements.squares import SHIFTS, Square, anneal, comparisons


@given(
    st.integers(1, 8).flatmap(
        lambda n: st.tuples(st.just(n), st.lists(st.permutations(range(n)), min_size=1, max_size=4))
    ),
    st.integers(1, 8),
    st.integers(0, 5),
)
@settings(deadline=None)
def test_a_union_of_k_matchings_is_coloured_properly_with_k_colours(
    graph: tuple[int, list[list[int]]], kept: int, seed: int
) -> None:
    # With right nodes taken away some left nodes have fewer than k edges.
    n, matchings = graph
    rights = range(min(n, kept))
    ends = [matching[node] for node in rights for matching in matchings]
    colours = colour_edges(ends, len(matchings), Random(seed))
    for node in rights:
        at_node = colours[node * len(matchings) : (node + 1) * len(matchings)]
        assert sorted(at_node) == list(range(len(matchings)))
    assert len(set(zip(ends, colours, strict=True))) == len(ends)


@pytest.mark.parametrize(
    ("players", "rounds", "byes"), [(301, 100, 1), (302, 101, 2), (100, 50, 1), (3001, 12, 1)]
)
def test_long_chains_of_shifted_rounds_are_coloured_without_help_from_far_away(
    players: int, rounds: int, byes: int
) -> None:
    # Byes shift the threes of rounds of one player after another, so that all rounds are one graph.
    random = Random(1)
    played = [0] * players
    ends = []
    for number in range(rounds):
        out = {byes * number + k for k in range(byes)}
        seated = [player for player in range(players) if player not in out]
        random.shuffle(seated)
        for player in seated:
            ends.append(played[player] // 3 * players + player)
            played[player] += 1
    colours = colour_edges(ends, 3, random)
    assert all(sorted(colours[e : e + 3]) == [0, 1, 2] for e in range(0, len(ends), 3))
    assert len(set(zip(ends, colours, strict=True))) == len(ends)


def test_every_square_gives_each_of_three_players_each_position_once() -> None:
    squares = {
        tuple(Square((7, 8, 9), 0, step, shifts).positions())
        for step in (1, -1)
        for shifts in SHIFTS
    }
    assert len(squares) == 12
    for rows in squares:
        assert all(sorted(row) == [7, 8, 9] for row in rows)
        assert all(sorted(column) == [7, 8, 9] for column in zip(*rows, strict=True))


def test_the_annealer_counts_comparisons_as_brute_force_does() -> None:
    random = Random(4)
    blocks = [
        [Square((a, a + 1, a + 2), 0, 1, (0, 1, 2)) for a in range(0, 12, 3)] for _ in range(4)
    ]
    counts = comparisons(12, [])
    anneal(12, blocks, counts, random)
    fields = [
        [square.positions()[board][position] for square in block]
        for block in blocks
        for board in range(3)
        for position in range(3)
    ]
    for a, b in combinations(range(12), 2):
        assert counts[a][b] == sum(a in field and b in field for field in fields)


@pytest.mark.parametrize(("players", "bound"), [(27, 0.20), (99, 0.29)])
def test_comparisons_spread_as_little_as_the_design_figures_say(players: int, bound: float) -> None:
    # Fixed seats give 0.71 and 1.44, random squares 0.34.
    assert certificate(individual(players, 9, 3)).comparison_sd_over_mean <= bound


@pytest.mark.parametrize(("players", "rounds"), [(9, 4), (27, 13), (81, 40)])
def test_the_lines_of_a_space_compare_everybody_equally(players: int, rounds: int) -> None:
    found = certificate(individual(players, rounds, 3))
    assert found.comparison_sd_over_mean == 0
    assert found.comparison_mean == 3 * (players // 3 - 1) / 2


def test_the_worked_example_for_nine_players_is_as_the_design_says() -> None:
    # Board 1 of each round as printed there; positions rotate on boards 2 and 3.
    text = "012 345 678 | 036 147 258 | 084 516 732 | 075 831 426"
    rounds = [
        {
            "tables": [
                {
                    "players": seats,
                    "positions": [seats, seats[2:] + seats[:2], seats[1:] + seats[:1]],
                }
                for seats in ([int(digit) for digit in group] for group in part.split())
            ],
            "byes": [],
        }
        for part in text.split("|")
    ]
    data = {"players": 9, "boards_per_round": 3, "hands": 3, "rounds": rounds}
    report = check(data)
    assert report.is_sound
    assert report.figures["repeat_meetings"] == report.figures["position_imbalance"] == 0
    assert report.figures["comparison_mean"] == 3
    assert report.figures["comparison_sd_over_mean"] == 0


@pytest.mark.parametrize(("players", "rounds"), [(27, 9), (60, 20), (99, 33), (300, 15)])
def test_with_as_many_rounds_as_tables_nobody_visits_a_table_three_times(
    players: int, rounds: int
) -> None:
    assert certificate(individual(players, rounds, 3)).max_table_visits <= 2


def positions_in_order(movement: Movement, player: int, board: int) -> list[int]:
    return [
        row.index(player)
        for one in movement.rounds
        for table in one.tables
        for row in table.positions[board : board + 1]
        if player in row
    ]


@settings(max_examples=6, deadline=None)
@given(st.integers(8, 30), st.integers(0, 9))
def test_a_left_over_board_brings_each_position_once_in_three_rounds_played(
    players: int, seed: int
) -> None:
    movement = individual(players, 4, 4, seed=seed, allow_repeats=True)
    if certificate(movement).repeat_meetings == 0:
        for player in range(players):
            assert len(set(positions_in_order(movement, player, 3)[:3])) == 3

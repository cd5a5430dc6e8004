"""More rounds than possible, tables of four, clubs and forbidden pairs."""

from itertools import combinations

import pytest

from engine.errors import MovementError
from engine.movements import certificate, check, individual
from engine.movements.separation import separation


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [(6, 2, 2), (6, 3, 5), (6, 5, 15), (12, 5, 3), (12, 6, 7), (12, 7, 18), (12, 9, 42)],
)
def test_repeats_beyond_the_maximum_reach_the_proved_least(
    players: int, rounds: int, repeats: int
) -> None:
    movement = individual(players, rounds, 3, allow_repeats=True)
    found = certificate(movement)
    assert found.repeat_meetings == repeats
    assert found.position_imbalance == 0
    assert check(movement, found.to_data()).is_sound


@pytest.mark.parametrize(("players", "rounds"), [(9, 6), (9, 8), (15, 9), (27, 15)])
def test_further_passes_of_a_complete_design_meet_the_bound(players: int, rounds: int) -> None:
    found = certificate(individual(players, rounds, 4, allow_repeats=True))
    assert found.repeat_meetings == found.repeat_bound
    assert found.repeat_bound == players * rounds - players * (players - 1) // 2


@pytest.mark.parametrize("boards", [3, 4])
def test_a_second_pass_reverses_the_acting_order_of_the_first(boards: int) -> None:
    assert certificate(individual(9, 8, boards, allow_repeats=True)).order_imbalance == 0


@pytest.mark.parametrize(("players", "rounds"), [(20, 12), (16, 9), (8, 9)])
def test_byes_and_positions_stay_even_beyond_the_maximum(players: int, rounds: int) -> None:
    found = certificate(individual(players, rounds, 4, allow_repeats=True))
    assert found.bye_imbalance <= 1
    assert found.position_imbalance <= 1
    assert found.repeat_meetings >= found.repeat_bound


@pytest.mark.parametrize(("players", "rounds"), [(28, 6), (29, 6), (100, 8)])
def test_tables_of_four_replace_byes_without_repeats(players: int, rounds: int) -> None:
    movement = individual(players, rounds, 4, tables_of_four=True)
    found = certificate(movement)
    assert check(movement, found.to_data()).is_sound
    assert found.byes == found.repeat_meetings == 0
    assert found.position_imbalance <= 1
    assert found.sit_out_imbalance <= 1
    for one in movement.rounds:
        assert sum(len(table.players) == 4 for table in one.tables) == players % 3


def test_at_a_table_of_four_each_sits_out_once_and_holds_each_position_once() -> None:
    movement = individual(10, 1, 4, tables_of_four=True)
    (table,) = [t for t in movement.rounds[0].tables if len(t.players) == 4]
    for player in table.players:
        assert sorted(row.index(player) for row in table.positions if player in row) == [0, 1, 2]


def test_tables_of_four_need_boards_in_fours() -> None:
    with pytest.raises(MovementError) as caught:
        individual(10, 2, 3, tables_of_four=True)
    assert caught.value.code == "boards_not_in_fours"


def test_repeats_at_tables_of_four_are_refused_unless_asked_for() -> None:
    with pytest.raises(MovementError) as caught:
        individual(10, 3, 4, tables_of_four=True)
    assert caught.value.code == "repeats_needed"
    assert certificate(individual(10, 3, 4, tables_of_four=True, allow_repeats=True)).byes == 0


def test_club_mates_and_forbidden_pairs_do_not_meet_where_that_is_avoidable() -> None:
    clubs = tuple(player // 4 for player in range(27))
    forbidden = ((0, 8), (5, 9), (10, 20))
    movement = individual(27, 5, 4, clubs=clubs, forbidden=forbidden)
    found = separation(movement, clubs, forbidden)
    assert (found.forbidden, found.clubs, found.late_clubs) == ((), (), ())


@pytest.mark.parametrize(
    ("players", "size", "rounds", "least"),
    [
        (18, 6, 7, 0),
        (18, 6, 8, 0),
        # Five tables: two clubs of six have a pair each at one of them, in both rounds.
        (15, 6, 5, 4),
        # Three tables: both clubs of four have a pair, in both rounds.
        (9, 4, 4, 4),
    ],
)
def test_club_mates_meet_in_the_last_two_rounds_only_where_the_tables_are_too_few(
    players: int, size: int, rounds: int, least: int
) -> None:
    clubs = [player // size for player in range(players)]
    for seed in range(3):
        found = separation(individual(players, rounds, 2, seed=seed, clubs=clubs), clubs)
        assert len(found.late_clubs) == least


def test_where_everybody_meets_everybody_clubs_meet_early_and_the_report_says_who() -> None:
    clubs = tuple("a" if player < 3 else None for player in range(27))
    movement = individual(27, 13, 3, clubs=clubs, forbidden=((3, 4),))
    found = separation(movement, clubs, ((3, 4),))
    assert {(m.first, m.second) for m in found.clubs} == set(combinations(range(3), 2))
    assert found.late_clubs == ()
    assert [(m.first, m.second) for m in found.forbidden] == [(3, 4)]
    assert found.to_data()["forbidden"] == [[3, 4, found.forbidden[0].round]]


def test_a_forbidden_pair_must_be_of_players() -> None:
    with pytest.raises(MovementError) as caught:
        individual(9, 2, 3, forbidden=((0, 9),))
    assert caught.value.code == "unknown_player"

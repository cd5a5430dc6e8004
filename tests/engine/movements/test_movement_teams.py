"""Teams: triangles, T teams on T tables, knockout, four-a-side; and the three-way Mitchell."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import MovementError
from engine.movements import certificate, check
from engine.movements.four_a_side import (
    MatchState,
    four_a_side_boards,
    hands_over,
    match_state,
    partner,
    side,
)
from engine.movements.knockout import knockout_plan, knockout_round
from engine.movements.mitchell import mitchell
from engine.movements.teams import ring, triangle_boards, triangle_rounds, triangles


def test_in_a_triangle_every_team_holds_every_hand_of_every_board_once() -> None:
    for boards in (4, 6, 18):
        for tables in triangle_boards(boards):
            for position in range(3):
                assert sorted(table[position][0] for table in tables) == [0, 1, 2]


def test_in_eighteen_boards_everybody_holds_each_position_and_meets_each_opponent_six_times() -> (
    None
):
    held: Counter[tuple[tuple[int, int], int]] = Counter()
    before: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    for tables in triangle_boards(18):
        for row in tables:
            for position, slot in enumerate(row):
                held[slot, position] += 1
                before[slot, row[(position + 1) % 3]] += 1
    assert len(held) == 27
    assert set(held.values()) == {6}
    slots = [(team, member) for team in range(3) for member in range(3)]
    for a, b in combinations(slots, 2):
        if a[0] != b[0]:
            assert (before[a, b], before[b, a]) == (3, 3)


def test_nine_teams_meet_all_in_four_rounds_of_triangles() -> None:
    teams = triangles(9, 4, 6)
    assert (teams.repeat_meetings, teams.meeting_imbalance, teams.bye_imbalance) == (0, 0, 0)
    assert check(teams.movement).is_sound
    assert len(teams.movement.rounds) == 8  # two stanzas of three boards each
    assert certificate(teams.movement).position_imbalance == 0
    assert len(teams.to_data()["matches"]) == 4


def test_ten_teams_have_one_bye_a_round_and_three_teams_play_one_match() -> None:
    teams = triangles(10, 3, 3)
    assert [len(byes) for byes in teams.byes] == [1, 1, 1]
    assert teams.bye_imbalance == 1
    assert check(teams.movement).is_sound
    assert triangles(3, 1, 18).matches[0][0] in {(0, 1, 2), *((0, 2, 1), (1, 0, 2), (1, 2, 0))} | {
        (2, 0, 1),
        (2, 1, 0),
    }
    for arguments in ((9, 5, 3), (3, 2, 3), (4, 1, 3)):
        with pytest.raises(MovementError):
            triangles(*arguments)


def test_a_triangle_of_four_boards_keeps_everybody_at_his_table() -> None:
    (one,) = triangle_rounds([(0, 1, 2)], 4, byes=(3,))
    assert [sorted(table.players) for table in one.tables] == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    assert one.byes == (9, 10, 11)


@pytest.mark.parametrize(
    ("teams", "rounds"), [(4, 1), (5, 2), (7, 1), (9, 4), (13, 2), (19, 3), (25, 4), (31, 5)]
)
def test_a_ring_lets_all_teams_meet_equally_often(teams: int, rounds: int) -> None:
    found = ring(teams, rounds, 3)
    assert found.meeting_imbalance == 0
    assert check(found.movement).is_sound


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 16), st.integers(1, 3), st.integers(1, 7))
def test_in_a_ring_every_team_holds_every_hand_of_every_board_once(
    teams: int, rounds: int, boards: int
) -> None:
    found = ring(teams, rounds, boards).movement
    assert check(found).is_sound
    for one in found.rounds:
        for board in range(boards):
            for position in range(3):
                holders = [table.positions[board][position] // 3 for table in one.tables]
                assert sorted(holders) == list(range(teams))


def test_nine_teams_are_seeded_into_three_triangles() -> None:
    first = knockout_round(9)
    assert first.triangles == ((1, 6, 7), (2, 5, 8), (3, 4, 9))
    assert (first.byes, first.head_to_head) == ((), None)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 300))
def test_every_knockout_round_leaves_the_largest_smaller_power_of_three(teams: int) -> None:
    powers = [3**k for k in range(7)]
    plan = knockout_plan(teams)
    assert plan[0].survivors == max(p for p in powers if p < teams)
    assert plan[-1].survivors == 1
    for one in plan:
        seeds = [*one.byes, *(s for group in one.triangles for s in group)]
        seeds += one.head_to_head or ()
        assert sorted(seeds) == list(range(1, one.teams + 1))
        assert one.byes == tuple(range(1, len(one.byes) + 1))


def test_four_teams_give_two_byes_and_one_head_to_head() -> None:
    first = knockout_round(4)
    assert (first.byes, first.triangles, first.head_to_head) == ((1, 2), (), (3, 4))
    with pytest.raises(MovementError):
        knockout_round(1)


def test_four_a_side_boards_follow_the_scheme() -> None:
    boards = four_a_side_boards(5)
    assert [(board.first, board.idle) for board in boards] == [
        ("A", "D"),
        ("B", "A"),
        ("C", "B"),
        ("D", "C"),
        ("A", "D"),
    ]
    assert [board.seats for board in boards[:2]] == [("A", "B", "C"), ("B", "C", "D")]


def test_after_the_auction_the_landlord_always_faces_both_opponents() -> None:
    for board in four_a_side_boards(4):
        for landlord in board.seats:
            moved = hands_over(board, landlord)
            holding = set(board.seats)
            if moved is not None:
                assert moved[0] == partner(landlord)
                holding = holding - {moved[0]} | {moved[1]}
            for table in (0, 1):
                others = {side(seat, table) for seat in holding - {landlord}}
                assert others == {"red", "blue"} - {side(landlord, table)}


def test_a_match_is_over_when_the_lead_is_out_of_reach_and_goes_on_when_tied() -> None:
    assert match_state(25, 12, 2) is MatchState.DECIDED
    assert match_state(-25, 12, 2) is MatchState.DECIDED
    assert match_state(24, 12, 2) is MatchState.PLAYING
    assert match_state(0, 12, 0) is MatchState.EXTRA_BOARD
    assert match_state(1, 12, 0) is MatchState.DECIDED


@pytest.mark.parametrize("tables", [5, 7, 11])
def test_a_three_way_mitchell_repeats_neither_people_nor_boards(tables: int) -> None:
    movement = mitchell(tables, 3)
    found = certificate(movement)
    assert check(movement, found.to_data()).is_sound
    assert (found.repeat_meetings, found.position_imbalance) == (0, 0)
    table = movement.rounds[2].tables[1]
    assert set(table.players) == {1, tables + (1 - 2) % tables, 2 * tables + (1 - 4) % tables}
    assert table.board_set == 3


def test_other_numbers_of_tables_and_too_many_rounds_are_refused() -> None:
    for arguments, code in (((6, 3), "mitchell_tables"), ((5, 3, 6), "too_many_rounds")):
        with pytest.raises(MovementError) as caught:
            mitchell(*arguments)
        assert caught.value.code == code

"""Swiss in threes: near-equal scores, no rematch, byes from below, explained and repeatable."""

import json
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import MovementError
from engine.movements import Movement, Round, certificate, check
from engine.movements.swiss import SwissDraw, SwissInput, exchange, swiss_round


def play(players: int, rounds: int, boards: int, seed: int = 0) -> list[SwissDraw]:
    random = Random(seed)
    scores = [0.0] * players
    draws: list[SwissDraw] = []
    for r in range(rounds):
        history = tuple(draw.round for draw in draws)
        draws.append(swiss_round(SwissInput(tuple(scores), history, boards, rounds - r, seed=seed)))
        scores = [score + random.gauss(50, 10) for score in scores]
    return draws


@settings(max_examples=6, deadline=None)
@given(st.integers(18, 36), st.integers(0, 3))
def test_four_swiss_rounds_are_sound_without_rematch_or_second_bye(players: int, seed: int) -> None:
    draws = play(players, 4, 3, seed)
    movement = Movement(players, 3, tuple(draw.round for draw in draws), "Swiss")
    found = certificate(movement)
    assert check(movement, found.to_data()).is_sound
    assert found.repeat_meetings == sum(draw.repeat_meetings for draw in draws) == 0
    assert found.position_imbalance == 0
    assert found.bye_imbalance <= 1


def test_without_history_the_tables_are_those_of_the_sorted_list() -> None:
    scores = tuple(float(value) for value in (5, 90, 40, 6, 92, 41, 4, 91, 42))
    draw = swiss_round(SwissInput(scores, (), 3))
    tables = {frozenset(table.players) for table in draw.round.tables}
    assert tables == {frozenset(group) for group in ((1, 4, 7), (2, 5, 8), (0, 3, 6))}
    assert draw.spread == draw.cost == 2 + 2 + 2


def test_small_draws_are_as_cheap_as_the_best_of_all_partitions() -> None:
    random = Random(8)
    first = swiss_round(SwissInput((0.0,) * 9, (), 3))
    scores = tuple(random.uniform(0, 100) for _ in range(9))
    inputs = SwissInput(scores, (first.round,), 3)
    met = {frozenset(p) for t in first.round.tables for p in combinations(t.players, 2)}

    def best(left: frozenset[int]) -> float:
        if not left:
            return 0.0
        a = min(left)
        costs = []
        for b, c in combinations(sorted(left - {a}), 2):
            if not any(frozenset(pair) in met for pair in ((a, b), (a, c), (b, c))):
                three = [scores[player] for player in (a, b, c)]
                costs.append(max(three) - min(three) + best(left - {a, b, c}))
        return min(costs, default=float("inf"))

    assert swiss_round(inputs).spread == pytest.approx(best(frozenset(range(9))))


@pytest.mark.parametrize("players", [30, 99])
def test_no_two_near_tables_of_a_draw_could_be_split_better(players: int) -> None:
    draw = play(players, 5, 3, seed=2)[-1]
    scores = draw.inputs.scores
    met = {
        frozenset(pair)
        for one in draw.inputs.history
        for table in one.tables
        for pair in combinations(table.players, 2)
    }

    def spread(group: tuple[int, ...]) -> float:
        if any(frozenset(pair) in met for pair in combinations(group, 2)):
            return float("inf")
        return max(scores[p] for p in group) - min(scores[p] for p in group)

    tables = sorted(draw.round.tables, key=lambda t: -max(scores[p] for p in t.players))
    for i, one in enumerate(tables):
        for other in tables[i + 1 : i + 3]:
            six = one.players + other.players
            now = spread(one.players) + spread(other.players)
            for group in combinations(six, 3):
                rest = tuple(player for player in six if player not in group)
                assert spread(group) + spread(rest) > now - 1e-9


def test_the_bye_goes_to_the_last_who_had_neither_bye_nor_free_points() -> None:
    earlier = Round((), byes=(6,))
    inputs = SwissInput((9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0), (earlier,), 3, no_bye=(5,))
    draw = swiss_round(inputs)
    assert draw.round.byes == (4,)
    assert draw.bye_cost == 0


def test_forbidden_pairs_never_sit_together_and_club_mates_not_in_the_last_rounds() -> None:
    scores = tuple(float(value) for value in (30, 29, 28, 20, 19, 18, 10, 9, 8))
    clubs = ("x", "x", *(None,) * 7)
    early = swiss_round(SwissInput(scores, (), 3, rounds_left=5, clubs=clubs))
    assert any(table.clubs == ((0, 1),) for table in early.tables)
    late = swiss_round(SwissInput(scores, (), 3, rounds_left=2, clubs=clubs))
    assert not any(table.clubs for table in late.tables)
    apart = swiss_round(SwissInput(scores, (), 3, forbidden=((0, 1), (3, 4))))
    assert not any(table.forbidden for table in apart.tables)


def test_who_is_absent_is_not_drawn() -> None:
    draw = swiss_round(SwissInput((1.0,) * 10, (), 3, absent=(2,)))
    assert draw.round.absent == (2,)
    assert 2 not in {player for table in draw.round.tables for player in table.players}
    assert draw.round.byes == ()


def test_an_exchange_shows_its_cost() -> None:
    scores = tuple(float(value) for value in (90, 80, 70, 30, 20, 10))
    draw = swiss_round(SwissInput(scores, (), 3))
    changed = exchange(draw, 2, 3)
    assert changed.cost == draw.cost + 80
    assert {frozenset(t.players) for t in changed.round.tables} == {
        frozenset((0, 1, 3)),
        frozenset((2, 4, 5)),
    }
    with pytest.raises(MovementError, match="no player number 7"):
        exchange(draw, 2, 6)


def test_an_exchange_with_the_bye_of_somebody_who_had_one_costs_a_repeat() -> None:
    earlier = Round((), byes=(0,))
    draw = swiss_round(SwissInput((4.0, 3.0, 2.0, 1.0), (earlier,), 3))
    assert draw.round.byes == (3,)
    assert exchange(draw, 0, 3).bye_cost > 1000


def test_the_same_inputs_stored_and_read_give_the_same_draw() -> None:
    inputs = play(20, 3, 4, seed=7)[-1].inputs
    again = SwissInput.from_data(json.loads(json.dumps(inputs.to_data())))
    assert again == inputs
    assert swiss_round(again) == swiss_round(inputs)
    with pytest.raises(MovementError):
        SwissInput.from_data({"format": "else"})


def test_the_explanation_of_a_draw_names_scores_and_rematches() -> None:
    first = swiss_round(SwissInput((3.0, 2.0, 1.0), (), 3))
    second = swiss_round(SwissInput((3.0, 2.0, 1.0), (first.round,), 3))
    data = second.to_data()["tables"][0]
    assert sorted(data["scores"]) == [1, 2, 3]
    assert data["spread"] == 2
    assert sorted(map(tuple, data["repeats"])) == [(0, 1), (0, 2), (1, 2)]


def test_with_four_boards_positions_stay_within_two_and_order_is_balanced() -> None:
    draws = play(30, 4, 4)
    found = certificate(Movement(30, 4, tuple(draw.round for draw in draws), "Swiss"))
    assert found.position_imbalance <= 2
    assert found.order_imbalance == 2


def test_fewer_than_three_players_cannot_be_drawn() -> None:
    with pytest.raises(MovementError) as caught:
        swiss_round(SwissInput((1.0, 2.0), (), 3))
    assert caught.value.code == "too_few_players"

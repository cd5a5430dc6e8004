"""The checker finds every fault, agrees with the certificate, and shares no code with it."""

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.movements import certificate, check, individual
from engine.movements import checker as checker_module


def stored() -> dict[str, Any]:
    return individual(7, 1, 3, seed=1).to_data()


def codes(data: dict[str, Any]) -> set[str]:
    return {fault.code for fault in check(data).faults}


def test_the_checker_imports_nothing_of_the_package() -> None:
    tree = ast.parse(Path(checker_module.__file__).read_text(encoding="utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [
        a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names
    ]
    assert not [name for name in modules if name and name.startswith("engine")]


def test_a_player_in_two_places_and_one_in_none_are_named() -> None:
    data = stored()
    first, second = data["rounds"][0]["tables"]
    lost = second["players"][0]
    second["players"][0] = first["players"][0]
    second["positions"] = [
        [first["players"][0] if p == lost else p for p in row] for row in second["positions"]
    ]
    faults = check(data).faults
    assert {fault.code for fault in faults} == {"player_twice", "player_missing"}
    assert {fault.round for fault in faults} == {1}
    assert any(f"Player {lost} " in fault.detail for fault in faults)


def test_unknown_players_and_lost_byes_are_found() -> None:
    data = stored()
    data["rounds"][0]["byes"] = [7]
    assert codes(data) == {"unknown_player", "player_missing"}


def test_positions_that_are_no_permutation_are_found() -> None:
    data = stored()
    row = data["rounds"][0]["tables"][1]["positions"][2]
    row[0] = row[1]
    (fault,) = check(data).faults
    assert (fault.code, fault.round, fault.table) == ("bad_positions", 1, 2)


def test_table_sizes_and_numbers_of_boards_are_checked() -> None:
    data = stored()
    data["rounds"][0]["tables"][0]["positions"].pop()
    assert codes(data) == {"wrong_number_of_boards"}
    data = stored()
    data["rounds"][0]["tables"][0]["players"].pop()
    assert codes(data) == {"wrong_table_size", "player_missing"}


def test_sitting_out_must_go_round_at_a_table_of_four() -> None:
    data = individual(7, 1, 4, tables_of_four=True).to_data()
    table = next(t for t in data["rounds"][0]["tables"] if len(t["players"]) == 4)
    table["positions"] = [table["positions"][0]] * 4
    assert codes(data) == {"unequal_sitting_out"}


def test_a_board_set_is_played_once_by_everybody() -> None:
    data = individual(9, 2, 3).to_data()
    for one in data["rounds"]:
        for table in one["tables"]:
            table["board_set"] = 0
    assert codes(data) == {"board_twice"}


@pytest.mark.parametrize("figure", ["repeat_meetings", "comparison_sd_over_mean", "byes"])
def test_a_false_figure_on_the_certificate_is_named(figure: str) -> None:
    movement = individual(10, 3, 4)
    claimed = {**certificate(movement).to_data(), figure: 17}
    report = check(movement, claimed)
    assert report.differences == (figure,)
    assert not report.is_sound
    assert report.to_data()["differences"] == [figure]


def test_figures_of_a_hand_made_round_are_those_worked_out_by_hand() -> None:
    # Two rounds of the same two tables, positions never change: 6 repeats, each order 2 to 0,
    # players compared with the one other in the same position on 2 boards: 3 of 15 pairs. Of three
    # players two come from one of two tables: in two rounds 2 pairs must meet again.
    tables = [
        {"players": [0, 1, 2], "positions": [[0, 1, 2]]},
        {"players": [3, 4, 5], "positions": [[3, 4, 5]]},
    ]
    rounds = [{"tables": tables, "byes": []}] * 2
    report = check({"players": 6, "boards_per_round": 1, "hands": 3, "rounds": rounds})
    figures = report.figures
    assert figures["repeat_meetings"] == 6
    assert figures["repeat_bound"] == 2
    assert figures["position_imbalance"] == 2
    assert figures["order_imbalance"] == 2
    assert figures["max_table_visits"] == 2
    assert figures["comparison_mean"] == pytest.approx(0.4)
    assert figures["comparison_sd_over_mean"] == pytest.approx(0.8 / 0.4)


def test_the_certificate_speaks_english_and_chinese() -> None:
    found = certificate(individual(10, 4, 4))
    english, chinese = found.sentences(), found.sentences("zh")
    assert "Nobody meets anybody twice." in english
    assert "Byes: 4 in all; the numbers of any two players differ by at most 1." in english
    assert "任何两人至多同桌一次。" in chinese
    assert len(english) == len(chinese)
    assert not any(letter.isascii() and letter.isalpha() for letter in "".join(chinese))
    perfect = certificate(individual(9, 4, 6)).sentences()
    assert "Every two players are compared directly equally often (6 boards)." in perfect
    least = individual(6, 3, 3, allow_repeats=True)
    assert "Repeat meetings: 5, the fewest possible." in certificate(least).sentences()
    twice = replace(least, rounds=least.rounds[:1] * 2)
    assert "Repeat meetings: 6; fewer than 2 are impossible." in certificate(twice).sentences()

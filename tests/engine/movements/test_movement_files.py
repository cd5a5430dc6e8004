"""Movements from files and new versions of them; the commands on the command line."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli import main
from engine.errors import MovementError
from engine.movements import Movement, certificate, check, individual
from engine.movements.four_players import individual_of_four
from engine.movements.importing import read_movement, write_movement
from engine.movements.mitchell import mitchell
from engine.movements.revision import revise


@settings(max_examples=10, deadline=None)
@given(st.integers(6, 20), st.integers(1, 4), st.integers(0, 3))
def test_a_movement_written_as_csv_is_read_again(players: int, boards: int, seed: int) -> None:
    movement = individual(players, 1, boards, seed=seed)
    if max(p for t in movement.rounds[0].tables for p in t.players) == players - 1:
        assert read_movement(write_movement(movement)).rounds == movement.rounds


def test_tables_of_four_survive_csv() -> None:
    movement = individual(10, 2, 4, tables_of_four=True, allow_repeats=True)
    again = read_movement(write_movement(movement))
    assert [[set(t.players) for t in one.tables] for one in again.rounds] == [
        [set(t.players) for t in one.tables] for one in movement.rounds
    ]
    assert check(again).is_sound


def test_a_file_of_seats_gets_balanced_positions() -> None:
    text = "round,table,A,B,C\n1,1,1,2,3\n1,2,4,5,6\n2,1,1,4,7\n2,2,2,5,3\n"
    movement = read_movement(text, boards_per_round=4)
    assert movement.players == 7
    assert [one.byes for one in movement.rounds] == [(6,), (5,)]
    assert certificate(movement).position_imbalance <= 1
    assert certificate(movement).repeat_meetings == 1  # 2 and 3
    assert check(movement).is_sound


def test_all_faults_of_a_file_are_reported_by_line() -> None:
    text = "round,table,A,B,C\n1,1,1,2,x\n1,2,4,5\n1,2,4,4,5\n1,3,1,2,3\n1,3,4,5,6\n3,1,1,2,3\n"
    with pytest.raises(MovementError) as caught:
        read_movement(text, boards_per_round=3)
    errors = caught.value.params["errors"]
    assert isinstance(errors, list)
    assert [(error["line"], error["code"]) for error in errors] == [
        (2, "not_a_number"),
        (3, "bad_line"),
        (4, "player_twice"),
        (6, "table_twice"),
        (1, "round_missing"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_header"),
        ("a,b\n1,2\n", "bad_header"),
        ("round,table,A,B,C\n1,1,1,2,3\n", "boards_unknown"),
        ("round,table,board,1,2,3\n", "no_rounds"),
        ("round,table,board,1,2,3\n1,1,2,1,2,3\n", "board_out_of_order"),
    ],
)
def test_files_that_cannot_be_movements_are_refused(text: str, code: str) -> None:
    with pytest.raises(MovementError) as caught:
        read_movement(text)
    errors = caught.value.params["errors"]
    assert isinstance(errors, list)
    assert errors[0]["code"] == code


def test_data_that_is_no_movement_is_refused() -> None:
    for data in ({}, {"format": "other"}, {"format": "fushi-movement-1", "rounds": 3}):
        with pytest.raises(MovementError) as caught:
            Movement.from_data(data)
        assert caught.value.code == "bad_movement_data"


@settings(max_examples=8, deadline=None)
@given(
    st.integers(12, 30),
    st.integers(0, 3),
    st.sets(st.integers(0, 11), max_size=3),
    st.integers(1, 3),
)
def test_a_revision_leaves_what_was_played_and_stays_even(
    players: int, enter: int, leave: set[int], from_round: int
) -> None:
    movement = individual(players, 4, 3, seed=1)
    changed = revise(movement, from_round, enter=enter, leave=leave)
    found = certificate(changed)
    assert check(changed, found.to_data()).is_sound
    assert changed.version == 2
    assert [one.tables for one in changed.rounds[:from_round]] == [
        one.tables for one in movement.rounds[:from_round]
    ]
    assert found.position_imbalance == 0
    present = players + enter - len(leave)
    for one in changed.rounds[from_round:]:
        assert one.absent == tuple(sorted(leave))
        assert len(one.byes) == present % 3
    assert found.repeat_meetings <= 2


def test_a_newcomer_takes_the_place_of_a_bye_without_any_repeat() -> None:
    changed = revise(individual(26, 5, 4), 2, enter=1)
    assert certificate(changed).repeat_meetings == 0
    assert [len(one.byes) for one in changed.rounds] == [2, 2, 0, 0, 0]
    assert [one.absent for one in changed.rounds] == [(26,), (26,), (), (), ()]


def test_one_who_left_stays_away_in_the_next_version_and_a_table_can_be_taken_away() -> None:
    twice = revise(revise(individual(27, 5, 3), 1, leave=[4]), 3, most_tables=7)
    assert twice.version == 3
    assert [one.absent for one in twice.rounds] == [(), (4,), (4,), (4,), (4,)]
    assert [len(one.tables) for one in twice.rounds] == [9, 8, 8, 7, 7]
    assert check(twice).is_sound
    assert certificate(twice).bye_imbalance <= 1


def test_revisions_that_make_no_sense_are_refused() -> None:
    movement = individual(9, 2, 3)
    for arguments, code in (
        ({"from_round": 2}, "round_unknown"),
        ({"from_round": 1, "leave": [9]}, "unknown_player"),
        ({"from_round": 1, "leave": range(7)}, "too_few_players"),
    ):
        with pytest.raises(MovementError) as caught:
            revise(movement, **arguments)
        assert caught.value.code == code
    with pytest.raises(MovementError) as caught:
        revise(mitchell(5, 3), 1)
    assert caught.value.code == "circulating_boards"


@pytest.mark.parametrize(("players", "rounds"), [(16, 4), (20, 5), (28, 7), (100, 10)])
def test_four_to_a_table_meet_without_repeat_over_finite_fields(players: int, rounds: int) -> None:
    movement = individual_of_four(players, rounds, 4)
    found = certificate(movement)
    assert check(movement, found.to_data()).is_sound
    assert (found.repeat_meetings, found.position_imbalance) == (0, 0)


@settings(max_examples=10, deadline=None)
@given(st.integers(8, 22), st.integers(1, 9))
def test_four_to_a_table_hold_positions_evenly_for_any_size(players: int, boards: int) -> None:
    movement = individual_of_four(players, 2, boards, allow_repeats=True)
    found = certificate(movement)
    assert check(movement, found.to_data()).is_sound
    assert found.position_imbalance <= 1
    assert found.bye_imbalance <= 1


def test_the_movement_command_writes_what_the_check_command_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for boards in ([], ["--boards", "4"]):
        arguments = ["movement", "--players", "10", "--rounds", "3", *boards, "--json"]
        assert main(arguments) == 0
        text = capsys.readouterr().out
        answer = json.loads(text)
        assert len(answer["rounds"]) == 3
        assert [len(triple) for triple in answer["rounds"][0]] == [3, 3, 3]
        assert ("positions" in answer) == bool(boards)
        assert answer["certificate"]["repeat_meetings"] == 0
        file = tmp_path / "movement.json"
        file.write_text(text, encoding="utf-8")
        assert main(["check-movement", str(file), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["sound"] is True


def test_the_movement_command_builds_the_largest_field_and_more_rounds_than_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Twelve players cannot play five rounds without three repeats (found by search);
    for players, rounds, repeats in ((3000, 2, 0), (12, 5, 3)):
        arguments = ["movement", "--players", str(players), "--rounds", str(rounds), "--json"]
        assert main(arguments) == 0
        answer = json.loads(capsys.readouterr().out)
        assert sum(len(one) for one in answer["rounds"][0]) == players
        assert answer["certificate"]["repeat_meetings"] == repeats


def test_the_movement_command_speaks_of_teams_and_of_four_hands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["movement", "--teams", "7", "--rounds", "1", "--json"]) == 0
    text = capsys.readouterr().out
    assert json.loads(text)["certificate"]["meeting_imbalance"] == 0
    (tmp_path / "teams.json").write_text(text, encoding="utf-8")
    assert main(["check-movement", str(tmp_path / "teams.json")]) == 0
    assert "The movement is sound." in capsys.readouterr().out
    assert main(["movement", "--teams", "9", "--rounds", "2"]) == 0
    assert "Round 2: " in capsys.readouterr().out
    assert main(["movement", "--players", "20", "--rounds", "2", "--hands", "4"]) == 0
    assert "Nobody meets anybody twice." in capsys.readouterr().out


def test_the_check_command_tells_faults_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "movement"
    file.write_text('{"rounds": [[[0, 1, 2], [2, 4, 5]]]}', encoding="utf-8")
    assert main(["check-movement", str(file)]) == 1
    assert "player_twice" in capsys.readouterr().out
    file.write_text('{"rounds": 3}', encoding="utf-8")
    assert main(["check-movement", str(file)]) == 2
    file.write_text("round,table,A,B,C\n1,1,1,2,3\n", encoding="utf-8")
    assert main(["check-movement", str(file), "--boards", "3"]) == 0


def test_impossible_movements_end_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["movement", "--players", "5", "--rounds", "1"]) == 2
    assert "at least 6 players" in capsys.readouterr().err


def changed(text: str, *place: str | int, to: object) -> str:
    """JSON with one member replaced; `to` may be a function of what stands there."""
    data = json.loads(text)
    at = data
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = to(at[place[-1]]) if callable(to) else to
    return json.dumps(data)


def checked(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """What `check-movement` says of a file: its exit code and its words."""
    file = tmp_path / "movement.json"
    file.write_text(text, encoding="utf-8")
    code, told = main(["check-movement", str(file)]), capsys.readouterr()
    return code, told.out + told.err


@pytest.mark.parametrize("wrong", [1.0, 1.5, True, "1", "１", None, [1]])
def test_a_player_is_a_whole_number_and_nothing_that_looks_like_one(
    wrong: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["movement", "--players", "9", "--rounds", "2", "--boards", "3", "--json"]) == 0
    made = capsys.readouterr().out
    for place in (("rounds", 0, 0, 0), ("positions", 1, 0, 0, 0)):
        code, told = checked(changed(made, *place, to=wrong), tmp_path, capsys)
        assert code == 2, told
        assert "not laid out as documented" in told


def test_a_round_without_seating_or_a_cell_without_column_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["movement", "--players", "9", "--rounds", "2", "--boards", "3", "--json"]) == 0
    made = capsys.readouterr().out
    for name in ("rounds", "positions", "byes"):
        more = changed(made, name, to=lambda rounds: [*rounds, rounds[0]])
        assert checked(more, tmp_path, capsys)[0] == 2
    lines = "round,table,board,1,2,3\n1,1,1,1,2,3\n1,2,1,{}\n"
    assert checked(lines.format("4,5,6"), tmp_path, capsys)[0] == 0
    for cells in ("4,5,6,7", "４,5,6", "+4,5,6", "1_0,5,6", "4.0,5,6"):
        code, told = checked(lines.format(cells), tmp_path, capsys)
        assert code == 2
        assert "line 3" in told


@pytest.mark.parametrize("boards", ["6", "18"])
def test_the_seats_of_teams_may_change_within_a_match(
    boards: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--teams", "9", "--rounds", "3", "--boards", boards, "--json"]
    assert main(["movement", *options]) == 0
    made = capsys.readouterr().out
    code, told = checked(made, tmp_path, capsys)
    assert (code, told.splitlines()[0]) == (0, "The movement is sound.")
    first = json.loads(made)["rounds"][1][0]
    stranger = next(team for team in range(9) if team not in first)
    code, told = checked(changed(made, "rounds", 1, 0, 0, to=stranger), tmp_path, capsys)
    assert code == 1
    assert "round 2, teams_differ" in told


@pytest.mark.parametrize("teams", ["7", "9", "11"])
def test_what_is_said_of_teams_is_checked_against_the_seating_of_their_members(
    teams: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["movement", "--teams", teams, "--rounds", "2", "--json"]) == 0
    made = capsys.readouterr().out
    assert checked(made, tmp_path, capsys)[0] == 0
    first, other = json.loads(made)["rounds"][0][0][0], json.loads(made)["rounds"][0][1]
    stranger = next(team for team in other if team not in json.loads(made)["rounds"][0][0])
    code, told = checked(changed(made, "rounds", 0, 0, 0, to=stranger), tmp_path, capsys)
    assert code == 1
    assert "round 1, teams_differ" in told
    code, told = checked(changed(made, "byes", 1, to=[first]), tmp_path, capsys)
    assert code == 1
    assert "round 2, byes_differ" in told
    names = ("repeat_meetings", "meeting_imbalance", "bye_imbalance", "position_imbalance")
    for name in names:
        code, told = checked(changed(made, "certificate", name, to=77), tmp_path, capsys)
        assert code == 1, name


def test_an_option_that_would_be_ignored_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (
        ("--players", "9", "--format", "ring"),
        ("--teams", "9", "--hands", "4"),
        ("--teams", "9", "--tables-of-four"),
        ("--players", "12", "--hands", "4", "--tables-of-four"),
    ):
        assert main(["movement", "--rounds", "1", *options]) == 2
        assert "does not go with" in capsys.readouterr().err

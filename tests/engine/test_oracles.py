"""The engine says what OpenSpiel and RLCard said, and the comparison notices a difference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracles import compare_files, open_spiel, rlcard

DATA = Path(__file__).parents[1] / "data"
GAMES = DATA / "openspiel_games.jsonl"
LEADS = DATA / "rlcard_leads.jsonl"


def test_every_game_refereed_by_open_spiel_replays_to_the_same_returns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compare_files(open_spiel.compare, [str(GAMES)], "games") == 0
    said = capsys.readouterr().out
    assert said.startswith("300 games, ")
    assert said.endswith("0 differences\n")


def test_every_hand_has_the_leads_of_rlcard(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare_files(rlcard.compare, [str(LEADS)], "hands") == 0
    assert capsys.readouterr().out.startswith("400 hands, ")


def test_a_difference_is_told_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = json.loads(GAMES.read_text("utf-8").splitlines()[0])
    game["open_spiel_returns"][0] += 1
    other = tmp_path / "games.jsonl"
    other.write_text(json.dumps(game) + "\n", "utf-8")
    assert compare_files(open_spiel.compare, [str(other)], "games") == 1
    assert "returns: [-3, -3, 6] instead of [-2, -3, 6]" in capsys.readouterr().out
    game["plays"][0][1] = "2222"
    other.write_text(json.dumps(game) + "\n", "utf-8")
    assert compare_files(open_spiel.compare, [str(other)], "games") == 1
    assert "not_held" in capsys.readouterr().out
    hand = json.loads(LEADS.read_text("utf-8").splitlines()[0])
    hand["leads"][0] = "AAAA"
    other.write_text(json.dumps({**hand, "count": 1}) + "\n", "utf-8")
    assert compare_files(rlcard.compare, [str(other)], "hands") == 1
    said = capsys.readouterr().out
    assert "58 leads instead of 1" in said
    assert "AAAA is a lead for one of us only" in said


def test_an_empty_file_is_no_agreement(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.write_text("", "utf-8")
    assert compare_files(open_spiel.compare, [str(empty)], "games") == 1
    assert compare_files(rlcard.compare, [str(empty)], "hands") == 1


def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"hands": 3}\n', "utf-8")
    for name in (str(tmp_path / "missing.jsonl"), str(broken)):
        assert compare_files(open_spiel.compare, [name], "games") == 2
        assert capsys.readouterr().err.startswith(f"{name}: ")

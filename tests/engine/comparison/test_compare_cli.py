"""The command `compare`, as a person runs it to check a published column."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["compare", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, "--json", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_matchpoints_are_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    document = answer(capsys, "--", "4", "4", "-2", "0", "-8")
    assert document["scores"] == ["7", "7", "2", "4", "0"]
    assert document["top"] == "8"
    assert document["percentages"] == ["175/2", "175/2", "25", "50", "0"]
    assert document["method"] == {"name": "matchpoints", "version": 1, "options": {}}


def test_scores_are_exact_fractions_in_the_order_given(capsys: pytest.CaptureFixture[str]) -> None:
    document = answer(capsys, "--expected", "7", "--", "-8", "4", "0", "4", "-2")
    assert document["scores"] == ["2/5", "51/5", "6", "51/5", "16/5"]
    assert document["top"] == "12"


def test_a_signed_method_has_no_top(capsys: pytest.CaptureFixture[str]) -> None:
    document = answer(capsys, "--method", "cross", "--", "4", "4", "-2", "0", "-8")
    assert document["scores"] == ["4", "4", "-7/4", "0", "-25/4"]
    assert document["top"] is None


def test_a_fouled_sub_field(capsys: pytest.CaptureFixture[str]) -> None:
    document = answer(capsys, "--expected", "9", "--fouled", "--", "7", "-2")
    assert document["percentages"] == ["65", "55"]
    assert document["scores"] == ["52/5", "44/5"]


@pytest.mark.parametrize(
    ("arguments", "scores"),
    [
        (("--method", "datum", "--trim", "0", "--", "10", "0", "0", "0"), ["5", "-3", "-3", "-3"]),
        (("--method", "cross-imp", "--unit", "1", "--", "60", "0"), ["2", "-2"]),
        (("--method", "capped", "--cap", "3", "--", "9", "0"), ["3", "-3"]),
        (("--method", "board-a-match", "--", "9", "0"), ["2", "0"]),
        (("--method", "total", "--", "-9", "0"), ["-9", "0"]),
    ],
)
def test_methods_and_their_options(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], scores: list[str]
) -> None:
    assert answer(capsys, *arguments)["scores"] == scores


def test_for_people_it_prints_a_line_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--expected", "7", "--", "4", "0", "-8", "4", "-2")
    assert code == 0
    assert out.splitlines() == [
        "+4  51/5  85.00 %",
        "+0  6  50.00 %",
        "-8  2/5  3.33 %",
        "+4  51/5  85.00 %",
        "-2  16/5  26.67 %",
        "top 12",
    ]


class TestBadInput:
    def test_more_results_than_expected(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, "--expected", "1", "--", "4", "-2")
        assert (code, out) == (2, "")
        assert err == "error: The field has 2 results, more than the 1 expected.\n"

    def test_an_option_of_another_method(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, _, err = run(capsys, "--method", "matchpoints", "--cap", "3", "--", "4")
        assert code == 2
        assert "has no option" in err

    @pytest.mark.parametrize(
        "arguments", [("--", "four"), ("--method", "matchpoint", "--", "4"), (), ("--", "4.5")]
    )
    def test_what_the_parser_refuses(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
    ) -> None:
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert err.startswith("error: ")


def test_it_runs_as_a_module() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "engine", "compare", "--json", "--", "-1", "2"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        check=True,
    )
    assert json.loads(result.stdout)["scores"] == ["0", "2"]

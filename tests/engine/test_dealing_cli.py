"""The commands `deal` and `verify-deals`, as a person runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Path, str]:
    code, out, err = run(
        capsys,
        "deal",
        tmp_path / "set",
        "--event",
        "春季杯",
        "--boards",
        4,
        "--reserves",
        1,
        "--json",
    )
    assert (code, err) == (0, "")
    return tmp_path / "set", json.loads(out)["commitment"]


def test_a_new_set_verifies(made: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    folder, commitment = made
    assert json.loads((folder / "commitment.json").read_text())["commitment"] == commitment
    deals = folder / "deals.json"
    code, out, err = run(
        capsys, "verify-deals", folder / "reveal.json", "--deals", deals, "--commitment", commitment
    )
    assert (code, err) == (0, "")
    assert "every deal follows from the commitment (5 compared)" in out


def test_secret_files_are_for_their_owner_alone(made: tuple[Path, str]) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in made[0].iterdir()}
    assert modes["reveal.json"] == modes["deals.json"] == 0o600
    assert set(modes) == {"commitment.json", "reveal.json", "deals.json"}


def test_the_secret_is_in_no_other_file(made: tuple[Path, str]) -> None:
    folder, _ = made
    secret = json.loads((folder / "reveal.json").read_text())["secret"]
    assert secret not in (folder / "commitment.json").read_text()
    assert secret not in (folder / "deals.json").read_text()


def test_without_a_list_of_deals_they_are_printed(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = made
    code, out, _ = run(capsys, "verify-deals", folder / "reveal.json")
    assert code == 0
    assert out.count("kitty: ") == 5
    assert "compare it yourself" in out


def test_the_json_answer_has_the_derived_deals(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, commitment = made
    _, out, _ = run(
        capsys, "verify-deals", folder / "reveal.json", "--commitment", commitment, "--json"
    )
    answer = json.loads(out)
    assert answer["ok"] is True
    assert (answer["commitment"], answer["commitment_checked"]) == (commitment, True)
    assert answer["deals"] == json.loads((folder / "deals.json").read_text())["deals"]


def test_a_wrong_deal_and_a_wrong_commitment_end_with_1(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = made
    document = json.loads((folder / "deals.json").read_text())
    hands = document["deals"][1]["hands"]
    hands["1"], hands["2"] = hands["2"], hands["1"]
    (folder / "played.json").write_text(json.dumps(document))
    arguments = ("--deals", folder / "played.json", "--commitment", "00", "--json")
    code, out, err = run(capsys, "verify-deals", folder / "reveal.json", *arguments)
    assert (code, err) == (1, "")
    assert [fault["code"] for fault in json.loads(out)["faults"]] == [
        "other_commitment",
        "other_deal",
    ]
    code, out, _ = run(capsys, "verify-deals", folder / "reveal.json", *arguments[:-1])
    assert code == 1
    assert "WRONG: Board 2 does not follow from the secret." in out


def test_a_reveal_whose_attempts_contradict_the_deals_ends_with_1(
    made: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, commitment = made
    reveal = json.loads((folder / "reveal.json").read_text())
    reveal["attempts"] = {"original": {"1": 1}}
    (folder / "told.json").write_text(json.dumps(reveal))
    arguments = ("--deals", folder / "deals.json", "--commitment", commitment)
    code, out, _ = run(capsys, "verify-deals", folder / "told.json", *arguments)
    assert code == 1
    assert "WRONG: Board 1 is not of attempt 1, which the reveal records." in out


def test_a_public_value_completes_the_set_that_announced_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "set"
    code, out, _ = run(capsys, "deal", folder, "--boards", 2, "--public-value-name", "index")
    assert code == 0
    assert "wait for the public value" in out
    assert not (folder / "deals.json").exists()
    committed = (folder / "commitment.json").read_text()
    assert run(capsys, "verify-deals", folder / "reveal.json")[0] == 2
    assert run(capsys, "deal", folder, "--complete")[0] == 0
    assert not (folder / "deals.json").exists()
    code, out, _ = run(capsys, "deal", folder, "--complete", "--public-value", "3279.03")
    assert code == 0
    assert "2 deals" in out
    assert (folder / "commitment.json").read_text() == committed
    commitment = json.loads(committed)["commitment"]
    arguments = ("--deals", folder / "deals.json", "--commitment", commitment)
    assert run(capsys, "verify-deals", folder / "reveal.json", *arguments)[0] == 0


def test_a_four_player_set_has_two_packs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "deal", tmp_path, "--boards", 1, "--players", 4)
    dealt = json.loads((tmp_path / "deals.json").read_text())["deals"][0]
    assert [len(hand) for hand in dealt["hands"].values()] == [25] * 4
    assert len(dealt["kitty"]) == 8


class TestBadInput:
    def refused(self, capsys: pytest.CaptureFixture[str], *arguments: object, says: str) -> None:
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert err.startswith("error: ")
        assert says in err

    def test_a_set_that_exists_is_not_overwritten(
        self, made: tuple[Path, str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder, _ = made
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.refused(capsys, "deal", folder, "--boards", 4, says="exists already")
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before

    def test_a_set_without_boards(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.refused(capsys, "deal", tmp_path, says="--boards is missing")
        self.refused(capsys, "deal", tmp_path, "--boards", 0, says="from 1 to")

    def test_a_public_value_that_is_known_beforehand(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        arguments = ("--boards", 1, "--public-value-name", "index", "--public-value", "1")
        self.refused(capsys, "deal", tmp_path, *arguments, says="Make the set first")
        assert list(tmp_path.iterdir()) == []

    def test_a_file_that_is_missing_or_no_json_or_no_text(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.refused(capsys, "verify-deals", tmp_path / "none.json", says="No such file")
        (tmp_path / "bad.json").write_text("{")
        self.refused(capsys, "verify-deals", tmp_path / "bad.json", says="is not JSON")
        (tmp_path / "binary.json").write_bytes(b"\xff\xfe")
        self.refused(capsys, "verify-deals", tmp_path / "binary.json", says="no UTF-8 text")

    def test_a_file_that_is_no_reveal(
        self, made: tuple[Path, str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder, _ = made
        self.refused(
            capsys, "verify-deals", folder / "deals.json", says="format is not fushi-reveal-1"
        )


def test_it_runs_as_a_module_and_reads_standard_input(made: tuple[Path, str]) -> None:
    folder, commitment = made
    result = subprocess.run(
        [sys.executable, "-m", "engine", "verify-deals", "-", "--commitment", commitment],
        input=(folder / "reveal.json").read_text(),
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")

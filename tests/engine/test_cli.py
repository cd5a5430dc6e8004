"""The commands about cards, scores, rulesets and files, as a person or a script runs them."""

from __future__ import annotations

import dataclasses
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.boards_file import DealSet, write_json, write_text
from engine.cli import main
from engine.record_json import read_json
from engine.record_json import write_json as records_json
from engine.record_text import write_text as records_text
from engine.ruleset_text import page
from engine.rulesets import RULESETS, get
from tests.engine.hands import COMPETITION, deal_with
from tests.engine.played import random_record

RECORDS = (random_record(1, COMPETITION), random_record(2, COMPETITION))
DEALS = DealSet.of("first", [record.deal for record in RECORDS])


class Ran:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def data(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def command(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return command


# classify


@pytest.mark.parametrize(
    "cards",
    ["888 4", "4888", "8c 4s 8h 8d", "♣8,♠4 8♥ 8♦", "8884", "♠8♥8♦8 4♠", "8♠️8♥️8♦️4♠️", "8c8h8d4s"],
)
def test_classify_for_scripts(run: Any, cards: str) -> None:
    assert run("classify", "--ruleset", "competition", cards, "--json").data == {
        "combination": "triple_with_single",
        "main": "8",
        "length": 1,
        "code": None,
    }


def test_classify_reads_ten_in_every_form_and_standard_input(run: Any) -> None:
    expected = {"combination": "pair", "main": "T", "length": 1, "code": None}
    for cards in (["10", "10"], ["TT"], ["10h 10s"], ["Th", "♠10"], ["t10"]):
        assert run("classify", *cards, "--json").data == expected
    assert run("classify", "-", "--json", stdin=" 10\nT\n").data == expected
    assert run("classify", "BJ RJ", "--json").data["combination"] == "rocket"
    assert run("classify", "BR", "--json").data["combination"] == "rocket"
    straight = {"combination": "straight", "main": "A", "length": 5, "code": None}
    assert run("classify", "10 J Q K A", "--json").data == straight


def test_classify_says_why_not(run: Any) -> None:
    none = {"combination": None, "main": None, "length": None}
    assert run("classify", "34568", "--json").data == none | {"code": "gap_in_chain"}
    held = run("classify", "777888 5 6", "--holding", "777888 5555 6", "--json").data
    assert held == none | {"code": "breaks_bomb"}
    official = run("classify", "--ruleset", "official-2016", "77788856", "--holding", "77788855556",
                   "--json").data  # fmt: skip
    assert official["combination"] == "airplane_with_singles"
    assert run("classify", "34568").out == "The chain has a gap: 7 is missing.\n"
    assert run("classify", "34568", "--lang", "zh").out == "顺中断了：缺少7。\n"
    assert run("--lang", "zh", "classify", "BR").out == "BR是合法牌型：火箭。\n"


def test_bad_cards_end_with_2_and_the_column(run: Any) -> None:
    bad = run("classify", "888x")
    assert (bad.code, bad.out) == (2, "")
    assert bad.err == "error: column 4: “x” is not a rank.\n"
    assert run("classify", "8c 8d 1x").err == "error: column 7: “1x” is not a card.\n"
    assert run("classify", "888x", "--lang", "zh").err == "错误：第4列：“x”不是一个点数。\n"
    assert run("classify", "8", "--ruleset", "nobody").code == 2
    assert run("classify").code == 2


# moves, explain, count


def test_moves(run: Any) -> None:
    answer = run("moves", "--ruleset", "competition", "33 4 BR", "--json").data
    assert answer == {"moves": ["3", "33", "4", "B", "BR", "R"], "count": 6}
    answer = run("moves", "33 4 BR", "--on", "A", "--json").data
    assert answer == {"moves": ["B", "BR", "R"], "count": 3}
    shown = run("moves", "33 4 BR").out
    assert shown == "single: 3 4 B R\npair: 33\nrocket: BR\n6 plays\n"
    assert run("moves", "33", "--lang", "zh").out.endswith("共2种出法\n")
    suits = run("moves", "3c 3d 3h", "--on", "TT", "--suits", "--json").data
    assert suits == {"moves": [], "count": 0, "physical": []}
    suits = run("moves", "3c 3d 4h", "--suits").out
    assert suits == "3c\n3d\n3d 3c\n4h\n"
    assert run("moves", "33", "--suits").code == 2
    assert "is not a combination" in run("moves", "33", "--on", "34").err


def test_explain(run: Any) -> None:
    def beats(cards: str, on: str) -> Any:
        return run("explain", "--ruleset", "competition", cards, "--on", on, "--json").data

    assert beats("8884", "777A") == {"beats": True, "code": None}
    assert beats("22", "8888") == {"beats": False, "code": "other_shape"}
    assert beats("456789", "34567") == {"beats": False, "code": "other_length"}
    assert beats("33", "44") == {"beats": False, "code": "not_higher"}
    assert beats("34", "5") == {"beats": False, "code": "different_ranks"}
    assert run("explain", "8888", "--on", "QQ").out == "The bomb 8888 beats QQ.\n"
    answer = run("explain", "7777BR", "--json").data
    assert answer["code"] == "both_jokers_attached"
    assert answer["sentence"] == "A red and a black joker are never attached together."
    held = run("explain", "77788856", "--on", "55566634", "--holding", "77788855556", "--json")
    assert held.data == {"beats": False, "code": "breaks_bomb"}


@pytest.mark.parametrize(
    ("ruleset", "cards", "total"),
    [("practice", 20, 12654), ("practice", 17, 9938), ("competition", 20, 24639)],
)
def test_count(run: Any, ruleset: str, cards: int, total: int) -> None:
    answer = run("count", "--ruleset", ruleset, "--cards", cards, "--json").data
    assert answer["total"] == total == sum(answer["by_combination"].values())
    assert answer["by_combination"]["triple_with_single"] == 182
    assert run("count", "--ruleset", ruleset).out.startswith("single: 15\npair: 13\n")


# score, rulesets


def test_score(run: Any) -> None:
    facts = ("--landlord", 1, "--bid", 2, "--bombs", 1, "--rockets", 1)
    won = run("score", "--ruleset", "competition", *facts, "--winner", "landlord", "--json")
    assert won.data == {"points": {"1": 16, "2": -8, "3": -8}}
    lost = run("score", *facts, "--winner", "farmers")
    assert lost.out == "1: -16\n2: +8\n3: +8\n"
    doubled = run(
        "score", "--landlord", 3, "--bid", 3, "--bombs", 1, "--rockets", 1, "--anti-spring",
        "--doubled", 1, "--redoubled", "--winner", "farmers", "--json",
    )  # fmt: skip
    assert doubled.data == {"points": {"1": 96, "2": 24, "3": -120}}
    bet = run("score", "--ruleset", "operator", "--landlord", 2, "--bid", 2, "--bombs", 3,
              "--rockets", 1, "--bet", 20, "--winner", "farmers", "--json")  # fmt: skip
    assert bet.data == {"points": {"1": 1280, "2": -2560, "3": 1280}}
    assert run("score", "--passed-out", "--json").data == {"points": {"1": 0, "2": 0, "3": 0}}
    both = run("score", "--landlord", 1, "--bid", 1, "--doubled", 2, 3, "--winner", "landlord")
    assert both.out == "1: +4\n2: -2\n3: -2\n"


def test_facts_that_cannot_be_are_refused(run: Any) -> None:
    bad = run("score", "--landlord", 4, "--bid", 3, "--winner", "farmers", "--spring")
    assert bad.code == 2
    assert "The landlord is none of the positions." in bad.err
    assert "A spring is won by the landlord." in bad.err
    assert run("score", "--bid", 1, "--winner", "farmers").err == "error: --landlord is missing.\n"
    again = run("score", "--landlord", 4, "--bid", 1, "--winner", "farmers", "--lang", "zh")
    assert again.err.startswith("错误：这不可能是牌局结果：")


def test_rulesets(run: Any) -> None:
    rows = run("rulesets", "--json").data["rulesets"]
    assert [row["name"] for row in rows] == list(RULESETS)
    assert rows[0]["hash"] == COMPETITION.hash
    assert len(run("rulesets").out.splitlines()) == len(RULESETS)
    assert run("rulesets", "classic+show_kitty").out == page(get("classic+show_kitty")) + "\n"
    one = run("rulesets", "practice", "--json", "--lang", "zh").data
    assert one["adjudications"] == get("practice").adjudications()
    assert one["sentences"]["decks"] == "一副54张牌，含大小王。"


def test_a_custom_ruleset_from_a_file(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps({"name": "club", "base": "competition",
                                "overrides": {"min_straight": 6}}))  # fmt: skip
    assert run("classify", "34567", "--ruleset", file, "--json").data["code"] == "chain_too_short"
    file.write_text("{")
    assert run("classify", "34567", "--ruleset", file).code == 2
    file.write_text("[]")
    assert run("classify", "34567", "--ruleset", file).code == 2


# files


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "records.txt": records_text(RECORDS),
        "records.json": records_json(RECORDS),
        "deals.txt": write_text(DEALS),
        "deals.json": write_json(DEALS),
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
    return {name: tmp_path / name for name in texts}


def test_convert_in_every_direction(run: Any, files: dict[str, Path], tmp_path: Path) -> None:
    for name in ("records", "deals"):
        text, data = files[f"{name}.txt"].read_text("utf-8"), files[f"{name}.json"].read_text()
        for source in (files[f"{name}.txt"], files[f"{name}.json"]):
            assert run("convert", source).out == text
            assert run("convert", source, "--to", "json").out == data
            assert run("convert", source, "--json").out == data
        assert run("convert", "-", stdin=text).out == text
        made = tmp_path / "made.json"
        assert run("convert", files[f"{name}.txt"], "--to", "json", "--output", made).out == ""
        assert made.read_bytes() == files[f"{name}.json"].read_bytes()


def test_convert_from_another_notation(run: Any) -> None:
    state = (Path(__file__).parents[1] / "data" / "openspiel_state.txt").read_text()
    answer = run("convert", "--from", "openspiel", "-", "--json", stdin=state)
    assert read_json(answer.out)[0].source == "OpenSpiel"


def test_convert_takes_the_deals_out_of_records(run: Any, files: dict[str, Path]) -> None:
    made = run("convert", files["records.txt"], "--deals", "first")
    assert made.out == files["deals.txt"].read_text("utf-8")
    made = run("convert", files["records.json"], "--deals", "first", "--json")
    assert made.out == files["deals.json"].read_text("utf-8")


def test_convert_checks_the_writing(run: Any, files: dict[str, Path]) -> None:
    assert run("convert", "--check", files["records.txt"]).code == 0
    assert run("convert", "--check", files["deals.json"], "--json").data == {"ok": True}
    other = json.dumps(json.loads(files["deals.json"].read_text("utf-8")))
    assert run("convert", "--check", "-", stdin=other).code == 1
    text = files["records.txt"].read_text("utf-8").replace("10s", "Ts")
    answer = run("convert", "--check", "-", stdin=text)
    assert (answer.code, answer.out) == (1, "")
    assert "expected here: " in answer.err
    answer = run("convert", "--check", "--json", "-", stdin=text)
    assert answer.code == 1
    assert json.loads(answer.out)["faults"][0]["code"] == "not_canonical"


def test_replay(run: Any, files: dict[str, Path]) -> None:
    answer = run("replay", files["records.txt"], "--json").data
    assert answer["ok"] is True
    assert [row["result"] for row in answer["records"]] == [
        record.result.to_data() for record in RECORDS if record.result
    ]
    first = answer["records"][0]["steps"][0]
    assert (first["position"], first["type"]) == (1, "bid")
    shown = run("replay", files["records.json"], "--record", 2).out.splitlines()
    assert shown[0] == "2"
    assert shown[1].startswith("   1  Anna: ")
    chinese = run("replay", files["records.json"], "--record", 1, "--lang", "zh").out
    assert "不出" in chinese
    paused = run("replay", files["records.txt"], "--pause", stdin="\n" * 500)
    assert paused.code == 0


def test_replay_tells_a_failed_check_from_bad_input(run: Any, files: dict[str, Path]) -> None:
    text = files["records.txt"].read_text("utf-8")
    false = text.replace('[Points "1:', '[Points "1:9 1:')
    answer = run("replay", "-", stdin=false)
    assert (answer.code, answer.out) == (1, "")
    assert "The result is worth other points" in answer.err
    answer = run("replay", "-", "--json", stdin=false)
    assert answer.code == 1
    assert {fault["code"] for fault in json.loads(answer.out)["faults"]} == {"other_points"}
    assert run("replay", "-", stdin=text.replace("[Kitty", "[Kity")).code == 2
    assert run("replay", files["deals.txt"]).code == 2
    assert run("replay", "-", stdin="hello").code == 2
    assert run("replay", files["records.txt"], "--record", 7).code == 2
    assert run("replay", "missing.txt").code == 2
    assert run("replay", "-", stdin="").err.startswith("error: line 1, column 1: ")


def test_show(run: Any, files: dict[str, Path]) -> None:
    shown = run("show", files["deals.txt"]).out
    assert shown.startswith("original 1\n  Position 1")
    assert shown.count("Kitty") == 2
    data = run("show", files["deals.json"], "--board", 2, "--json").data
    assert data["boards"] == [{"name": "original 2"} | RECORDS[1].deal.to_data()]
    svg = run("show", files["records.txt"], "--board", 1, "--svg").out
    assert ElementTree.fromstring(svg).get("role") == "img"
    begun = run("show", files["records.txt"], "--step", 0, "--json").data["boards"]
    assert [board["phase"] for board in begun] == ["auction", "auction"]
    landlord = run("show", files["records.txt"], "--step", 8, "--lang", "zh").out
    assert "地主" in landlord


def test_duplicates(run: Any, files: dict[str, Path], tmp_path: Path) -> None:
    assert run("duplicates", files["deals.txt"], "--json").data == {"ok": True, "duplicates": []}
    assert run("duplicates", files["deals.txt"]).out == "no equal deals\n"
    answer = run("duplicates", files["deals.txt"], files["records.json"], "--json")
    assert answer.code == 1
    assert len(json.loads(answer.out)["duplicates"]) == 2
    other = tmp_path / "other.txt"
    other.write_text(write_text(DealSet.of("x", [deal_with(COMPETITION)])), "utf-8")
    assert run("duplicates", other, files["deals.json"]).code == 0
    assert run("duplicates", files["deals.json"], files["deals.txt"]).code == 1


def test_all_commands_are_there_and_tell_their_use(run: Any) -> None:
    answer = run("--help")
    for name in ("deal", "verify-deals", "compare", "show", "classify", "moves", "explain",
                 "score", "replay", "convert", "rulesets", "count", "movement",
                 "check-movement", "duplicates"):  # fmt: skip
        assert f"    {name} " in answer.out or f"    {name}\n" in answer.out
        assert run(name, "--help").code == 0


def test_as_a_process() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "engine", "classify", "-", "--json"],
        input="♠8 ♥8".encode(), capture_output=True, check=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert json.loads(ran.stdout)["combination"] == "pair"


def test_other_commands_speak_chinese_too(run: Any, tmp_path: Path) -> None:
    made = run("deal", tmp_path / "set", "--boards", 1, "--lang", "zh").out
    assert made.startswith("承诺值 ")
    deals = run("convert", tmp_path / "set" / "deals.json").out
    assert f'[Commitment "{made.split()[1]}"]' in deals
    checked = run("verify-deals", tmp_path / "set" / "reveal.json", "--lang", "zh").out
    assert "（请自行核对）" in checked
    wrong = run("verify-deals", tmp_path / "set" / "reveal.json", "--commitment", "00",
                "--lang", "zh")  # fmt: skip
    assert wrong.code == 1
    assert "错误：该密钥与说明的承诺值为" in wrong.out
    assert run("compare", "4", "8", "--lang", "zh").out.endswith("满分 2\n")
    movement = run("movement", "--players", 9, "--rounds", 4, "--lang", "zh").out
    assert "任何两人至多同桌一次。" in movement


def test_a_movement_is_checked_from_standard_input(run: Any) -> None:
    made = run("movement", "--players", 9, "--rounds", 4, "--json").out
    assert run("check-movement", "-", stdin=made).out.startswith("The movement is sound.\n")
    assert run("check-movement", "-", "--lang", "zh", stdin=made).out.startswith("该移位没有错误。")
    assert "\n第1轮：" in run("movement", "--players", 9, "--rounds", 4, "--lang", "zh").out


def test_a_file_cannot_command_the_terminal(run: Any) -> None:
    evil = dataclasses.replace(RECORDS[0], event="\x1b[2J", players=("\x1b]0;x\x07", "b", "c"))
    for command in ("show", "replay"):
        out = run(command, "-", stdin=records_text([evil])).out
        assert "\x1b" not in out
        assert "\x07" not in out

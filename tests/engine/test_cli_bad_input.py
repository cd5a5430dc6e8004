"""Whatever is wrong with what a command is given: exit 2 and a sentence, never a traceback."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import engine
from engine.cli import main
from engine.messages import sentence
from engine.messages.reasons import chinese_reason

ROOT = Path(engine.__file__).parent

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    def command(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


SCORE = ("score", "--landlord", 1, "--bid", 3, "--winner", "landlord")
MOVEMENT = ("movement", "--players", 9, "--rounds", 2)
NUMBERS = {
    "score landlord": (("score", "--bid", 3, "--winner", "landlord"), "--landlord"),
    "score bid": (("score", "--landlord", 1, "--winner", "landlord"), "--bid"),
    "score bombs": (SCORE, "--bombs"),
    "score rockets": (SCORE, "--rockets"),
    "score doubled": (("score", "--ruleset", "classic+doubling", *SCORE[1:]), "--doubled"),
    "score bet": (SCORE, "--bet"),
    "count cards": (("count",), "--cards"),
    "show board": (("show", "-"), "--board"),
    "show step": (("show", "-"), "--step"),
    "replay record": (("replay", "-"), "--record"),
    "deal boards": (("deal", "unused"), "--boards"),
    "deal reserves": (("deal", "unused", "--boards", 1), "--reserves"),
    "deal players": (("deal", "unused", "--boards", 1), "--players"),
    "compare expected": (("compare", "3", "4"), "--expected"),
    "compare unit": (("compare", "--method", "cross-imp", "3", "4"), "--unit"),
    "compare cap": (("compare", "--method", "capped", "3", "4"), "--cap"),
    "movement players": (("movement", "--rounds", 2), "--players"),
    "movement teams": (("movement", "--rounds", 2), "--teams"),
    "movement rounds": (("movement", "--players", 9), "--rounds"),
    "movement boards": (MOVEMENT, "--boards"),
    "movement hands": (MOVEMENT, "--hands"),
    "check-movement boards": (("check-movement", "-"), "--boards"),
}


@pytest.mark.parametrize("value", ["-1", "1" * 30, "two", "1.5", ""])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_bad_number_is_refused_by_the_name_of_its_option(
    run: Command, name: str, value: str
) -> None:
    words, option = NUMBERS[name]
    code, out, err = run(*words, f"{option}={value}")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: argument {option}: ")
    code, out, err = run(*words, f"{option}={value}", "--lang", "zh")
    assert (code, out) == (2, "")
    assert err.startswith(f"错误：参数 {option}：")
    assert "is not" not in err


@pytest.mark.parametrize("cards", [0, -1, 55])
def test_a_count_is_for_1_card_to_the_whole_pack(run: Command, cards: int) -> None:
    assert run("count", "--cards", cards) == (
        2, "", f"error: argument --cards: “{cards}” is not a whole number from 1 to 54.\n"
    ) if cards == 55 else run("count", "--cards", cards)[0] == 2  # fmt: skip
    assert run("count", "--cards", 54, "--json")[0] == 0
    assert run("count", "--cards", 55, "--ruleset", "four-player", "--json")[0] == 0


@pytest.mark.parametrize(
    "fact",
    [("--bid", 3), ("--landlord", 1), ("--winner", "farmers"), ("--bombs", 1), ("--rockets", 1),
     ("--spring",), ("--redoubled",)],
)  # fmt: skip
def test_a_hand_passed_out_has_no_facts(run: Command, fact: tuple[object, ...]) -> None:
    code, out, err = run("score", "--passed-out", *fact)
    assert (code, out) == (2, "")
    assert "passed out has no landlord" in err
    assert run("score", "--passed-out")[0] == 0


@pytest.mark.parametrize(
    "words",
    [("classify", "8c 8d 8c"), ("classify", "RJ BJ RJ"), ("explain", "3s 3S"),
     ("explain", "44", "--on", "3s 3s"), ("classify", "8", "--holding", "8c 8c"),
     ("moves", "8c 8c")],
)  # fmt: skip
def test_a_card_stands_in_one_pack_once(run: Command, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "occurs 2 times, the pack has it 1 time." in err
    assert "column" in err
    assert run(*words, "--ruleset", "four-player")[0] == 0


def test_no_hand_holds_more_of_a_rank_than_the_pack(run: Command) -> None:
    for words in (("moves", "88888"), ("classify", "8", "--holding", "88888"), ("moves", "BB")):
        assert run(*words)[:2] == (2, "")
    assert json.loads(run("classify", "88888", "--json")[1])["code"] == "not_in_pack"


@pytest.mark.parametrize("cards", ["大王 小王", "小王,大王", "BJ 大王", "RJ 小王"])
def test_jokers_have_chinese_names(run: Command, cards: str) -> None:
    assert json.loads(run("classify", cards, "--json")[1])["combination"] == "rocket"
    assert json.loads(run("classify", "3 大王", "--json")[1])["code"] == "different_ranks"
    assert json.loads(run("moves", "8c 大王", "--json")[1])["moves"] == ["8", "R"]


FILES = (
    ("show",), ("replay",), ("convert",), ("convert", "--check"), ("convert", "--from", "text"),
    ("convert", "--from", "json"), ("convert", "--from", "botzone"), ("duplicates",),
    ("convert", "--from", "openspiel"), ("convert", "--from", "rlcard"), ("verify-deals",),
    ("check-movement",), ("check-movement", "--boards", "2"), ("rulesets",),
)  # fmt: skip


@pytest.mark.parametrize("words", FILES)
def test_a_file_that_cannot_be_read_is_named(
    run: Command, words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "binary.json").write_bytes(b"{\xff\x00")
    (tmp_path / "file").write_text("")
    for name, reason, chinese in (
        ("none.json", "No such file or directory", "没有这个文件或目录"),
        ("folder.json", "Is a directory", "这是目录，不是文件"),
        ("binary.json", "it is no UTF-8 text (byte 2)", "不是UTF-8文本（第2字节）"),
        ("file/below.json", "Not a directory", "路径中有一段不是目录"),
    ):
        path = tmp_path / name
        assert run(*words, path) == (2, "", f"error: {path}: {reason}.\n")
        assert run(*words, path, "--lang", "zh") == (2, "", f"错误：{path}：{chinese}。\n")


JUNK = (
    b"", b"\n", b"\x00", b"\xff\xfe", b"\r1,2\r", b"hello", b"{", b"[]", b"{}", b"null",
    b"1" * 6000,
    b"[" * 100_000, b'{"format": []}', b'{"format": "fushi-movement-1"}', b'{"rounds": [[[0, 1]]]}',
    b'{"rounds": [], "byes": []}', b'{"rounds": [[[0, 1, 99999999]]]}', b'{"rounds": 1e999}',
    b'{"movement": 3}', b'{"rounds": [[["a", "b", "c"]]]}', b'{"rounds": [[[0.5, 1, 2]]]}',
    b"round,table,A,B,C\n999999999,1,1,2,3\n", b"round,table,A,B,C\n1,1,1,2,99999999999\n",
    b"round,table,A,B,C,D,E\n1,1,1,2,3,4,5\n",
    b"round,table,A,B,C,D\n1,1,1,2,3,4\n1,2,5,6,7\n", b'round,table,A,B,C\n1,1,"1,2,3\n',
    b'{"rounds": [[[0, 1, 2]]], "certificate": {"byes": "x"}}',
    b'{"rounds": [[[0, 1, 2]]], "certificate": []}', b'{"format": "fushi-deals-1"}',
    b'{"format": "fushi-deals-1", "set_id": "x", "deals": [{"kind": []}]}',
    b'{"format": "fushi-reveal-1", "description": 1}', b'[Format "fushi-deals-1"]',
    b'{"format": "fushi-records-1", "records": [1]}', b'[Format "fushi-record-1"]\n[Deal "x"]',
)  # fmt: skip


@pytest.mark.parametrize("words", FILES[:-1])
@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_on_standard_input_is_told_in_sentences(
    run: Command, words: tuple[str, ...], junk: bytes
) -> None:
    code, out, err = run(*words, "-", "--json", "--lang", "zh", stdin=junk)
    assert code in (0, 1, 2)
    if code < 2:
        assert err == ""
        return
    assert out == ""
    told = json.loads(err)
    for fault in (told["error"], *told.get("faults", ())):
        assert set(fault) == {"code", "detail", "line", "column"}
        assert re.search("[一-鿿]", fault["detail"])


@pytest.mark.parametrize("words", [("classify",), ("moves",), ("explain",)])
def test_cards_from_a_bad_standard_input(run: Command, words: tuple[str, ...]) -> None:
    assert run(*words, "-", stdin=b"\xff")[0] == 2
    assert run(*words, "-", stdin=b"\x00")[0] == 2
    assert run(*words, "-", stdin=b"")[0] == 0


def test_places_that_cannot_be_written(run: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run("deal", tmp_path / "file", "--boards", 1)[0] == 2
    assert run("deal", tmp_path / "file" / "x", "--boards", 1)[0] == 2
    assert run("deal", tmp_path / "set", "--boards", 1)[0] == 0
    deals = tmp_path / "set" / "deals.json"
    code, out, err = run("convert", deals, "--output", tmp_path)
    assert (code, out, err) == (2, "", f"error: {tmp_path}: Is a directory.\n")


def test_an_error_for_scripts_is_one_object_with_its_place(run: Command) -> None:
    code, out, err = run("classify", "888x", "--json")
    assert (code, out) == (2, "")
    detail = "“x” is not a rank."
    expected = {"error": {"code": "bad_rank", "detail": detail, "line": None, "column": 4}}
    assert json.loads(err) == expected
    assert err.count("\n") == 1
    told = json.loads(run("count", "--cards", "x", "--json", "--lang", "zh")[2])["error"]
    assert (told["code"], told["detail"]) == ("bad_arguments", "参数 --cards：“x”不是整数。")
    many = json.loads(
        run("convert", "-", "--json", stdin=b'[Format "fushi-deals-1"]\n[Less "2"]\nx\n')[2]
    )
    assert many["error"] == many["faults"][0]
    assert len(many["faults"]) > 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "缺少参数：COMMAND。"),
        (("classify",), "缺少参数：CARDS。"),
        (("classify", "3", "--bare"), "没有这些参数：--bare。"),
        (("score", "--winner", "cat"), "参数 --winner：没有'cat'这一选择"),
        (("score", "--bid"), "参数 --bid：需要一个值。"),
        (("score", "--spring", "--anti-spring"), "参数 --anti-spring：不能与 --spring 同用。"),
        (("movement", "--rounds", "2"), "须给出其中之一：--players --teams。"),
        (("score", "--do"), "选项"),
    ],
)
def test_what_argparse_refuses_is_told_in_chinese(
    run: Command, words: tuple[str, ...], told: str
) -> None:
    code, out, err = run("--lang", "zh", *words)
    assert (code, out) == (2, "")
    assert err.startswith("错误：")
    if words != ("score", "--do"):
        assert told in err


def test_counts_of_one_are_in_the_singular() -> None:
    told = sentence("too_many_rounds", players=3, maximum=1, rounds=2)
    assert told.startswith("3 players can play at most 1 round in")
    assert sentence("more_results_than_expected", size=1, expected=0).startswith(
        "The field has 1 result,"
    )
    assert sentence("told_deals", count=1) == "1 deal"
    assert sentence("told_deals", count=2) == "2 deals"


def test_teams_are_called_teams(run: Command) -> None:
    assert run("movement", "--teams", 2, "--rounds", 1)[2] == (
        "error: This needs at least 3 teams, not 2.\n"
    )


def test_a_dealt_file_is_written_as_we_write(run: Command, tmp_path: Path) -> None:
    for players in (3, 4):
        folder = tmp_path / str(players)
        assert run("deal", folder, "--boards", 3, "--players", players, "--reserves", 1)[0] == 0
        assert run("convert", folder / "deals.json", "--check") == (0, "", "")


def test_equal_deals_are_told_as_sentences(run: Command, tmp_path: Path) -> None:
    assert run("deal", tmp_path, "--boards", 2, "--set-id", "A")[0] == 0
    file = tmp_path / "deals.json"
    code, out, _ = run("duplicates", file, file)
    assert (code, out.splitlines()[0]) == (1, "Board 1 is the same deal as Board 1 of “A”.")
    code, out, _ = run("duplicates", file, file, "--lang", "zh")
    assert (code, out.splitlines()[1]) == (1, "第2副与“A”的第2副发牌相同。")


def test_a_movement_with_faults_is_told_in_both_languages(run: Command) -> None:
    unsound = b"round,table,board,1,2,3\n1,1,1,1,2,3\n1,2,1,1,4,5\n"
    code, out, _ = run("check-movement", "-", stdin=unsound)
    assert (code, out.splitlines()[1]) == (
        1, "round 1, player_twice: Player 1 occurs more than once."
    )  # fmt: skip
    code, out, _ = run("check-movement", "-", "--lang", "zh", stdin=unsound)
    assert (code, out) == (1, "该移位有错误。\n第1轮：1号牌手出现多次。\n")
    sound = b"round,table,board,1,2,3\n1,1,1,1,2,3\n"
    out = run("check-movement", "-", "--lang", "zh", stdin=sound)[1]
    assert not re.search("[a-z]", out)
    out = run("movement", "--teams", 6, "--rounds", 1, "--lang", "zh")[1]
    assert "重复同桌次数：0" in out


def test_every_fault_of_a_movement_s_file_is_told_with_its_line(run: Command) -> None:
    text = b"round,table,board,1,2,3\n1,1,1,1,2,x\n1,1,2,1,2,3\n1,1,3,1,2,3,4\n"
    code, _, told = run("check-movement", "-", stdin=text)
    assert code == 2
    assert [line.split(":")[1] for line in told.splitlines()] == [" line 2", " line 4", " line 3"]
    code, _, told = run("check-movement", "-", "--json", stdin=text)
    assert code == 2
    found = json.loads(told)["faults"]
    assert [(each["line"], each["code"]) for each in found] == [
        (2, "not_a_number"), (4, "too_many_cells"), (3, "board_out_of_order"),
    ]  # fmt: skip
    assert json.loads(told)["error"] == found[0]
    told = run("check-movement", "-", "--lang", "zh", stdin=text)[2]
    assert [line[:6] for line in told.splitlines()] == ["错误：第2行", "错误：第4行", "错误：第3行"]


def test_a_table_of_two_is_no_movement(run: Command) -> None:
    code, _, told = run("check-movement", "-", "--json", stdin=b'{"rounds": [[[0, 1]]]}')
    assert (code, json.loads(told)["error"]["code"]) == (2, "bad_movement_data")


def written(node: ast.AST, name: str) -> list[ast.expr]:
    """The expressions of a node that are reasons."""
    if isinstance(node, ast.keyword):
        return [node.value] if node.arg == "reason" else []
    if isinstance(node, ast.Assign):
        return [node.value] if ast.unparse(node.targets[0]) == "reason" else []
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        if called in ("bad", "self._bad", "self.error", "parser.error"):
            return node.args[1:2]
        if called in ("Fault", "_report") and name != "combination_faults.py":
            return node.args[1:4]
    return []


def reasons() -> set[str]:
    """Every reason that is written in the engine, with its values as x."""
    found = set()
    for file in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            values = written(node, file.name)
            for value in values:
                parts = value.values if isinstance(value, ast.JoinedStr) else [value]
                if all(isinstance(part, ast.Constant | ast.FormattedValue) for part in parts):
                    text = "".join(
                        str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts
                    )
                    if " " in text and text not in ("x x", "x has x"):  # whole in the table
                        found.add(text)
    return found


def test_every_reason_of_the_engine_has_its_chinese() -> None:
    found = reasons()
    assert len(found) > 60
    assert {reason for reason in found if not re.search("[一-鿿]", chinese_reason(reason))} == set()


def test_an_unknown_reason_stays_as_it_is() -> None:
    assert chinese_reason("something else") == "something else"
    assert sentence("bad_log", "zh", reason="something else").endswith("something else。")


def test_a_reader_that_goes_away_hears_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "moves", "3344556677889TJQKA2", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT.parent,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141

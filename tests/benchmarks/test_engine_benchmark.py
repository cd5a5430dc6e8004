"""The benchmark of the engine, without any peer and at tiny sizes: what it prints, not how fast."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.engines.agreement import Agreement, beyond_ruleset, compare_kinds, compare_moves
from benchmarks.engines.cards import text_of
from benchmarks.engines.cli import main, parser, sizes_of
from benchmarks.engines.measure import QUICK, Sizes
from benchmarks.engines.workload import card_sets, deals, responses
from engine.cards import parse_cards
from engine.rulesets import get

ROOT = Path(__file__).parents[2]
TINY = ["--hands", "1", "--sets", "50", "--games", "1", "--peer-games", "0", "--imports", "1"]
OFFICIAL = get("official-2016")


def test_it_runs_alone_and_prints_json() -> None:
    command = [sys.executable, "benchmarks/engine.py", "--peers", "none", "--json", *TINY]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    data = json.loads(done.stdout)
    assert data["sizes"] == {"hands": 1, "sets": 50, "games": 1, "peer_games": 0, "imports": 1}
    assert list(data["versions"]) == ["Fushi"]
    assert data["rows"]["leads_20_warm"]["engines"]["fushi"]["n"] == 1
    assert data["rows"]["games"]["engines"]["fushi"]["median"] > 0


def test_sizes_given_replace_those_of_quick_and_full_runs() -> None:
    assert sizes_of(parser().parse_args([])) == Sizes(2000, 4000, 5000, 5000)
    assert sizes_of(parser().parse_args(["--quick"])) == QUICK
    assert sizes_of(parser().parse_args(["--quick", "--hands", "7"])).hands == 7


@pytest.mark.parametrize("arguments", [["--peers", "botzone"], ["--hands", "many"]])
def test_bad_arguments_end_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "error" in capsys.readouterr().err


def test_the_workload_is_the_same_every_time() -> None:
    assert deals(3, "leads") == deals(3, "leads") != deals(3, "games")
    assert all(sorted(a + b + c) == list(range(54)) for a, b, c in deals(3, "leads"))
    assert card_sets(10, OFFICIAL) == card_sets(10, OFFICIAL)
    for item in responses(5, OFFICIAL):
        assert set(item.played) <= set(text_of(item.hands[0]))


def test_what_a_peer_allows_beyond_the_ruleset_is_left_out() -> None:
    agreement = Agreement()
    hand = list(parse_cards("3c 3d 3h 4c 4d 4h BJ RJ"))
    theirs = ["333444BR", "3", "3"]
    compare_moves(agreement, "douzero", hand, ["3"], theirs, OFFICIAL)
    assert (agreement.compared, agreement.equal) == (1, 1)
    assert agreement.left_out == {"both jokers as attachments": 1, "plays listed twice": 1}


def test_what_openspiel_does_not_offer_is_left_out_of_ours() -> None:
    agreement = Agreement()
    hand = list(parse_cards("3c 3d 3h 3s 4c 5c 6c 7c"))
    compare_moves(agreement, "openspiel", hand, ["34567", "333345", "4"], ["4"], OFFICIAL)
    assert (agreement.compared, agreement.equal) == (1, 1)
    assert sum(agreement.left_out.values()) == 2


def test_every_other_difference_counts() -> None:
    agreement = Agreement()
    hand = list(parse_cards("3c 4c"))
    compare_moves(agreement, "rlcard", hand, ["3", "4"], ["3"], OFFICIAL)
    compare_moves(agreement, "rlcard", hand, ["3"], ["3", "5"], OFFICIAL)
    assert (agreement.compared, agreement.equal) == (2, 0)


def test_kinds_are_compared_on_the_plays_of_the_ruleset() -> None:
    agreement = Agreement()
    compare_kinds(
        agreement, ["3", "33", "333344BR"], ["single", "pair", None], ["single", "x", "y"]
    )
    assert (agreement.compared, agreement.equal) == (2, 1)
    assert sum(agreement.left_out.values()) == 1


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("333444BR", "both jokers as attachments"),
        ("33334444", "four of one rank as attachments"),
        ("333444555666", "a triple next to the body as wings"),
        ("34", "other plays beyond the ruleset"),
    ],
)
def test_the_reasons_have_names(play: str, reason: str) -> None:
    assert beyond_ruleset(play) == reason

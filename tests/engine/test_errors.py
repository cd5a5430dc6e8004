"""Errors carry a code, a sentence in two languages, and their place in the text."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import engine
from engine.errors import EngineError, IllegalAction, ParseError
from engine.messages import _MESSAGES, codes


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_fill_in_the_same() -> None:
    for code, (english, chinese) in _MESSAGES.items():
        assert placeholders(english) == placeholders(chinese), code


def test_every_code_raised_by_the_core_has_a_sentence() -> None:
    raised = re.compile(r'(?:IllegalAction|RulesetError|DealError|ParseError)\(\s*"(\w+)"')
    folder = Path(engine.__file__).parent
    core = ["actions", "auction", "cards", "deal", "doubling", "hand", "payoff", "result"]
    core += ["rulesets", "snapshots", "checks"]
    found = {
        code for name in core for code in raised.findall((folder / f"{name}.py").read_text("utf-8"))
    }
    assert found
    assert found <= set(codes())


def test_an_error_tells_code_sentence_and_what_fills_it_in() -> None:
    error = IllegalAction("bid_too_low", highest=2)
    assert (error.code, error.params) == ("bid_too_low", {"highest": 2})
    assert str(error) == error.detail == "The bid must be higher than 2."
    assert error.sentence("zh") == "叫分必须高于2。"


def test_an_own_sentence_is_used_as_it_is() -> None:
    error = EngineError("special", "Something special.")
    assert error.detail == error.sentence("zh") == "Something special."
    assert EngineError("without_text").detail == "without_text"


def test_a_parse_error_can_be_moved_to_where_its_text_stands() -> None:
    moved = ParseError("bad_card", column=3, text="4x").moved(line=7, columns=10)
    assert (moved.line, moved.column, moved.params) == (7, 13, {"text": "4x"})
    assert moved.detail == "“4x” is not a card."
    assert ParseError("own", "Own words.").moved(line=2).detail == "Own words."

"""Every parser of the engine given rubbish: it answers, or raises a documented error, nothing else.

The usual run is short; `make test-full` gives each parser a minute.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import action_from_data
from engine.boards_file import DealSet
from engine.boards_file import read_json as read_deals_json
from engine.boards_file import read_text as read_deals
from engine.boards_file import write_json as write_deals_json
from engine.boards_file import write_text as write_deals
from engine.cards import parse_card, parse_cards, parse_ranks
from engine.cli.files import read_content
from engine.cli.shared import physical
from engine.deal import Deal
from engine.dealing import DealSetDescription
from engine.dealing_reveal import Reveal
from engine.errors import EngineError
from engine.hand import HandState
from engine.json_text import parse
from engine.notations import read_notation
from engine.record_json import read_json, record_from_data, record_to_data, write_json
from engine.record_text import write_text
from engine.record_text_reading import read_text
from engine.result import Result
from engine.rulesets import Ruleset, get
from tests.engine.hands import COMPETITION
from tests.engine.played import random_record, random_state
from tests.engine.test_notations import STATE, botzone_log, finished, rlcard_game

RECORDS = tuple(random_record(seed) for seed in range(8))
DEALS = DealSet.of("x", [RECORDS[0].deal, RECORDS[1].deal])
TEXTS: dict[str, tuple[Callable[[str], Any], str]] = {
    "card": (parse_card, "10h"),
    "cards": (parse_cards, "10h Th ♠8 BJ, 3c"),
    "ranks": (parse_ranks, "888 4 10 BR"),
    "physical": (physical, "8c 8d 10♥"),
    "ruleset name": (get, "classic+doubling+show_kitty"),
    "deal": (Deal.parse, str(RECORDS[0].deal)),
    "json": (parse, '{"a": [1, -2.5e3, true, null, "\\u00e9\\n"], "b": {}}'),
    "record text": (read_text, write_text(RECORDS[:2])),
    "record json": (read_json, write_json(RECORDS[:2])),
    "deals text": (read_deals, write_deals(DEALS)),
    "deals json": (read_deals_json, write_deals_json(DEALS)),
    "any file": (read_content, write_text(RECORDS[2:3])),
    "openspiel": (lambda text: read_notation("openspiel", text), STATE),
    "rlcard": (
        lambda text: read_notation("rlcard", text),
        json.dumps(rlcard_game(finished(get("practice"), 0, True), 0, suits=True)),
    ),
    "botzone": (
        lambda text: read_notation("botzone", text),
        json.dumps({"logs": botzone_log(finished(get("practice"), 5, False), 0)}),
    ),
}
DATA: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "action": (action_from_data, {"type": "play", "cards": ["8c", "8d"]}),
    "result": (Result.from_data, RECORDS[0].result and RECORDS[0].result.to_data()),
    "ruleset": (Ruleset.from_data, COMPETITION.to_data()),
    "deal data": (Deal.from_data, RECORDS[0].deal.to_data()),
    "snapshot": (
        lambda data: HandState.from_data(data, COMPETITION),
        random_state(COMPETITION, 1).to_data(),
    ),
    "record data": (record_from_data, record_to_data(RECORDS[3])),
    "deals data": (DealSet.from_data, DEALS.to_data()),
    "set description": (
        DealSetDescription.from_data,
        DealSetDescription("1", "e", "1", "1", boards=2).to_data(),
    ),
    "reveal": (
        Reveal.from_data,
        Reveal(DealSetDescription("1", "e", "1", "1", boards=2), bytes(16)).to_data(),
    ),
}
LETTERS = "0123456789TJQKA2BRcdhs♠♥♦♣ ,.:;-+[]{}\"\\\n\t\r\0éä牌\U0001f0cf\ud800'trufalsn²٣"
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)


def mutated(text: str, chance: random.Random) -> str:
    """A text with a few letters or stretches replaced, removed, doubled or moved."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice([0, 1, 1, 2, 5, 20]))
        middle = chance.choice(
            [
                "",
                text[start:end] * 2,
                "".join(chance.choices(LETTERS, k=chance.randint(1, 3))),
                chance.choice(["-1", "99999999999999999999", "1e9", "null", "[", "{}", '"', "\n"]),
            ]
        )
        text = text[:start] + middle + text[end:]
    return text


def changed(data: Any, chance: random.Random) -> Any:
    """Data with one part, anywhere, replaced by something else."""
    other: Any = chance.choice(
        [None, True, -1, 0, 7, 10**30, 0.5, "", "x", "3c", "²", [], {}, ["3c"], {"1": []}]
    )
    if chance.random() < 0.15 or not isinstance(data, dict | list) or not data:
        return other
    if isinstance(data, dict):
        key = chance.choice(list(data))
        kind = chance.random()
        if kind < 0.1:
            return {name: value for name, value in data.items() if name != key}
        if kind < 0.2:
            return data | {chance.choice(["x", "", "0", "99", "²"]): other}
        return data | {key: changed(data[key], chance)}
    place = chance.randrange(len(data))
    return [*data[:place], changed(data[place], chance), *data[place + 1 :]]


def survives(read: Callable[[Any], Any], given: Any) -> None:
    """Reading ends, with a value or with an error that has code, sentence and place."""
    told: EngineError | None = None
    try:
        read(given)
    except EngineError as error:
        told = error
    if told is not None:
        assert told.code
        assert told.detail
        assert told.sentence("zh")
        places = (getattr(told, "line", None), getattr(told, "column", None))
        assert all(place is None or place >= 1 for place in places)


@pytest.mark.parametrize("name", TEXTS)
@given(chance=st.randoms(use_true_random=False))
def test_changed_texts(name: str, chance: random.Random) -> None:
    read, text = TEXTS[name]
    survives(read, mutated(text, chance))


@pytest.mark.parametrize("name", TEXTS)
@given(text=st.text(LETTERS, max_size=40) | st.text(max_size=40))
def test_any_text(name: str, text: str) -> None:
    survives(TEXTS[name][0], text)


@pytest.mark.parametrize("name", DATA)
@given(chance=st.randoms(use_true_random=False))
def test_changed_data(name: str, chance: random.Random) -> None:
    read, data = DATA[name]
    survives(read, changed(data, chance))


@pytest.mark.parametrize("name", DATA)
@given(data=values)
def test_any_data(name: str, data: Any) -> None:
    survives(DATA[name][0], data)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*TEXTS, *DATA])
def test_a_minute_of_rubbish(name: str) -> None:
    chance = random.Random(name)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if name in TEXTS:
            read, text = TEXTS[name]
            survives(read, mutated(text, chance))
        else:
            read, data = DATA[name]
            survives(read, changed(changed(data, chance), chance))

"""Records: what was written reads back as the same bytes; every fault is found, with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import engine
from engine.actions import Bid, Pass, Play
from engine.errors import FileError
from engine.hand import HandState, Phase
from engine.record import Record, actions_of
from engine.record_json import read_json, record_from_data, record_to_data, write_json
from engine.record_text import write_record, write_text
from engine.record_text_reading import read_text
from engine.rulesets import Ruleset
from tests.engine.hands import COMPETITION, FEWER, bid, deal_with, play, playing
from tests.engine.played import CUSTOM, RULESETS, random_record

SCHEMA = Path(engine.__file__).parent / "schemas" / "fushi-records-1.schema.json"
seeds = st.integers(0, 10_000)
lengths = st.sampled_from([0, 1, 3, 5, 8, 20, 1000])


def short() -> Record:
    """The landlord plays a straight and a bomb; the hand goes on."""
    deal = deal_with(COMPETITION, "89TJQK4444", kitty="356")
    state = playing(bid(HandState.new(deal, COMPETITION), 3))
    state = play(state, "89TJQK", "", "", "4444", "", "")
    return Record(state, event="Spring Cup", board="7", players=("Anna", "Ben", "Carla"))


@FEWER
@given(st.lists(st.tuples(seeds, lengths), max_size=3))
def test_text_reads_back_as_the_same_bytes(parts: list[tuple[int, int]]) -> None:
    records = tuple(random_record(seed, most=most) for seed, most in parts)
    text = write_text(records)
    assert read_text(text) == records
    assert write_text(read_text(text)) == text


@FEWER
@given(st.lists(st.tuples(seeds, lengths), max_size=3))
def test_json_reads_back_as_the_same_bytes_and_fits_its_schema(
    parts: list[tuple[int, int]],
) -> None:
    records = tuple(random_record(seed, most=most) for seed, most in parts)
    text = write_json(records)
    assert read_json(text) == records
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(json.loads(text))
    for record in records:
        assert record_from_data(json.loads(json.dumps(record_to_data(record)))) == record


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(json.loads(SCHEMA.read_text("utf-8")))


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_steps_lead_to_the_state(ruleset: Ruleset) -> None:
    record = random_record(11, ruleset)
    *_, last = record.steps()
    assert last.state == record.state
    assert [(step.position, step.action) for step in record.steps()] == list(
        actions_of(record.state)
    )
    cards = [cards for plays in record.rounds() for _, cards in plays]
    assert cards == [played.cards for played in record.state.plays]


def test_the_text_of_a_known_play() -> None:
    text = write_record(short())
    assert text.startswith('[Format "fushi-record-1"]\n[Event "Spring Cup"]\n[Board "7"]\n')
    assert '[Auction "3"]\n[Doubles "2:no 3:no"]\n\n1. 1: Kc Qc Jc 10c 9c 8c, -, -\n' in text
    assert "\n2. 1: 4s 4h 4d 4c, -, -\n" in text
    assert "[Result" not in text


def complete() -> str:
    """The text of a short whole play: passed by two, won by the landlord in five rounds."""
    record = random_record(1, COMPETITION)
    assert record.state.phase is Phase.FINISHED
    return write_record(record)


def faults(text: str, *, exactly: bool = True) -> list[tuple[int | None, int | None, str]]:
    with pytest.raises(FileError) as caught:
        read_text(text, exactly=exactly)
    assert caught.value.code == caught.value.errors[0].code
    assert caught.value.sentence("zh") == caught.value.errors[0].sentence("zh")
    return [(error.line, error.column, error.code) for error in caught.value.errors]


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


def test_every_error_is_told_with_its_place() -> None:
    text = complete()
    hand, kitty = line_of(text, "[Hand1"), line_of(text, "[Kitty")
    lines = text.split("\n")
    first = lines[hand - 1].split('"')[1].split()[0]
    lines[hand - 1] = lines[hand - 1].replace(f'"{first} ', '"XX ')
    lines[kitty - 1] = '[Kitty "3z 10q"]'
    lines.insert(1, '[Colour "blue"]')
    lines.insert(2, "what is this")
    lines.insert(3, '[Date "5 May"]')
    lines = [line for line in lines if not line.startswith('[Date "2026')]
    assert faults("\n".join(lines)) == [
        (2, 2, "unknown_tag"),
        (3, 1, "bad_record_line"),
        (4, 8, "bad_date"),
        (hand + 2, 9, "bad_card"),
        (kitty + 2, 9, "bad_card"),
        (kitty + 2, 12, "bad_card"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('[Auction "3"]', '[Auction "x"]', "bad_bid"),
        ("2:no", "2:maybe", "bad_value"),
        ("1. 1: Kc", "1. 1: Xc", "bad_card"),
        ("-, -\n2.", "-, ?\n2.", "bad_card"),
    ],
)
def test_what_follows_an_unreadable_action_is_not_judged(old: str, new: str, fault: str) -> None:
    text = write_text([short()])
    assert old in text
    assert [code for _, _, code in faults(text.replace(old, new))] == [fault]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"auction": [3]', '"auction": ["3"]', "bad_member"),
        ('{"position": 2, "value": false}', '{"position": 2}', "bad_member"),
        ('{"position": 1, "cards": ["Kc"', '{"position": 1, "cards": ["Xc"', "bad_card"),
    ],
)
def test_the_same_in_json(old: str, new: str, fault: str) -> None:
    text = write_json([short()])
    assert old in text
    assert [code for _, code in json_faults(text.replace(old, new))] == [fault]


def test_a_false_result_false_points_and_a_false_hash_are_found() -> None:
    text = complete()
    result, points = line_of(text, "[Result"), line_of(text, "[Points")
    changed = text.replace("bombs 0", "bombs 9").replace("bombs 1", "bombs 9")
    changed = changed.replace('[Points "1:', '[Points "1: ')
    assert (result, 10, "other_result") in faults(changed)
    assert (points, 10, "other_points") in faults(changed)
    place = line_of(text, "[Hash")
    assert faults(text.replace(COMPETITION.hash, "0" * 64)) == [(place, 8, "bad_hash")]
    assert faults(text[: text.index("[Result")]) == [(1, 1, "missing_part"), (1, 1, "missing_part")]


def test_an_illegal_action_is_found_where_it_stands() -> None:
    text = write_record(short())
    number = line_of(text, "2. 1:")
    assert faults(text.replace("4s 4h 4d 4c, -, -", "4s 4h 4d 4c, -, 3s")) == [
        (number, 23, "not_held")
    ]
    assert faults(text.replace("2. 1: 4s", "2. 2: 4s")) == [(number, 7, "not_your_turn")]
    assert faults(text.replace("2. 1: 4s", "3. 1: 4s")) == [(number, 1, "round_out_of_order")]
    assert faults(text.replace("4s 4h 4d 4c, -", "4s 4h 4d 4c, , -")) == [(number, 20, "no_cards")]
    auction = line_of(text, "[Auction")
    assert faults(text.replace('[Auction "3"]', '[Auction "2 1"]'))[0] == (
        auction,
        13,
        "bid_too_low",
    )


def test_a_deal_that_is_none_is_told_in_full() -> None:
    text = write_record(short())
    kitty, hand = line_of(text, "[Kitty"), line_of(text, "[Hand2")
    lines = text.split("\n")
    lines[kitty - 1] = '[Kitty "RJ RJ"]'
    lines[hand - 1] = '[Hand2 "3s"]'
    codes = {(line, code) for line, _, code in faults("\n".join(lines))}
    assert {(kitty, "wrong_kitty_size"), (hand, "wrong_hand_size")} <= codes
    assert "card_missing" in {code for _, code in codes}
    del lines[kitty - 1]
    assert (1, 1, "missing_part") in faults("\n".join(lines))


def test_other_spacing_and_cards_are_read_only_if_asked() -> None:
    text = write_record(short())
    other = text.replace("10s", "ts", 1).replace("1: 4s 4h", "1: ♠4  4♥").replace("\n\n", "\n\n\n")
    other = other.replace("]\n", "] \r\n")
    assert [fault[2] for fault in faults(other)] == ["not_canonical"]
    assert read_text(other, exactly=False) == (short(),)
    with pytest.raises(FileError) as caught:
        read_text(text.replace("4s 4h 4d 4c, -", "4s 4h 4c 4d, -"))
    error = caught.value.errors[0]
    assert (error.code, error.column) == ("not_canonical", 14)
    assert "4d 4c" in str(error)


def test_faults_of_tags() -> None:
    text = write_record(short())
    changes = {
        ('[AllPass "void"]', '[AllPass "maybe"]'): "bad_value",
        ('[AllPass "void"]', '[AllPass "void"]\n[AllPass "void"]'): "repeated_tag",
        ('[AllPass "void"]', '[AllPass "void"]\n[Bet "many"]'): "bad_bet",
        ('[AllPass "void"]', '[AllPass "void"]\n[Bet "7"]'): "bet_not_used",
        ("Player1", "Player4"): "unknown_position",
        ("Hand1", "Hand9"): "unknown_position",
        ('Ruleset "competition"', 'Ruleset "nobody"'): "unknown_ruleset",
        ('[Ruleset "competition"]\n', ""): "missing_part",
        ("2:no 3:no", "2:no 3:perhaps"): "bad_value",
        ("2:no 3:no", "2:no 2:no"): "already_chosen",
        ('"2:no 3:no"]', '"2:no 3:no"]\n[Redouble "?"]'): "bad_value",
        ("fushi-record-1", "fushi-record-9"): "unknown_format",
        ('[AllPass "void"]', '[Adjudications "{"]\n[AllPass "void"]'): "bad_json",
        ('[AllPass "void"]', '[Adjudications "[]"]\n[AllPass "void"]'): "bad_ruleset",
        ('[AllPass "void"]', '[Adjudications "{}"]\n[AllPass "void"]'): "missing_adjudication",
        ('[Auction "3"]', '[Auction "4"]'): "bad_bid",
    }
    for (old, new), code in changes.items():
        assert old in text
        assert code in [fault[2] for fault in faults(text.replace(old, new))], new


def test_a_play_after_the_end_is_an_error() -> None:
    text = complete()
    plays = [line for line in text.split("\n") if line[:1].isdigit()]
    changed = text.replace(plays[-1], plays[-1] + ", -")
    assert faults(changed)[0][2] == "hand_finished"


def test_a_custom_ruleset_travels_with_its_record() -> None:
    record = random_record(5, CUSTOM)
    (read,) = read_text(write_record(record))
    assert read.ruleset == CUSTOM
    assert read.ruleset.min_straight == 6


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("{", 1, 2),
        ('{"a": 1,\n "a": 2}', 2, 2),
        ('{"a": NaN}', 1, 7),
        ('{"a": 01}', 1, 7),
        ('["\\ud800"]', 1, 2),
        ('["a\nb"]', 1, 4),
        ("[1 2]", 1, 4),
        ('{"a" 1}', 1, 6),
        ("{1: 2}", 1, 2),
        ("[] []", 1, 4),
        ("[" * 60, 1, 52),
    ],
)
def test_json_that_is_none_is_told_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(FileError) as caught:
        read_json(text)
    assert caught.value.code == "bad_json"
    assert (caught.value.line, caught.value.column) == (line, column)


def json_faults(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(FileError) as caught:
        read_json(text)
    return [(error.line, error.code) for error in caught.value.errors]


def test_json_faults_are_told_with_their_place() -> None:
    text = write_json((short(), random_record(1, COMPETITION)))
    changes = {
        ('"cards": ["4s",', '"cards": ["4x",'): (4, "bad_card"),
        ('"board": "7"', '"board": 7'): (4, "bad_member"),
        ('"board": "7"', '"bord": "7"'): (4, "bad_member"),
        ('"all_pass": "void"', '"all_pass": "other"'): (4, "bad_member"),
        ('"auction": [3]', '"auction": [4]'): (4, "bad_bid"),
        ('"auction": [3]', '"auction": [true]'): (4, "bad_member"),
        ('"auction": [3]', '"auction": {}'): (4, "bad_member"),
        ('"value": false}', '"value": 0}'): (4, "bad_member"),
        ('"1": "Anna"', '"9": "Anna"'): (4, "bad_member"),
        ('"hands": {"1": [', '"hands": {"x": [], "1": ['): (4, "bad_member"),
        ('"kitty": [', '"kitty": [3, '): (4, "bad_card"),
        ('"winner": "landlord"', '"winner": "nobody"'): (5, "other_result"),
        ('"winner": "farmers"', '"winner": "nobody"'): (5, "other_result"),
        (COMPETITION.hash, "00"): (4, "bad_hash"),
        ('"name": "competition"', '"name": "other"'): (4, "unknown_ruleset"),
        ('{"format": "fushi-record-1"', '{"format": "other"'): (4, "unknown_format"),
        ('"records"', '"record"'): (1, "bad_member"),
        ("fushi-records-1", "fushi"): (2, "unknown_format"),
        ("\n ]", "\n]"): (6, "not_canonical"),
    }
    for (old, new), expected in changes.items():
        if old in text:
            assert expected in json_faults(text.replace(old, new)), new


def test_a_single_record_is_read_if_asked() -> None:
    record = short()
    assert read_json(json.dumps(record_to_data(record)), exactly=False) == (record,)
    with pytest.raises(FileError):
        record_from_data([])


def test_rounds_and_actions_of_a_known_play() -> None:
    record = short()
    assert [len(plays) for plays in record.rounds()] == [3, 3]
    actions = [action for _, action in actions_of(record.state)]
    assert actions[0] == Bid(3)
    assert isinstance(actions[-3], Play)
    assert actions[-1] == Pass()
    assert (record.result, record.points) == (None, None)

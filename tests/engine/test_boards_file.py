"""Files of deals: both forms read back exactly, faults have places, equal deals are found."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import engine
from engine.boards_file import (
    DealSet,
    Repeat,
    read_json,
    read_text,
    repeats,
    write_json,
    write_text,
)
from engine.deal import Deal
from engine.dealing import FOUR_VERSION, VERSION, DealSetDescription, derive_set
from engine.dealing_reveal import Reveal, deals_from_data, verify
from engine.errors import DealError, EngineError, FileError
from tests.engine.hands import COMPETITION, FOUR_PLAYER
from tests.engine.played import random_deal

SCHEMA = Path(engine.__file__).parent / "schemas" / "fushi-deals-1.schema.json"
SECRET = bytes(range(32))
DESCRIPTION = DealSetDescription("甲", "Cup", "1", "1", boards=3, reserves=1)
BOARDS = derive_set(SECRET, DESCRIPTION)
REVEAL = Reveal.of(DESCRIPTION, SECRET, BOARDS)
COMMITTED = DealSet("甲", BOARDS, VERSION, REVEAL.commitment)


@st.composite
def deal_sets(draw: st.DrawFn) -> DealSet:
    ruleset = draw(st.sampled_from([COMPETITION, FOUR_PLAYER]))
    random = Random(draw(st.integers(0, 1000)))
    made = DealSet.of(
        draw(st.sampled_from(["1", 'a "b" \\', "两\n行"])),
        [random_deal(ruleset, random) for _ in range(draw(st.integers(0, 3)))],
    )
    version = VERSION if ruleset is COMPETITION else FOUR_VERSION
    if draw(st.booleans()):
        made = dataclasses.replace(made, version=version, commitment="0" * 64)
    boards = [dataclasses.replace(board, attempt=draw(st.integers(0, 2))) for board in made.boards]
    return dataclasses.replace(made, boards=tuple(boards))


@given(deal_sets())
def test_both_forms_read_back_as_the_same_bytes(deals: DealSet) -> None:
    assert read_text(write_text(deals)) == deals
    assert read_json(write_json(deals)) == deals
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(
        json.loads(write_json(deals))
    )


def test_a_committed_set_in_either_form_can_be_verified() -> None:
    for deals in (read_text(write_text(COMMITTED)), read_json(write_json(COMMITTED))):
        assert verify(REVEAL, deals.commitment, deals.boards) == []
    assert deals_from_data(json.loads(write_json(COMMITTED))) == BOARDS


def test_the_text_form() -> None:
    text = write_text(COMMITTED)
    assert text.startswith(
        f'[Format "fushi-deals-1"]\n[Set "甲"]\n[Version "fushi-deal-1"]\n'
        f'[Commitment "{REVEAL.commitment}"]\n\noriginal 1\n1: '
    )
    assert "\n\nreserve 1\n1: " in text


def test_a_deal_is_rotated_to_its_first_bidder() -> None:
    deal = BOARDS[0].deal
    assert deal.rotated(1) == deal
    assert deal.rotated(3).hands == (deal.hand(3), deal.hand(1), deal.hand(2))
    assert deal.rotated(2).rotated(3) == deal


def test_repeats_inside_a_set_and_in_an_archive_are_found() -> None:
    first, second, third, reserve = BOARDS
    again = dataclasses.replace(third, deal=first.deal)
    deals = DealSet("new", (first, second, again))
    assert repeats(deals) == [Repeat(again, "new", first)]
    archive = [DealSet("old", (reserve, second))]
    assert repeats(deals, archive) == [Repeat(second, "old", second), Repeat(again, "new", first)]
    assert repeats(COMMITTED) == []
    assert repeats(DealSet("turned", (dataclasses.replace(first, deal=first.deal.rotated(2)),)),
                   [COMMITTED]) == []  # fmt: skip


def faults(text: str) -> list[tuple[int | None, int | None, str]]:
    with pytest.raises(FileError) as caught:
        read_text(text)
    return [(error.line, error.column, error.code) for error in caught.value.errors]


def test_every_fault_of_a_text_is_told_with_its_place() -> None:
    lines = write_text(COMMITTED).split("\n")
    lines[6] = "1: 3x " + lines[6].split(" ", 2)[2]
    lines[12] = "2 " + lines[12]
    lines.insert(4, '[Colour "x"]')
    lines.insert(5, "loose")
    lines[2] = '[Version "other"]'
    lines[3] = '[Commitment "00"]'
    found = faults("\n".join(lines))
    assert found[:6] == [
        (3, 11, "unknown_deal_version"),
        (4, 14, "bad_commitment"),
        (5, 2, "unknown_tag"),
        (6, 1, "bad_deals_line"),
        (9, 4, "bad_card"),
        (15, 1, "bad_deal"),
    ]


def test_further_faults_of_a_text() -> None:
    text = write_text(COMMITTED)
    assert faults("") == [(1, 1, "unknown_format"), (1, 1, "missing_part")]
    assert faults(text.replace("original 2", "original 1")) == [(1, 1, "board_twice")]
    assert faults(text.replace("original 2", "original  2"))[0][2] == "not_canonical"
    assert read_text(text.replace("original 2", " original  2"), exactly=False) == COMMITTED
    assert faults(text.replace('[Set "甲"]', '[Set "甲"]\n[Set "x"]'))[0] == (3, 2, "repeated_tag")
    card = text.split("\n")[6].split(" ")[1]
    assert faults(text.replace(f"1: {card} ", "1: ", 1))[0] == (6, 1, "wrong_hand_size")
    four = text.replace('"fushi-deal-1"', '"fushi-deal-1-four"')
    assert (6, 1, "wrong_number_of_hands") in faults(four)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"set_id": 7},
        {"version": "other"},
        {"version": 3},
        {"commitment": "xyz"},
        {"more": 1},
        {"deals": {}},
        {"deals": [BOARDS[0].deal.to_data() | {"kind": "original", "number": 0}]},
        {"deals": [{"kind": "original", "number": 1, "hands": {"1": []}, "kitty": []}]},
    ],
)
def test_data_that_is_no_set_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(DealError):
        DealSet.from_data(COMMITTED.to_data() | change)


def test_text_that_is_no_json_is_refused_with_its_place() -> None:
    with pytest.raises(EngineError) as caught:
        read_json('{"format": \n oops}')
    assert (getattr(caught.value, "line", None), getattr(caught.value, "column", None)) == (2, 2)


def test_a_set_of_deals_from_elsewhere_is_numbered() -> None:
    made = DealSet.of("x", [Deal((), ()), Deal((), ())])
    assert [board.number for board in made.boards] == [1, 2]
    assert made.problems()


def test_odd_separators_are_no_line_breaks() -> None:
    text = write_text(COMMITTED).replace("\n2: ", "\x0b3x\u2028\n2: ", 1)
    assert (7, "bad_card") in [(line, code) for line, _, code in faults(text)]

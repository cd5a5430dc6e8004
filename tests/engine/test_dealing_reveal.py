"""What anybody can check with a published reveal."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from engine.deal import Deal
from engine.dealing import DealSetDescription, DealtBoard, deal, derive_set, fingerprint
from engine.dealing_reveal import Fault, Reveal, deals_from_data, deals_to_data, verify
from engine.errors import DealError, ParseError

SECRET = bytes(range(32))
SET = DealSetDescription("set-1", "spring-cup", "1", "1", boards=6, reserves=2)
BOARDS = derive_set(SECRET, SET)
REVEAL = Reveal.of(SET, SECRET, BOARDS)


def codes(faults: Iterable[Fault]) -> list[tuple[str, str | None, int | None]]:
    return [(fault.code, fault.kind, fault.number) for fault in faults]


def exchanged(board: DealtBoard) -> DealtBoard:
    first, second, third = board.deal.hands
    return replace(board, deal=Deal((second, first, third), board.deal.kitty))


class TestVerify:
    def test_an_honest_set_has_no_fault(self) -> None:
        assert verify(REVEAL, REVEAL.commitment, BOARDS) == []
        assert verify(REVEAL, f" {REVEAL.commitment.upper()}\n", BOARDS[:3]) == []

    def test_without_a_commitment_only_the_deals_are_checked(self) -> None:
        assert verify(REVEAL, None, BOARDS) == []

    def test_another_secret_does_not_fit_the_commitment_nor_any_deal(self) -> None:
        forged = replace(REVEAL, secret=SECRET[::-1])
        faults = codes(verify(forged, REVEAL.commitment, BOARDS[:2]))
        assert faults == [
            ("other_commitment", None, None),
            ("other_deal", "original", 1),
            ("other_deal", "original", 2),
        ]

    def test_another_description_does_not_fit_the_commitment(self) -> None:
        forged = replace(REVEAL, description=replace(SET, session="2"))
        assert codes(verify(forged, REVEAL.commitment, BOARDS)) == [
            ("other_commitment", None, None)
        ]

    def test_exchanged_hands_are_found(self) -> None:
        boards = [*BOARDS[:3], exchanged(BOARDS[3])]
        assert codes(verify(REVEAL, REVEAL.commitment, boards)) == [("other_deal", "original", 4)]

    def test_every_fault_is_reported_at_once(self) -> None:
        twice = replace(BOARDS[0], number=2)
        outside = replace(BOARDS[0], number=7)
        faults = codes(verify(REVEAL, "00", [BOARDS[0], twice, outside]))
        assert faults == [
            ("other_commitment", None, None),
            ("other_deal", "original", 2),
            ("no_such_deal", "original", 7),
            ("equal_deals", "original", 2),
            ("equal_deals", "original", 7),
        ]

    def test_an_attempt_that_the_reveal_does_not_record_is_a_fault(self) -> None:
        chosen = DealtBoard("original", 2, 1, deal(SECRET, SET, number=2, attempt=1))
        assert codes(verify(REVEAL, None, [chosen])) == [("unrecorded_attempt", "original", 2)]

    def test_recorded_attempts_are_good_and_so_are_those_before(self) -> None:
        reveal = replace(REVEAL, attempts={("original", 2): 2})
        redeals = [
            DealtBoard("original", 2, a, deal(SECRET, SET, number=2, attempt=a)) for a in range(3)
        ]
        assert verify(reveal, None, redeals) == []

    def test_deals_that_contradict_a_recorded_attempt_are_a_fault(self) -> None:
        recorded = replace(REVEAL, attempts={("original", 1): 1})
        assert codes(verify(recorded, None, BOARDS)) == [("other_attempt", "original", 1)]
        assert verify(recorded, None, BOARDS[1:]) == []
        assert verify(recorded, None, recorded.boards()) == []
        both = [
            DealtBoard("original", 1, a, deal(SECRET, SET, number=1, attempt=a)) for a in (1, 0)
        ]
        assert verify(recorded, None, both) == []


class TestReveal:
    def test_it_is_read_back(self) -> None:
        known = fingerprint(BOARDS[1].deal)
        boards = derive_set(SECRET, SET, is_known={known}.__contains__)
        reveal = Reveal.of(SET, SECRET, boards)
        data = json.loads(json.dumps(reveal.to_data()))
        assert data["attempts"] == {"original": {"2": 1}, "reserve": {}}
        assert Reveal.from_data(data) == reveal
        assert Reveal.from_data(data).boards() == boards

    def test_no_deal_is_derived_before_the_public_value_is_known(self) -> None:
        announced = replace(SET, public_value_name="index of 5 May")
        pending = Reveal.from_data(Reveal(announced, SECRET).to_data())
        with pytest.raises(DealError, match="index of 5 May"):
            pending.boards()
        known = replace(pending, public_value="3279.03")
        assert known.commitment == pending.commitment
        expected = deal(SECRET, announced, public_value="3279.03", number=1)
        assert known.boards()[0].deal == expected

    @pytest.mark.parametrize("change", [
        {"format": "fushi-reveal-2"}, {"secret": "xyz"}, {"secret": 5}, {"secret": "00"},
        {"public_value": 5}, {"public_value": "1"}, {"more": 1}, {"attempts": []},
        {"attempts": {"spare": {}}}, {"attempts": {"original": []}},
        {"attempts": {"original": {"7": 1}}}, {"attempts": {"original": {"1": 0}}},
        {"attempts": {"original": {"1": True}}}, {"attempts": {"original": {"x": 1}}},
        {"description": {}},
    ])  # fmt: skip
    def test_a_document_that_is_none_is_refused(self, change: dict[str, Any]) -> None:
        with pytest.raises(DealError):
            Reveal.from_data(REVEAL.to_data() | change)

    @pytest.mark.parametrize("data", [None, [], {}, {"format": "fushi-reveal-1"}])
    def test_a_document_of_another_shape_is_refused(self, data: Any) -> None:
        with pytest.raises(DealError) as caught:
            Reveal.from_data(data)
        assert caught.value.code == "bad_reveal"


class TestListOfDeals:
    def test_it_is_read_back(self) -> None:
        data = json.loads(json.dumps(deals_to_data("set-1", BOARDS)))
        assert deals_from_data(data) == BOARDS

    @pytest.mark.parametrize("data", [
        None, {}, {"format": "fushi-deals-1"}, {"format": "fushi-deals-1", "deals": [1]},
        {"format": "fushi-deals-1", "deals": [{"kind": "spare", "number": 1}]},
        {"format": "fushi-deals-1", "deals": [{"kind": "original", "number": "1"}]},
        {"format": "fushi-deals-1", "deals": [{"kind": "original", "number": 0}]},
    ])  # fmt: skip
    def test_a_document_that_is_none_is_refused(self, data: Any) -> None:
        with pytest.raises(DealError) as caught:
            deals_from_data(data)
        assert caught.value.code == "bad_deals"

    def test_a_deal_with_something_that_is_no_card_is_refused(self) -> None:
        data = deals_to_data("set-1", BOARDS[:1])
        data["deals"][0]["kitty"] = ["1s"]
        with pytest.raises(ParseError):
            deals_from_data(data)

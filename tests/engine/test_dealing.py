"""Deals of `fushi-deal-1` against the documented vectors, an independent reading, and chance."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deal import Deal
from engine.dealing import (
    FOUR_VERSION,
    VERSION,
    DealSetDescription,
    DealtBoard,
    Kind,
    _below,
    canonical_json,
    commitment,
    deal,
    derive_set,
    equal_deals,
    fingerprint,
    new_secret,
)
from engine.errors import DealError
from engine.rulesets import get
from tests.engine import fushi_deal_reference as reference

DOCUMENT = Path(__file__).parents[2] / "docs" / "formats.md"
SECRET = bytes(range(32))
SET = DealSetDescription("set-1", "spring-cup", "1", "1", boards=20, reserves=4)


def vectors() -> Any:
    text = DOCUMENT.read_text(encoding="utf-8")
    found = re.search(r"```json fushi-deal-1\n(.*?)```", text, re.DOTALL)
    assert found
    return json.loads(found.group(1))


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["commitment"][:8])
class TestDocumentedVectors:
    def test_the_engine_derives_them(self, vector: dict[str, Any]) -> None:
        secret = bytes.fromhex(vector["secret"])
        description = DealSetDescription.from_data(vector["description"])
        assert commitment(secret, description) == vector["commitment"]
        dealt = deal(
            secret,
            description,
            public_value=vector["public_value"],
            kind=vector["kind"],
            number=vector["number"],
            attempt=vector["attempt"],
        )
        lines = [f"{position}: {cards}" for position, cards in vector["hands"].items()]
        assert str(dealt) == "\n".join([*lines, f"kitty: {vector['kitty']}"])

    def test_the_reference_derives_them(self, vector: dict[str, Any]) -> None:
        secret = bytes.fromhex(vector["secret"])
        assert reference.commitment(secret, vector["description"]) == vector["commitment"]
        names = ("public_value", "kind", "number", "attempt")
        context: dict[str, Any] = {name: vector[name] for name in names}
        context["version"] = vector["description"]["version"]
        assert reference.block(secret, **context, index=0).hex() == vector["first_block"]
        hands, kitty = reference.deal(secret, **context)
        texts = [*vector["hands"].values(), vector["kitty"]]
        assert [sorted(text.split()) for text in texts] == [
            sorted(part) for part in [*hands, kitty]
        ]


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(
    secret=st.binary(min_size=16, max_size=80),
    version=st.sampled_from([VERSION, FOUR_VERSION]),
    public_value=st.none() | texts.filter(bool),
    kind=st.sampled_from(["original", "reserve"]),
    number=st.integers(1, 100_000),
    attempt=st.integers(0, 9),
)
def test_any_deal_equals_that_of_the_reference(
    secret: bytes, version: str, public_value: str | None, kind: Kind, number: int, attempt: int
) -> None:
    hands, kitty = reference.deal(secret, version, public_value, kind, number, attempt)
    dealt = deal(
        secret, version, public_value=public_value, kind=kind, number=number, attempt=attempt
    )
    data = dealt.to_data()
    assert [sorted(hand) for hand in data["hands"].values()] == [sorted(hand) for hand in hands]
    assert sorted(data["kitty"]) == sorted(kitty)


@given(
    secret=st.binary(min_size=16, max_size=80),
    names=st.tuples(texts, texts, texts, texts),
    boards=st.integers(1, 1000),
    reserves=st.integers(0, 1000),
    public_value_name=st.none() | texts.filter(bool),
)
def test_any_commitment_equals_that_of_the_reference(
    secret: bytes,
    names: tuple[str, str, str, str],
    boards: int,
    reserves: int,
    public_value_name: str | None,
) -> None:
    description = DealSetDescription(*names, boards, reserves, public_value_name)
    expected = reference.commitment(secret, description.to_data())
    assert commitment(secret, description) == expected


@pytest.mark.parametrize(
    ("version", "ruleset"), [(VERSION, "competition"), (FOUR_VERSION, "four-player")]
)
def test_a_deal_is_one_under_the_ruleset_of_its_pack(version: str, ruleset: str) -> None:
    assert deal(SECRET, version, number=7).problems(get(ruleset)) == ()


@pytest.mark.parametrize("change", [
    {"set_id": "set-2"}, {"event": "spring"}, {"stage": "2"}, {"session": "2"}, {"boards": 21},
    {"reserves": 5}, {"public_value_name": "index"}, {"version": FOUR_VERSION},
])  # fmt: skip
def test_every_member_of_the_description_is_committed_to(change: dict[str, Any]) -> None:
    assert commitment(SECRET, replace(SET, **change)) != commitment(SECRET, SET)


def test_the_commitment_depends_on_the_secret() -> None:
    assert commitment(SECRET[::-1], SET) != commitment(SECRET, SET)


def test_everything_that_names_a_deal_changes_it() -> None:
    announced = replace(SET, public_value_name="index")
    deals = [
        deal(SECRET, SET, number=1),
        deal(SECRET, SET, number=2),
        deal(SECRET, SET, number=1, attempt=1),
        deal(SECRET, SET, kind="reserve", number=1),
        deal(SECRET, announced, public_value="1", number=1),
        deal(SECRET, announced, public_value="2", number=1),
        deal(SECRET[::-1], SET, number=1),
    ]
    assert len(set(deals)) == len(deals)


def test_secrets_are_256_bits_and_never_the_same() -> None:
    assert {len(new_secret()) for _ in range(3)} == {32}
    assert new_secret() != new_secret()


class TestChance:
    @pytest.mark.parametrize("bound", range(2, 109))
    def test_every_remainder_has_equally_many_accepted_bytes(self, bound: int) -> None:
        drawn = Counter[int]()
        stream = iter(range(256))
        try:
            while True:
                drawn[_below(bound, stream)] += 1
        except (RuntimeError, StopIteration):
            pass
        assert drawn == dict.fromkeys(range(bound), 256 // bound)

    def test_cards_fall_into_every_place_as_often_as_they_should(self) -> None:
        """Over all cards and places, Σ (observed − expected)² / expected.

        Its mean is exactly 54 × 3 = 162, as every card's four counts contribute Σ (1 − p) = 3; its
        variance is close to (54/53)² × 2 × 159 = 330, so that 6 standard deviations are 109.
        """
        deals, places = 3000, Counter[tuple[int, int]]()
        for number in range(1, deals + 1):
            dealt = deal(SECRET, number=number)
            for place, cards in enumerate((*dealt.hands, dealt.kitty)):
                places.update((card, place) for card in cards)
        share = (17 / 54, 17 / 54, 17 / 54, 3 / 54)
        statistic = sum(
            (places[card, place] - deals * share[place]) ** 2 / (deals * share[place])
            for card in range(54)
            for place in range(4)
        )
        assert abs(statistic - 162) < 109

    def test_pairs_of_cards_are_together_as_often_as_they_should(self) -> None:
        """Both jokers in one hand: 3 × 17 × 16 / (54 × 53) = 28.5 %; within 6 deviations."""
        deals, share = 3000, 3 * 17 * 16 / (54 * 53)
        together = sum(
            any({52, 53} <= set(hand) for hand in deal(SECRET, number=number).hands)
            for number in range(1, deals + 1)
        )
        assert abs(together - deals * share) < 6 * math.sqrt(deals * share * (1 - share))


class TestRefusals:
    def refused(self, code: str, call: Callable[..., Any], *arguments: Any, **options: Any) -> None:
        with pytest.raises(DealError) as caught:
            call(*arguments, **options)
        assert caught.value.code == code
        assert caught.value.detail != code

    @pytest.mark.parametrize("number", [0, -1, 21])
    def test_a_board_that_the_set_does_not_have(self, number: int) -> None:
        self.refused("no_such_deal", deal, SECRET, SET, number=number)

    def test_a_reserve_that_the_set_does_not_have(self) -> None:
        self.refused("no_such_deal", deal, SECRET, SET, kind="reserve", number=5)

    def test_an_unknown_kind_and_a_negative_attempt(self) -> None:
        self.refused("no_such_deal", deal, SECRET, SET, kind="spare", number=1)
        self.refused("no_such_deal", deal, SECRET, SET, number=1, attempt=-1)

    def test_a_public_value_that_was_not_announced(self) -> None:
        self.refused("public_value_not_announced", deal, SECRET, SET, public_value="1", number=1)

    @pytest.mark.parametrize("value", [None, ""])
    def test_no_public_value_where_one_was_announced(self, value: Any) -> None:
        announced = replace(SET, public_value_name="index")
        self.refused("public_value_missing", deal, SECRET, announced, public_value=value, number=1)

    def test_a_secret_of_less_than_128_bits(self) -> None:
        self.refused("short_secret", commitment, bytes(15), SET)
        self.refused("short_secret", deal, bytes(15), SET, number=1)

    def test_an_unknown_version(self) -> None:
        self.refused("unknown_deal_version", deal, SECRET, "fushi-deal-2", number=1)

    @pytest.mark.parametrize("change", [
        {"boards": 0}, {"boards": True}, {"boards": 100_001}, {"reserves": -1}, {"reserves": 1.0},
        {"event": None}, {"stage": 1}, {"public_value_name": ""}, {"session": "\ud800"},
    ])  # fmt: skip
    def test_a_description_that_makes_no_sense(self, change: dict[str, Any]) -> None:
        self.refused("bad_deal_set", replace, SET, **change)

    @pytest.mark.parametrize("data", [
        None, [], {}, SET.to_data() | {"more": 1}, SET.to_data() | {"version": 1},
        {name: value for name, value in SET.to_data().items() if name != "reserves"},
    ])  # fmt: skip
    def test_a_description_document_with_other_members(self, data: Any) -> None:
        self.refused("bad_deal_set", DealSetDescription.from_data, data)


def test_a_description_is_read_back() -> None:
    assert DealSetDescription.from_data(json.loads(canonical_json(SET.to_data()))) == SET


class TestEqualDeals:
    def test_a_set_is_derived_with_attempt_0_throughout(self) -> None:
        boards = derive_set(SECRET, SET)
        names = [(board.kind, board.number, board.attempt) for board in boards]
        assert names == [("original", k, 0) for k in range(1, 21)] + [
            ("reserve", k, 0) for k in range(1, 5)
        ]
        assert boards[2].deal == deal(SECRET, SET, number=3)
        assert boards[20].deal == deal(SECRET, SET, kind="reserve", number=1)

    def test_a_deal_of_the_archive_takes_the_next_attempt(self) -> None:
        archive = {fingerprint(deal(SECRET, SET, number=3, attempt=a)) for a in (0, 1)}
        boards = derive_set(SECRET, SET, is_known=archive.__contains__)
        assert [board.attempt for board in boards] == [0, 0, 2] + [0] * 21
        assert boards[2].deal == deal(SECRET, SET, number=3, attempt=2)

    def test_equal_deals_of_a_list_are_found(self) -> None:
        boards = derive_set(SECRET, SET)
        again = DealtBoard("reserve", 5, 0, boards[1].deal)
        assert equal_deals(boards) == []
        assert equal_deals([*boards, again]) == [(boards[1], again)]

    def test_a_fingerprint_sees_who_holds_a_card(self) -> None:
        dealt = deal(SECRET, SET, number=1)
        first, second, third = dealt.hands
        assert fingerprint(dealt) == fingerprint(Deal.of([first[::-1], second, third], dealt.kitty))
        assert fingerprint(dealt) != fingerprint(Deal.of([second, first, third], dealt.kitty))
        assert len(fingerprint(dealt)) == 64

    def test_the_next_byte_is_taken_when_one_is_rejected(self) -> None:
        assert list(islice((_below(100, iter([255, 200, 199, n])) for n in count()), 2)) == [99, 99]

"""Whether reported facts fit a deal: worked by hand, and on hands that were really played."""

from __future__ import annotations

import pytest

from engine.cards import parse_card, parse_cards
from engine.deal import Deal
from engine.reported import fits, remapped
from engine.result import PASSED_OUT, Result
from engine.rulesets import get
from tests.engine.hands import ALL
from tests.engine.played import random_state

RULES = get("competition")
# Position 1 holds both jokers and four 3s, position 2 four 4s, position 3 none; kitty 5s 5h 6s.
DEAL = Deal.of(
    [
        parse_cards("RJ BJ 3s 3h 3d 3c 7s 8s 9s 10s Js Qs Ks As 2s 6h 6d"),
        parse_cards("4s 4h 4d 4c 7h 8h 9h 10h Jh Qh Kh Ah 2h 6c 5d 7c 8c"),
        parse_cards("5c 7d 8d 9d 10d Jd Qd Kd Ad 2d 9c 10c Jc Qc Kc Ac 2c"),
    ],
    parse_cards("5s 5h 6s"),
)


def facts(landlord: int, bombs: int = 0, rockets: int = 0, spring: str | None = None) -> Result:
    winner = "farmers" if spring == "anti_spring" else "landlord"
    return Result(landlord, 2, bombs, rockets, spring, winner=winner)


@pytest.mark.parametrize(
    ("result", "lead", "expected"),
    [
        (facts(1), "7s", True),
        (facts(1), "5h", True),  # out of the kitty
        (facts(2), "7s", False),  # position 1 holds it: another landlord led
        (facts(1, bombs=2, rockets=1), "7s", True),
        (facts(1, bombs=3), "7s", False),
        (facts(3, bombs=2, rockets=1), "7d", True),
        (facts(2, bombs=2, spring="spring"), "7h", False),  # the 3s were never played
        (facts(2, bombs=1, spring="spring"), "7h", True),
        (facts(2, rockets=1, spring="spring"), "7h", False),
        (facts(1, bombs=2, rockets=1, spring="anti_spring"), "3s", False),
        (facts(1, bombs=2, spring="anti_spring"), "3s", True),
        (facts(3, bombs=2, rockets=1, spring="anti_spring"), "7d", True),
        (PASSED_OUT, None, True),
    ],
)
def test_facts_fit_the_cards_that_were_held(
    result: Result, lead: str | None, expected: bool
) -> None:
    assert fits(result, parse_card(lead) if lead else None, DEAL, RULES) is expected


def test_swapped_hands_are_told_by_the_lead() -> None:
    assert not fits(facts(2), parse_card("7s"), DEAL, RULES)
    assert fits(facts(2), parse_card("7s"), remapped(DEAL, "213"), RULES)


def test_whatever_was_played_fits() -> None:
    for seed in range(10):
        for ruleset in ALL:
            state = random_state(ruleset, seed)
            lead = state.plays[0].cards[0] if state.plays else None
            assert state.result is not None
            assert fits(state.result, lead, state.deal, ruleset)

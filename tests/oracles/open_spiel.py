"""Replays complete games refereed by OpenSpiel: `python -m tests.oracles.open_spiel FILE`.

Every action must be accepted and every result equal. OpenSpiel's auction goes round, its single
wings are those of `official-2016`, it doubles for bombs, rocket, spring and anti-spring, and it
lets a bomb be played on the rocket.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from engine.actions import Action, Bid, Pass, PlayRanks
from engine.cards import parse_cards
from engine.deal import Deal
from engine.errors import EngineError
from engine.hand import HandState, Result
from engine.payoff import points
from engine.rulesets import Ruleset, WingRule, get
from tests.oracles import compare_files


def ruleset() -> Ruleset:
    """The rules by which OpenSpiel refereed."""
    return get("classic").override(
        "open-spiel", airplane_single_wings=WingRule.AT_MOST_THREE, bomb_beats_rocket=True
    )


def replay(game: dict[str, Any], rules: Ruleset) -> HandState:
    """The state at the end of `game`, with position 1 for its first bidder."""
    first = game["first_bidder"]
    hands = [parse_cards(game["hands"][(first + turn) % 3]) for turn in range(3)]
    state = HandState.new(Deal.of(hands, parse_cards(game["kitty"])), rules)
    for seat, action in actions_of(game):
        state = state.apply((seat - first) % 3 + 1, action)
    return state


def actions_of(game: dict[str, Any]) -> Iterator[tuple[int, Action]]:
    """Seat (0, 1, 2) and action, in order."""
    for seat, value in game["auction"]:
        yield seat, Bid(value)
    for seat, ranks in game["plays"]:
        yield seat, PlayRanks.of(ranks) if ranks else Pass()


def differences(game: dict[str, Any], result: Result | None, rules: Ruleset) -> list[str]:
    """What `result` says otherwise than the game."""
    if result is None:
        return ["the hand is not over"]
    first = game["first_bidder"]
    scores = points(result, rules)
    ours: dict[str, Any] = {"returns": [scores[(seat - first) % 3 + 1] for seat in range(3)]}
    theirs: dict[str, Any] = {"returns": game["open_spiel_returns"]}
    if result.landlord is not None:
        ours |= {
            "landlord": (result.landlord - 1 + first) % 3,
            "bid": result.bid,
            "bombs": result.bombs,
            "rockets": result.rockets,
            "winner": result.winner,
        }
        theirs |= {name: game[name] for name in ours if name != "returns"}
    return [f"{n}: {ours[n]} instead of {theirs[n]}" for n in ours if ours[n] != theirs[n]]


def compare(lines: Iterable[str]) -> tuple[Counter[str], list[str]]:
    """Counts of games, actions and results of some kinds, and a sentence for every difference."""
    rules, counts, found = ruleset(), Counter[str](), list[str]()
    for line in lines:
        if not line.strip():
            continue
        game = json.loads(line)
        counts["games"] += 1
        try:
            state = replay(game, rules)
        except EngineError as error:
            found.append(f"{game['id']}: {error.code}: {error}")
            continue
        counts["actions"] += len(state.auction) + len(state.plays)
        if state.result is not None:
            counts["passed out"] += state.result.passed_out
            counts["springs"] += state.result.spring is not None
            counts["bombs and rockets"] += state.result.bombs + state.result.rockets
        found += [f"{game['id']}: {text}" for text in differences(game, state.result, rules)]
    return counts, found


if __name__ == "__main__":
    sys.exit(compare_files(compare, sys.argv[1:], "games"))

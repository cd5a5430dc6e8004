"""Deals with wished-for hands, and short ways through auction and play, for the engine's tests."""

from __future__ import annotations

from hypothesis import settings

from engine.actions import Bid, Double, Pass, PlayRanks, Redouble
from engine.cards import RANK_OF, deck, parse_ranks
from engine.combinations import Combination, classify
from engine.deal import Deal
from engine.hand import HandState, Phase
from engine.rulesets import Ruleset, get

COMPETITION = get("competition")
OFFICIAL = get("official-2016")
CLASSIC = get("classic")
PRACTICE = get("practice")
OPERATOR = get("operator")
FOUR_PLAYER = get("four-player")
TEAM_ADDITIVE = get("team-additive")
FEWER = settings()
"""For properties whose examples take long: a quarter of them, but in the long run all."""
if settings.get_current_profile_name() == "usual":
    FEWER = settings(max_examples=FEWER.max_examples // 4)
ALL = (COMPETITION, OFFICIAL, CLASSIC, PRACTICE, OPERATOR, FOUR_PLAYER, TEAM_ADDITIVE)


def deal_with(ruleset: Ruleset, *wanted: str, kitty: str = "") -> Deal:
    """A deal in which position p holds the ranks `wanted[p - 1]`, filled up from the rest.

    The rest is dealt out suit by suit, so that it makes no bombs and no pairs.
    """
    left = list(deck(ruleset.decks))
    parts: list[list[int]] = []
    texts = [*wanted, *[""] * (ruleset.players - len(wanted)), kitty]
    for text in texts:
        part = []
        packed = parse_ranks(text)
        for rank in range(15):
            for _ in range(packed >> 4 * rank & 15):
                card = next(card for card in reversed(left) if RANK_OF[card] == rank)
                left.remove(card)
                part.append(card)
        parts.append(part)
    left.sort(key=lambda card: (card % 4, card))
    sizes = [ruleset.hand_size] * ruleset.players + [ruleset.kitty_size]
    for part, size in zip(parts, sizes, strict=True):
        while len(part) < size:
            part.append(left.pop())
    return Deal.of(parts[:-1], parts[-1])


def bid(state: HandState, *values: int) -> HandState:
    """The state after these calls, each by whoever is to act."""
    for value in values:
        state = state.apply(state.to_act[0], Bid(value))
    return state


def playing(state: HandState) -> HandState:
    """The state with all doubles declined, at the landlord's lead."""
    while state.phase in (Phase.DOUBLING, Phase.REDOUBLING):
        declined = Double(False) if state.phase is Phase.DOUBLING else Redouble(False)
        state = state.apply(state.to_act[0], declined)
    assert state.phase is Phase.PLAYING
    return state


def play(state: HandState, *texts: str) -> HandState:
    """The state after these plays by ranks, "" for a pass, each by whoever is to act."""
    for text in texts:
        action = PlayRanks.of(text) if text else Pass()
        state = state.apply(state.to_act[0], action)
    return state


def start(ruleset: Ruleset, *wanted: str, kitty: str = "") -> HandState:
    """Position 1 is landlord at 3 and leads; the hands hold what is wanted."""
    state = HandState.new(deal_with(ruleset, *wanted, kitty=kitty), ruleset)
    return playing(bid(state, 3))


def read(text: str, ruleset: Ruleset, holding: str | None = None) -> Combination | None:
    """The combination that a text of ranks is."""
    held = None if holding is None else parse_ranks(holding)
    return classify(parse_ranks(text), ruleset, held)


def combination(text: str, ruleset: Ruleset = COMPETITION) -> Combination:
    """The combination that a text of ranks surely is."""
    found = read(text, ruleset)
    assert found is not None
    return found


def name(text: str, ruleset: Ruleset, holding: str | None = None) -> str | None:
    """The name of the combination that a text of ranks is, or None."""
    found = read(text, ruleset, holding)
    return None if found is None else found.kind.value

"""Whole hands played by drawing lots, as records, for the tests of records and pictures."""

from __future__ import annotations

from random import Random

from engine.actions import Bid, Double, Pass, Play, Redouble
from engine.cards import deck
from engine.deal import Deal
from engine.hand import HandState, Phase
from engine.moves import physical_choices
from engine.phases import AllPass
from engine.record import Record
from engine.rulesets import Ruleset, Scoring
from tests.engine.hands import ALL, COMPETITION

CUSTOM = COMPETITION.override("our club", min_straight=6)
RULESETS = (*ALL, CUSTOM)


def random_deal(ruleset: Ruleset, random: Random) -> Deal:
    """Any deal that fits the ruleset."""
    cards = list(deck(ruleset.decks))
    random.shuffle(cards)
    size, players = ruleset.hand_size, ruleset.players
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(players)]
    return Deal.of(hands, cards[size * players :])


def random_state(ruleset: Ruleset, seed: int, most: int = 1000) -> HandState:
    """A hand after at most `most` random actions; plays often, so that it ends soon."""
    random = Random(seed)
    all_pass = AllPass.FORCED if seed % 4 == 0 else AllPass.VOID
    bet = 5 if ruleset.scoring is Scoring.OPERATOR else 1
    state = HandState.new(random_deal(ruleset, random), ruleset, all_pass, bet)
    for _ in range(most):
        if not state.to_act:
            break
        position = random.choice(state.to_act)
        state = state.apply(position, random_action(state, position, random))
    return state


def random_action(
    state: HandState, position: int, random: Random
) -> Bid | Double | Redouble | Play | Pass:
    """Something that `position` may do now."""
    if state.phase is Phase.AUCTION:
        expected = state.expected(position)
        assert expected is not None
        return Bid(int(random.choice(expected.choices)))
    if state.phase is Phase.DOUBLING:
        return Double(random.random() < 0.5)
    if state.phase is Phase.REDOUBLING:
        return Redouble(random.random() < 0.5)
    plays = sorted(state.moves(position))
    if state.to_beat is not None and (not plays or random.random() < 0.4):
        return Pass()
    packed = random.choice(plays)
    return Play(next(physical_choices(packed, state.hand(position))))


def random_record(seed: int, ruleset: Ruleset | None = None, most: int = 1000) -> Record:
    """A record of a random hand, with some texts that want escaping."""
    ruleset = RULESETS[seed % len(RULESETS)] if ruleset is None else ruleset
    names = ("Anna", 'Ben "B" \\', "卡拉", "D\nD")[: ruleset.players] if seed % 3 else ()
    return Record(
        random_state(ruleset, seed, most),
        event='春季杯 "A"' if seed % 2 else "",
        board=str(seed),
        date="2026-05-31" if seed % 5 else "",
        note="two\nlines" if seed % 7 == 1 else "",
        players=names,
    )

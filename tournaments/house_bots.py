"""The bots of a practice table, and what they make of a board themselves.

They keep company to whoever is the first to hold a hand. Everything is played in memory; a hand
gives the same results whenever it is asked for.
"""

from __future__ import annotations

from functools import lru_cache

from engine.actions import action_from_data
from engine.bots import STRENGTHS, make_bot
from engine.hand import HandState, view
from engine.payoff import points

#: Who sits with a visitor.
STRENGTH = "planner"
#: How often each strength holds the visitor's position, every time with other temperaments.
TIMES = 3


@lru_cache(maxsize=64)
def bots_points(start: HandState, position: int) -> tuple[int, ...]:
    """The points of `position` from `start` on when bots of every strength hold it, each `TIMES`
    times, against those that a visitor meets. A board takes them about 10 ms.
    """
    return tuple(
        _points(start, position, strength, seed)
        for strength in STRENGTHS
        for seed in range(1, TIMES + 1)
    )


def _points(start: HandState, position: int, strength: str, seed: int) -> int:
    mine, theirs = make_bot(strength, seed), make_bot(STRENGTH, seed)
    state = start
    while state.result is None:
        asked = state.to_act[0]
        bot = mine if asked == position else theirs
        state = state.apply(asked, action_from_data(bot.choose(view(state, asked).to_data())))
    return points(state.result, state.ruleset, state.bet)[position]

"""The protocol of a bot, and how one is made by name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Protocol

ViewData = Mapping[str, Any]
"""What `engine.hand.View.to_data()` returns and the API sends to a player."""

ActionData = dict[str, Any]
"""An action as the API takes it, e.g. `{"type": "play", "ranks": "3334"}`."""


class Bot(Protocol):
    """Something that decides for a player whose view has an `expected` entry."""

    def choose(self, view: ViewData) -> ActionData:
        """Return an action that `view["expected"]` allows. Raises ValueError if none is asked."""
        ...  # pragma: no branch


def expected_of(view: ViewData) -> Mapping[str, Any]:
    """Return the `expected` entry of a view; raises ValueError when nothing is expected."""
    expected = view.get("expected")
    if not expected:
        raise ValueError("this view asks its player for nothing")
    result: Mapping[str, Any] = expected
    return result


def lots(seed: int, view: ViewData) -> random.Random:
    """Return a source of chance that depends on the seed and the view alone.

    A bot that is asked twice answers the same, whatever happened in between (a lost answer, a
    server that came back), so that runs with and without a fault can be compared.
    """
    moment = (seed, view["viewer"], view["hand"], len(view["auction"]), len(view["plays"]))
    return random.Random(repr(moment))


STRENGTHS = ("chance", "greedy", "planner")
"""The names of the bots, the weakest first."""


def make_bot(strength: str, seed: int) -> Bot:
    """Return a bot by its strength: `chance`, `greedy` or `planner`.

    Raises ValueError for another word.
    """
    from .chance import ChanceBot
    from .greedy import GreedyBot
    from .planner import PlannerBot

    if strength == "chance":
        return ChanceBot(seed)
    if strength == "greedy":
        return GreedyBot(seed)
    if strength == "planner":
        return PlannerBot(seed)
    raise ValueError(f"there is no bot of strength {strength!r}")

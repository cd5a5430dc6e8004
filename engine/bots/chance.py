"""A bot that draws lots among the legal actions. Repeatable by its seed."""

from __future__ import annotations

import random

from .base import ActionData, ViewData, expected_of


class ChanceBot:
    """Any legal action with equal chance; a pass counts as one of them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: ViewData) -> ActionData:
        """Return a random legal action."""
        expected = expected_of(view)
        choices = list(expected["choices"])
        if expected["type"] != "play":
            return {"type": expected["type"], "value": self._random.choice(choices)}
        if expected.get("may_pass"):
            choices.append("")
        ranks = self._random.choice(choices)
        return {"type": "play", "ranks": ranks} if ranks else {"type": "pass"}

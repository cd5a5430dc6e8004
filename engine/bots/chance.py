"""A bot that draws lots among the legal actions. Repeatable by its seed and view."""

from __future__ import annotations

from .base import ActionData, ViewData, expected_of, lots


class ChanceBot:
    """Any legal action with equal chance; a pass counts as one of them."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ViewData) -> ActionData:
        """Return a random legal action."""
        expected = expected_of(view)
        chance = lots(self._seed, view)
        choices = list(expected["choices"])
        if expected["type"] != "play":
            return {"type": expected["type"], "value": chance.choice(choices)}
        if expected.get("may_pass"):
            choices.append("")
        ranks = chance.choice(choices)
        return {"type": "play", "ranks": ranks} if ranks else {"type": "pass"}

"""Players for demonstrations, substitutes and load, behind one protocol: `choose(view) -> action`.

A bot knows what its view tells and nothing else: the view is the data that the API sends to the
player, so the same bot sits at a table of this process or plays over HTTP.
"""

from .base import STRENGTHS, Bot, ViewData, make_bot
from .chance import ChanceBot
from .greedy import GreedyBot
from .planner import PlannerBot

__all__ = ["STRENGTHS", "Bot", "ChanceBot", "GreedyBot", "PlannerBot", "ViewData", "make_bot"]

"""Comparison: scores of results within their field, totals, tie-breaks and standings.

Owns everything between the points of the plays and the ranks of the entrants, exact throughout;
never reads or stores anything. The way in is `get("matchpoints").table({4: 2, -2: 1, 0: 1})`.
"""

from engine.comparison import cross as _cross
from engine.comparison import datum as _datum
from engine.comparison import matchpoints as _matchpoints
from engine.comparison import plain as _plain
from engine.comparison.field import Field, Tally, Weight, tally
from engine.comparison.method import Method, from_data, get, names

# Importing a module of methods registers them.
del _cross, _datum, _matchpoints, _plain

__all__ = ["Field", "Method", "Tally", "Weight", "from_data", "get", "names", "tally"]

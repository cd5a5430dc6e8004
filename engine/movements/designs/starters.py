"""Designs from starter classes that a solver found once, read from `triple_starters.json`.

Owns the file and the development of its three kinds; never searches.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from engine.movements.designs.cyclic import Rounds, Triple


@cache
def _starters() -> dict[str, dict[str, Any]]:
    text = files("engine.movements").joinpath("triple_starters.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def starter_rounds(players: int) -> int:
    """How many rounds the stored design for n players has, 0 without one."""
    starter = _starters().get(str(players))
    if starter is None:
        return 0
    if starter["kind"] == "raw":
        return len(starter["rounds"])
    return int(starter["m"]) + len(starter["trans"])


def starter(players: int, rounds: int) -> Rounds:
    """The first rounds of the stored design.

    "raw": rounds as they stand. "Z3": points (x, level) of Z_m × 3, `base` developed modulo m, and
    one round {(x, x + d1, x + d2)} for each pair of `trans`. "Z2inf": two levels and two fixed
    points, written as levels 2 and 3.
    """
    data = _starters()[str(players)]
    if data["kind"] == "raw":
        return [[(a, b, c) for a, b, c in groups] for groups in data["rounds"][:rounds]]
    m = int(data["m"])
    fixed = data["kind"] == "Z2inf"
    result: Rounds = []
    for shift in range(min(rounds, m)):
        result.append([_moved(triple, shift, m, fixed) for triple in data["base"]])
    for first, second in data["trans"][: max(0, rounds - m)]:
        result.append([(x, m + (x + first) % m, 2 * m + (x + second) % m) for x in range(m)])
    return result


def _moved(triple: list[list[int]], shift: int, m: int, fixed: bool) -> Triple:
    a, b, c = (
        2 * m + level - 2 if fixed and level >= 2 else level * m + (x + shift) % m
        for x, level in triple
    )
    return a, b, c

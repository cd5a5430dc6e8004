"""Designs from starter classes that a search found once, read from `triple_starters.json`.

Owns the file and the development of its classes; never searches.
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
    data = _starters().get(str(players))
    if data is None:
        return 0
    if data["kind"] == "raw":
        return len(data["rounds"])
    return int(data["m"]) * len(data["classes"]) + len(data.get("trans", ()))


def starter(players: int, rounds: int) -> Rounds:
    """The first rounds of the stored design.

    "raw": rounds as they stand. "developed": points (x, level) of Z_m × levels, and fixed points,
    written as further levels; each of `classes` developed modulo m, then, of three levels, one
    round {(x, x + d1, x + d2)} for each pair of `trans`. A class may leave a point out: a bye.
    """
    data = _starters()[str(players)]
    if data["kind"] == "raw":
        return [[(a, b, c) for a, b, c in groups] for groups in data["rounds"][:rounds]]
    m, levels = int(data["m"]), int(data["levels"])
    result: Rounds = []
    for base in data["classes"]:
        for shift in range(min(m, rounds - len(result))):
            result.append([_moved(triple, shift, m, levels) for triple in base])
    for first, second in data.get("trans", ())[: rounds - len(result)]:
        result.append([(x, m + (x + first) % m, 2 * m + (x + second) % m) for x in range(m)])
    return result


def _moved(triple: list[list[int]], shift: int, m: int, levels: int) -> Triple:
    a, b, c = (
        level * m + (x + shift) % m if level < levels else levels * m + level - levels
        for x, level in triple
    )
    return a, b, c

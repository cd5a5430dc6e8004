"""How few repeat meetings so many players, tables and rounds allow: what is proved, and no more.

Owns the arguments and reads `least_repeats.json`, the values that only exhaustive search settles;
never looks at a movement. `checker` works the same bound out again without this module.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files


def least_repeats(players: int, tables: int, rounds: int, size: int = 3) -> int:
    """The best proved lower bound of meetings beyond the first, `size` players to each table.

    Byes may be as uneven as they like. It is the largest of the bounds below, of what search has
    proved, and of what that means for one round more, and so on.
    """
    least = 0
    for number in range(2, rounds + 1 if tables else 0):
        least = max(
            _by_company(players, tables, number, size),
            _by_two_rounds(players, tables, number, size),
            _by_packing(players, tables, number, size),
            _searched().get((players, tables, number, size), 0),
            _one_round_more(least, number),
        )
    return least


def _by_company(players: int, tables: int, rounds: int, size: int) -> int:
    """Who sits down r times has (size - 1)·r neighbours, of whom at most n - 1 are new.

    Half the sum over all players, rounded up; least where all sit down equally often.
    """
    often, more = divmod(tables * size * rounds, players)

    def excess(times: int) -> int:
        return max(0, (size - 1) * times - (players - 1))

    total = more * excess(often + 1) + (players - more) * excess(often)
    return (total + 1) // 2


def _by_two_rounds(players: int, tables: int, rounds: int, size: int) -> int:
    """Few tables: who sat together in the first round must meet in every other round.

    All but as many as had byes then come from its tables to the tables of the other round: so many
    players in tables² cells, in which they are fewest together when spread evenly.
    """
    seated = tables * size
    together, more = divmod(max(0, seated - (players - seated)), tables * tables)
    pairs = more * math.comb(together + 1, 2) + (tables * tables - more) * math.comb(together, 2)
    return (rounds - 1) * pairs


def _by_packing(players: int, tables: int, rounds: int, size: int) -> int:
    """Tables beyond the most that share no pair: each repeat taken away, too few must be left.

    The most is ⌊n/k·⌊(n - 1)/(k - 1)⌋⌋ for k at a table (Johnson 1962), one less for threes and
    n ≡ 5 (mod 6) (Schönheim 1966).
    """
    most = players * ((players - 1) // (size - 1)) // size
    return tables * rounds - (most - (size == 3 and players % 6 == 5))


def _one_round_more(before: int, rounds: int) -> int:
    """What at least `before` repeats in all but any one of R rounds mean for all of them.

    Taking away a round takes a repeat for each pair that meets in it and elsewhere. Over all rounds
    that is each such pair as often as it meets: together once for each of the s repeats, and once
    for each pair, of which there are at least s/(R - 1). So R·before ≤ R·s - s - s/(R - 1).
    """
    return -(-before * (rounds - 1) // (rounds - 2)) if before else 0


@cache
def _searched() -> dict[tuple[int, int, int, int], int]:
    """Fewest repeats by (players, tables, rounds, size), as exhaustive search has proved them."""
    text = files("engine.movements").joinpath("least_repeats.json").read_text(encoding="utf-8")
    return {tuple(key): least for key, least in json.loads(text)}

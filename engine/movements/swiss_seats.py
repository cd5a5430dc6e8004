"""Positions for one Swiss round: the best order of each table on what everybody has held before.

Owns the counts of positions and acting order so far, and the choice for the boards left over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from random import Random

from engine.movements.model import Round, Row
from engine.movements.squares import random_square

ORDERS = tuple(permutations(range(3)))


class Held:
    """What was held in the rounds played: positions by player, and who acted before whom."""

    def __init__(self, players: int, history: Iterable[Round], boards: int) -> None:
        self.extra = boards % 3
        self.counts = [[0, 0, 0] for _ in range(players)]
        self.before: dict[tuple[int, int], int] = {}
        for one in history:
            for table in one.tables:
                for row in table.positions:
                    for position, player in enumerate(row):
                        self.counts[player][position] += 1
                        pair = player, row[(position + 1) % len(row)]
                        self.before[pair] = self.before.get(pair, 0) + 1
        self._cost: dict[tuple[tuple[int, ...], ...], int] = {}
        self.states = [tuple(c - min(counts) for c in counts) for counts in self.counts]

    def cost(self, a: int, b: int, c: int) -> int:
        """By how much positions of these three would be more than one apart, at the least."""
        if self.extra == 0:
            return 0
        key = tuple(sorted((self.states[a], self.states[b], self.states[c])))
        found = self._cost.get(key)
        if found is None:
            found = min(self._excess(key, order) for order in ORDERS)
            self._cost[key] = found
        return found

    def _excess(self, states: Sequence[Sequence[int]], order: Sequence[int]) -> int:
        """Excess when the k-th player gets order[k] on one board, or all but it on two."""
        total = 0
        for state, position in zip(states, order, strict=True):
            after = [
                count + ((k == position) if self.extra == 1 else (k != position))
                for k, count in enumerate(state)
            ]
            total += max(0, max(after) - min(after) - 1)
        return total

    def seat(self, players: Row, boards: int, random: Random) -> list[Row]:
        """Who holds which position on every board: least excess, then the evenest acting order."""
        options = []
        for order in ORDERS if self.extra else ((0, 1, 2), (0, 2, 1)):
            turn = 1 if (order[1] - order[0]) % 3 == 1 else -1
            excess = self._excess([self.states[p] for p in players], order) if self.extra else 0
            spread = (
                sum(
                    self.counts[p][k] ** 2 * (-1 if self.extra == 2 else 1)
                    for p, k in zip(players, order, strict=True)
                )
                if self.extra
                else 0
            )
            for first in (1, -1) if boards >= 3 else (1,):
                lead = self._lead(players, boards, turn, first)
                options.append((excess, lead, spread, random.random(), order, turn, first))
        *_, order, turn, first = min(options)
        rows: list[Row] = []
        for block in range(boards // 3):
            sign = first * (-1) ** block
            rows += random_square(players, turn * sign, random).positions()
        for step in ((), (0,), (1, 2))[self.extra]:
            row = [0, 0, 0]
            for player, position in zip(players, order, strict=True):
                row[(position + step) % 3] = player
            rows.append(tuple(row))
        return rows

    def _lead(self, players: Row, boards: int, turn: int, first: int) -> int:
        """Sum of squared leads in acting order over the three pairs, this round included."""
        whole = boards // 3
        ahead = turn * (self.extra + 3 * first * (whole % 2))
        total = 0
        for k in range(3):
            a, b = players[k], players[(k + 1) % 3]
            total += (self.before.get((a, b), 0) - self.before.get((b, a), 0) + ahead) ** 2
        return total

"""Latin squares of order three over the boards of a round, chosen to balance comparisons.

Owns the choice; a `Square` says for three boards which position each of three players holds.
Acting order within a square never changes: everybody keeps the same neighbour before him.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

SHIFTS: tuple[tuple[int, int, int], ...] = tuple(
    (a, b, 3 - a - b) for a, b in permutations(range(3), 2)
)
WORK = 3_000_000
"""Row entries looked at by the annealer, at most: what bounds its time."""


@dataclass(slots=True)
class Square:
    """Player k of `players` holds position (step·j + shifts[k]) mod 3 on board j = 0, 1, 2.

    `turn` is +1 when players[1] sits directly after players[0], -1 when directly before, and 0
    when the annealer may choose.
    """

    players: tuple[int, ...]
    turn: int
    step: int
    shifts: tuple[int, int, int]

    def positions(self) -> list[tuple[int, ...]]:
        """For each of the three boards the players who hold position 1, 2, 3."""
        rows = []
        for j in range(3):
            row = [0, 0, 0]
            for player, shift in zip(self.players, self.shifts, strict=True):
                row[(self.step * j + shift) % 3] = player
            rows.append(tuple(row))
        return rows


def _turn(shifts: Sequence[int]) -> int:
    return 1 if (shifts[1] - shifts[0]) % 3 == 1 else -1


FITTING = {turn: tuple(s for s in SHIFTS if turn in (0, _turn(s))) for turn in (-1, 0, 1)}


def random_square(players: tuple[int, ...], turn: int, random: Random) -> Square:
    """One of the twelve squares, or of the six that have the turn asked for."""
    return Square(players, turn, random.choice((1, -1)), random.choice(FITTING[turn]))


def comparisons(players: int, fields: Sequence[Sequence[int]]) -> list[list[int]]:
    """Matrix of how often two players hold the same position of the same board.

    `fields` lists, for each board and position, the players who hold it.
    """
    matrix = [[0] * players for _ in range(players)]
    for holders in fields:
        for i in holders:
            row = matrix[i]
            for j in holders:
                row[j] += 1
    return matrix


def anneal(
    players: int, blocks: Sequence[Sequence[Square]], fixed: list[list[int]], random: Random
) -> None:
    """Choose steps and shifts so that the comparison counts spread as little as possible.

    `blocks` are the squares of all tables on the same three boards; `fixed` counts comparisons
    on other boards and is updated. Minimises the sum of squared counts, exactly evaluated over all
    squares of one table at a time. Does nothing when one sweep is more than WORK.
    """
    tables = sum(len(block) for block in blocks)
    sweeps = min(150, WORK // max(1, tables * (3 * players + 150)))
    if sweeps < 1:
        return
    for block in blocks:
        for holders in _groups(block):
            for i in holders:
                for j in holders:
                    fixed[i][j] += 3
        steps = [
            [p for square in block if square.step == s for p in square.players] for s in (1, -1)
        ]
        for i in steps[0]:
            for j in steps[1]:
                fixed[i][j] += 1
                fixed[j][i] += 1
    order = [(block, square) for block in blocks for square in block]
    groups = {id(block): _groups(block) for block in blocks}
    for sweep in range(sweeps):
        heat = 12.0 * (1 - sweep / (0.8 * sweeps))
        random.shuffle(order)
        for block, square in order:
            _improve(square, groups[id(block)], fixed, heat, random)


def _groups(block: Sequence[Square]) -> list[set[int]]:
    """Players of a block by (step, shift): index shift for step +1, 3 + shift for step -1."""
    groups: list[set[int]] = [set() for _ in range(6)]
    for square in block:
        offset = 0 if square.step == 1 else 3
        for player, shift in zip(square.players, square.shifts, strict=True):
            groups[offset + shift].add(player)
    return groups


def _agreement(a: int, b: int) -> int:
    """On how many of three boards two groups hold the same position."""
    if a // 3 != b // 3:
        return 1
    return 3 if a == b else 0


AGREEMENT = [[_agreement(a, b) for b in range(6)] for a in range(6)]


def _improve(
    square: Square,
    groups: list[set[int]],
    counts: list[list[int]],
    heat: float,
    random: Random,
) -> None:
    offset = 0 if square.step == 1 else 3
    old = [offset + shift for shift in square.shifts]
    for player, group in zip(square.players, old, strict=True):
        groups[group].discard(player)
    costs = [
        _costs(counts[p].__getitem__, groups, g) for p, g in zip(square.players, old, strict=True)
    ]
    options = []
    for step, base in ((1, 0), (-1, 3)):
        for shifts in FITTING[square.turn]:
            total = sum(cost[base + shift] for cost, shift in zip(costs, shifts, strict=True))
            options.append((total, step, shifts))
    best = min(options)[0]
    if heat > 0:
        weights = [math.exp((best - option[0]) / heat) for option in options]
        _, step, shifts = random.choices(options, weights)[0]
    else:
        _, step, shifts = random.choice([option for option in options if option[0] == best])
    square.step, square.shifts = step, shifts
    offset = 0 if step == 1 else 3
    for player, before, shift in zip(square.players, old, shifts, strict=True):
        _move(player, before, offset + shift, groups, counts)
    for player, shift in zip(square.players, shifts, strict=True):
        groups[offset + shift].add(player)


def _costs(count: Callable[[int], int], groups: Sequence[set[int]], old: int) -> list[int]:
    """Change of the sum of squares, up to a constant, for a player joining each of the groups."""
    sums, sizes = [], [len(group) for group in groups]
    for group, members in enumerate(groups):
        sums.append(sum(map(count, members)) - AGREEMENT[old][group] * sizes[group])
    cross = [sum(2 * sums[g] + sizes[g] for g in half) for half in ((3, 4, 5), (0, 1, 2))]
    return [cross[g // 3] + 6 * sums[g] + 9 * sizes[g] for g in range(6)]


def _move(
    player: int, old: int, new: int, groups: Sequence[set[int]], counts: list[list[int]]
) -> None:
    if old == new:
        return
    row = counts[player]
    for group, members in enumerate(groups):
        change = AGREEMENT[new][group] - AGREEMENT[old][group]
        if change:
            for other in members:
                row[other] += change
                counts[other][player] += change

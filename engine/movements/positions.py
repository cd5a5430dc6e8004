"""Positions on every board: as equal as they can be, in boards, with balanced acting order.

Owns the map from seated groups to positions: whole blocks of boards rotate inside the round, the
boards left over are coloured, so that all positions occur once in every three rounds played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.movements.evenness import even_out
from engine.movements.leftovers import Boards, by_position, colour_leftovers, turn
from engine.movements.model import Row
from engine.movements.schedule import Group, Schedule, rematches_of
from engine.movements.squares import (
    SHIFTS,
    Square,
    anneal,
    comparisons,
    random_square,
)

ANNEAL_PLAYERS = 400
"""Beyond this size random squares are as good: their spread is the least possible in the limit."""

SWEEPS = 4
"""How often the turns of all tables are looked at again."""

Seating = list[list[Boards]]
"""[round][table][board] → the players who hold position 1, 2, 3 (4)."""


def assign_positions(
    schedule: Schedule,
    boards: int,
    random: Random,
    hands: int = 3,
    held: Sequence[Sequence[int]] | None = None,
) -> Seating:
    """Positions for every group, `boards` a round; groups of hands + 1 sit out in turn.

    `held[player][position]` counts boards of earlier rounds, to be evened out with these.
    """
    left = colour_leftovers(schedule, boards % hands, hands, random)
    lead = boards % 3 - 3 * (boards // 3 % 2) if hands == 3 else 0
    again = rematches_of(schedule)
    even_out(schedule, left, lead, held, again, random)
    if boards < hands and all(all(row) for row in left):
        return left
    if hands == 3:
        return _three(schedule, boards, left, bool(again), random)
    return _rotations(schedule, boards, left, hands, random)


def _three(
    schedule: Schedule, boards: int, left: list[list[Boards]], has_rematches: bool, random: Random
) -> Seating:
    whole = boards // 3
    ordered = schedule.ordered and boards % 3 == 0
    if boards == 3 and not ordered and not has_rematches:
        turns = [[0] * len(groups) for groups in schedule.rounds]
    else:
        turns = _turns(schedule, whole, left, ordered, has_rematches, random)
    blocks = _blocks(schedule, whole, turns, ordered, random)
    if blocks and not ordered and schedule.players <= ANNEAL_PLAYERS:
        fields = [
            holders
            for row in left
            for board in range(boards % 3)
            for position in range(3)
            if (holders := [boards[board][position] for boards in row if boards])
        ]
        anneal(schedule.players, blocks, comparisons(schedule.players, fields), random)
    rows = iter(blocks)
    result: Seating = []
    for groups, extras in zip(schedule.rounds, left, strict=True):
        mine = [iter(next(rows)) for _ in range(whole)]
        seated = []
        for group, extra in zip(groups, extras, strict=True):
            if len(group) == 4:
                seated.append(_table_of_four(group, boards))
            else:
                squares_here = [next(block) for block in mine]
                seated.append(tuple([r for s in squares_here for r in s.positions()]) + extra)
        result.append(seated)
    return result


def _turns(
    schedule: Schedule,
    whole: int,
    left: list[list[Boards]],
    ordered: bool,
    has_rematches: bool,
    random: Random,
) -> list[list[int]]:
    """The turn of each table's first block: against its left-over boards, and against the past.

    Blocks alternate in turn, and the boards left over continue the alternation. With rematches the
    turns that are free are looked at again, as long as leads may shrink.
    """
    balance: dict[tuple[int, int], int] = {}
    free: list[tuple[int, int, list[tuple[int, int]]]] = []
    result: list[list[int]] = []
    for groups, extras in zip(schedule.rounds, left, strict=True):
        row = []
        for group, extra in zip(groups, extras, strict=True):
            if len(group) != 3:
                row.append(0)
                continue
            pairs = [(group[i], group[(i + 1) % 3]) for i in range(3)] if has_rematches else []
            lead = sum(balance.get((a, b), 0) - balance.get((b, a), 0) for a, b in pairs)
            fixed = turn(extra, group)
            if fixed:
                first = fixed * (-1) ** whole
            elif lead:
                first = -1 if lead > 0 else 1
            else:
                first = 1 if ordered or random.getrandbits(1) else -1
            boards = 3 * first * (whole % 2) + fixed * len(extra)
            for a, b in pairs:
                balance[a, b] = balance.get((a, b), 0) + boards
            row.append(first)
            if pairs and not fixed and whole % 2:
                free.append((len(result), len(row) - 1, pairs))
        result.append(row)
    for r, k, pairs in free * SWEEPS:
        own = 3 * result[r][k]
        lead = sum(balance[a, b] - balance.get((b, a), 0) - own for a, b in pairs)
        if lead * own > 0:
            result[r][k] *= -1
            for a, b in pairs:
                balance[a, b] -= 2 * own
    return result


def _blocks(
    schedule: Schedule, whole: int, turns: list[list[int]], ordered: bool, random: Random
) -> list[list[Square]]:
    """The squares of all tables on the same three boards, by round and block."""
    result: list[list[Square]] = []
    for groups, signs in zip(schedule.rounds, turns, strict=True):
        for block in range(whole):
            squares = []
            for group, sign in zip(groups, signs, strict=True):
                if len(group) != 3:
                    continue
                here = sign * (-1) ** block
                if ordered:
                    shifts = next(s for s in SHIFTS if s[0] == 0 and s[1] == (1 if here > 0 else 2))
                    squares.append(Square(group, here, 1, shifts))
                else:
                    squares.append(random_square(group, here, random))
            result.append(squares)
    return result


def _table_of_four(group: Group, boards: int) -> Boards:
    """Four players on three hands: A1B2C3, D1A2B3, C1D2A3, B1C2D3, each sits out one in four."""
    a, b, c, d = group
    turns = ((a, b, c), (d, a, b), (c, d, a), (b, c, d))
    return tuple(turns[board % 4] for board in range(boards))


def _rotations(
    schedule: Schedule, boards: int, left: list[list[Boards]], hands: int, random: Random
) -> Seating:
    """Whole blocks of `hands` boards rotate, every second one in reversed acting order."""
    result: Seating = []
    for groups, extras in zip(schedule.rounds, left, strict=True):
        seated = []
        for group, extra in zip(groups, extras, strict=True):
            seats = random.sample(group, hands)
            rows: list[Row] = []
            for block in range(boards // hands):
                starts = random.sample(range(hands), hands)
                sign = (-1) ** block
                rows += [
                    by_position(tuple(seats), [(start + sign * k) % hands for k in range(hands)])
                    for start in starts
                ]
            seated.append((*rows, *extra))
        result.append(seated)
    return result

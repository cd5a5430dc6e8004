"""Boards of a round beyond whole blocks: coloured, so that positions come round in turn.

Owns the boards left over and their colouring: everybody holds every position once in each three
(four) consecutive boards left over that he plays, byes or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from operator import itemgetter
from random import Random

from engine.movements.colouring import colour_edges
from engine.movements.model import Row
from engine.movements.schedule import Group, Schedule

MOST_TRIES, TRIED_ENDS = 60, 8_000
"""How many colourings are compared at most, and how many edges they have in all."""

Boards = tuple[Row, ...]
"""Boards of one table beyond whole blocks: for each the players by position."""


def exchanged(boards: Boards, order: Sequence[int]) -> Boards:
    """The same boards with the players of the first board in another order."""
    names = dict(zip(boards[0], order, strict=True))
    return tuple(tuple(names[player] for player in board) for board in boards)


def turn(boards: Boards, group: Group) -> int:
    """+1 when group[1] acts directly after group[0] on these boards, -1 when before, 0 without."""
    if not boards:
        return 0
    first = boards[0]
    return 1 if (first.index(group[1]) - first.index(group[0])) % 3 == 1 else -1


def colour_leftovers(
    schedule: Schedule, extra: int, hands: int, random: Random
) -> list[list[Boards]]:
    """Colour the boards left over, one or hands - 1 by rounds, otherwise board by board.

    For few players the best of some colourings is taken: chance would compare some of them often.
    """
    if extra == 0:
        return [[()] * len(groups) for groups in schedule.rounds]
    per_round = 1 if extra in (1, hands - 1) else extra
    ends = _ends(schedule, per_round, hands)
    tries = 1 + TRIED_ENDS // max(1, len(ends))
    found = [
        _coloured(schedule, extra, hands, colour_edges(ends, hands, random), random)
        for _ in range(min(tries, MOST_TRIES))
    ]
    return found[0] if len(found) == 1 else min(found, key=_agreement)


def _coloured(
    schedule: Schedule, extra: int, hands: int, colours: bytes, random: Random
) -> list[list[Boards]]:
    """The boards left over by the colours of their players."""
    orders = {
        bytes(held): itemgetter(*map(held.index, range(hands)))
        for held in permutations(range(hands))
    }
    at = 0
    result: list[list[Boards]] = []
    for groups in schedule.rounds:
        if extra == 1 and all(len(group) == hands for group in groups):
            keys = [colours[k : k + hands] for k in range(at, at + len(groups) * hands, hands)]
            result.append([(orders[key](group),) for key, group in zip(keys, groups, strict=True)])
            at += len(groups) * hands
            continue
        made: list[list[Row]] = [[] for _ in groups]
        full = [
            (group, rows) for group, rows in zip(groups, made, strict=True) if len(group) == hands
        ]
        for _ in range(1 if extra == hands - 1 else extra):
            for group, rows in full:
                rows.append(orders[colours[at : at + hands]](group))
                at += hands
        if extra == hands - 1:
            for _, rows in full:
                missing = rows.pop()
                for step in random.sample(range(1, hands), hands - 1):
                    rows.append(missing[-step:] + missing[:-step])
        result.append([tuple(rows) for rows in made])
    return result


def _agreement(left: Sequence[Sequence[Boards]]) -> int:
    """Sum over pairs of players of the square of how often they hold the same position.

    Up to a constant, by the squares of the numbers of players that two fields share.
    """
    fields: list[int] = []
    for row in left:
        for boards in zip(*filter(None, row), strict=True):
            for holders in zip(*boards, strict=True):
                fields.append(sum(1 << player for player in holders))
    return sum((a & b).bit_count() ** 2 for a, b in combinations(fields, 2))


def _ends(schedule: Schedule, per_round: int, hands: int) -> list[int]:
    """For every player at every board to be coloured the node of his so many boards in a row."""
    players = schedule.players
    everybody = set(range(players))
    played = [0] * players
    ends: list[int] = []
    for groups in schedule.rounds:
        seated = [player for group in groups if len(group) == hands for player in group]
        for _ in range(per_round):
            nodes = [times // hands * players + player for player, times in enumerate(played)]
            ends += map(nodes.__getitem__, seated)
            played = [times + 1 for times in played]
            for player in everybody.difference(seated):
                played[player] -= 1
    return ends


def by_position(group: Group, held: Iterable[int]) -> Row:
    """The players of a table by the position that each of them holds."""
    row = [0] * len(group)
    for player, position in zip(group, held, strict=False):
        row[position] = player
    return tuple(row)

"""Boards of a round beyond whole blocks: coloured, so that positions come round in turn.

Owns the value `Leftover` and its colouring: everybody holds every position once in each three
(four) consecutive boards left over that he plays, byes or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.movements.colouring import colour_edges
from engine.movements.model import Row
from engine.movements.schedule import Group, Schedule


@dataclass(frozen=True, slots=True)
class Leftover:
    """Boards of a round beyond whole blocks, with the players by position for each."""

    boards: tuple[Row, ...]

    def exchanged(self, order: Sequence[int]) -> Leftover:
        """The same boards with the players of the first board in another order."""
        names = dict(zip(self.boards[0], order, strict=True))
        return Leftover(tuple(tuple(names[player] for player in board) for board in self.boards))

    def turn(self, group: Group) -> int:
        """+1 when group[1] acts directly after group[0] on these boards, -1 when before."""
        if not self.boards:
            return 0
        first = self.boards[0]
        return 1 if (first.index(group[1]) - first.index(group[0])) % 3 == 1 else -1


def colour_leftovers(
    schedule: Schedule, extra: int, hands: int, random: Random
) -> list[list[Leftover]]:
    """Colour the boards left over, one or hands - 1 by rounds, otherwise board by board."""
    if extra == 0:
        return [[Leftover(()) for _ in groups] for groups in schedule.rounds]
    per_round = 1 if extra in (1, hands - 1) else extra
    played = [0] * schedule.players
    edges: list[tuple[int, int]] = []
    blocks = len(schedule.rounds) * per_round // hands + 1
    node = 0
    for groups in schedule.rounds:
        for group in groups:
            if len(group) != hands:
                continue
            for _ in range(per_round):
                for player in group:
                    edges.append((player * blocks + played[player] // hands, node))
                    played[player] += 1
                node += 1
    colours = iter(colour_edges(edges, hands, random))
    result: list[list[Leftover]] = []
    for groups in schedule.rounds:
        row = []
        for group in groups:
            if len(group) != hands:
                row.append(Leftover(()))
                continue
            drawn = [[next(colours) for _ in group] for _ in range(per_round)]
            if extra != per_round:
                steps = list(range(1, hands))
                random.shuffle(steps)
                drawn = [[(c + step) % hands for c in drawn[0]] for step in steps]
            row.append(Leftover(tuple(by_position(group, held) for held in drawn)))
        result.append(row)
    return result


def by_position(group: Group, held: Sequence[int]) -> Row:
    """The players of a table by the position that each of them holds."""
    row = [0] * len(group)
    for player, position in zip(group, held, strict=True):
        row[position] = player
    return tuple(row)

"""Local search where no construction fits: groups of a round, or a whole small schedule.

Owns two searches by exchange of two players; both are repeatable from their random source and
bounded in steps, never in time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random

from engine.movements.bag import Bag
from engine.movements.schedule import Group

Meetings = list[dict[int, int]]
"""How often each player has met each other one."""

PairCost = Callable[[int, int], int]


def count_meetings(players: int, rounds: Iterable[Iterable[Sequence[int]]]) -> Meetings:
    """Meetings over all the groups of all rounds, in both directions."""
    met: Meetings = [{} for _ in range(players)]
    for groups in rounds:
        add_meetings(met, groups)
    return met


def add_meetings(met: Meetings, groups: Iterable[Sequence[int]], times: int = 1) -> None:
    """Count one more round (`times` -1 takes it away again)."""
    for group in groups:
        for a, b in combinations(group, 2):
            met[a][b] = met[a].get(b, 0) + times
            met[b][a] = met[b].get(a, 0) + times


def improve_round(
    groups: list[list[int]],
    pair_cost: PairCost,
    random: Random,
    *,
    seat_cost: Callable[[int, int], int] = lambda player, group: 0,
    free: frozenset[int] = frozenset(),
    steps: int = 20_000,
    heat: float = 0.35,
) -> int:
    """Exchange players between groups, in place, until the round costs as little as found.

    `pair_cost(a, b)` is what it costs that a and b sit together, `seat_cost(p, g)` that p is in
    group number g; pairs in the groups `free` (byes) cost nothing. Each step takes a group that
    costs something. Returns the cost of the best round, which `groups` then holds.
    """

    def cost(g: int, members: Sequence[int]) -> int:
        total = sum(seat_cost(player, g) for player in members)
        if g not in free:
            total += sum(pair_cost(a, b) for a, b in combinations(members, 2))
        return total

    costs = [cost(g, members) for g, members in enumerate(groups)]
    total = best = sum(costs)
    kept = [list(members) for members in groups]
    bad = Bag(g for g, value in enumerate(costs) if value)
    for _ in range(steps if len(groups) > 1 else 0):
        if total == 0:
            break
        g = bad.pick(random)
        h = random.randrange(len(groups) - 1)
        h += h >= g
        i, j = random.randrange(len(groups[g])), random.randrange(len(groups[h]))
        groups[g][i], groups[h][j] = groups[h][j], groups[g][i]
        new_g, new_h = cost(g, groups[g]), cost(h, groups[h])
        change = new_g + new_h - costs[g] - costs[h]
        if change > 0 and (change > 20 * heat or random.random() >= math.exp(-change / heat)):
            groups[g][i], groups[h][j] = groups[h][j], groups[g][i]
            continue
        total += change
        for number, value in ((g, new_g), (h, new_h)):
            costs[number] = value
            bad.put(number, present=value > 0)
        if total < best:
            best = total
            kept = [list(members) for members in groups]
    groups[:] = kept
    return best


def anneal_schedule(
    players: int,
    rounds: int,
    random: Random,
    *,
    size: int = 3,
    steps: int = 150_000,
    goal: int = 0,
) -> tuple[int, list[list[Group]], list[Group]]:
    """A whole schedule of few players with as few repeat meetings as found, byes even.

    Returns (repeats, groups by round, byes by round); stops as soon as `goal` repeats are reached.
    """
    tables = players // size
    seats = tables * size
    lines = [_spread_byes(players, seats, r) for r in range(rounds)]
    for line in lines:
        head = line[:seats]
        random.shuffle(head)
        line[:seats] = head
    met = [[0] * players for _ in range(players)]
    for line in lines:
        for start in range(0, seats, size):
            for a, b in combinations(line[start : start + size], 2):
                met[a][b] += 1
                met[b][a] += 1
    best, kept = _repeats(met), [list(line) for line in lines]
    for step in range(steps):
        if best <= goal:
            break
        heat = 0.7 * (1 - step / steps) + 0.12
        line = lines[random.randrange(rounds)]
        i, j = random.randrange(seats), random.randrange(seats)
        if i // size != j // size and _try_exchange(line, i, j, size, met, heat, random):
            found = _repeats(met) if step % 8 == 0 or heat < 0.3 else best
            if found < best:
                best, kept = found, [list(line) for line in lines]
    groups = [
        [tuple(line[start : start + size]) for start in range(0, seats, size)] for line in kept
    ]
    return best, groups, [tuple(sorted(line[seats:])) for line in kept]


def _spread_byes(players: int, seats: int, r: int) -> list[int]:
    """Everybody in order, those with a bye in round r last: byes go round."""
    out = players - seats
    byes = [(r * out + k) % players for k in range(out)]
    return [player for player in range(players) if player not in byes] + byes


def _try_exchange(
    line: list[int], i: int, j: int, size: int, met: list[list[int]], heat: float, random: Random
) -> bool:
    x, y = line[i], line[j]
    mine = [p for p in line[i - i % size : i - i % size + size] if p != x]
    theirs = [p for p in line[j - j % size : j - j % size + size] if p != y]
    change = 0
    for p in mine:
        change += (met[y][p] > 0) - (met[x][p] > 1)
    for p in theirs:
        change += (met[x][p] > 0) - (met[y][p] > 1)
    if change > 0 and random.random() >= math.exp(-change / heat):
        return False
    line[i], line[j] = y, x
    for old, new, mates in ((x, y, mine), (y, x, theirs)):
        for p in mates:
            met[old][p] -= 1
            met[p][old] -= 1
            met[new][p] += 1
            met[p][new] += 1
    return True


def _repeats(met: list[list[int]]) -> int:
    return sum(count - 1 for row in met for count in row if count > 1) // 2

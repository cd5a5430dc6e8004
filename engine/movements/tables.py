"""Which group sits at which table: nobody at one table more often than needed.

Owns the order of groups inside each round; never changes a group.
"""

from __future__ import annotations

from random import Random

from engine.movements.schedule import Group, Schedule

TRIALS = 40
"""How many other groups a badly placed group tries to change tables with."""


def assign_tables(schedule: Schedule, random: Random) -> Schedule:
    """The schedule with every round's groups in order of table.

    Greedy by round: a random order, then exchanges of two groups while the cubes of the visits
    fall. With at most as many rounds as tables nearly always at most two visits.
    """
    visits: list[dict[int, int]] = [{} for _ in range(schedule.players)]
    rounds = []
    for groups in schedule.rounds:
        order = list(groups)
        random.shuffle(order)
        order.sort(key=len, reverse=True)
        _exchange(order, visits, random)
        for table, group in enumerate(order):
            for player in group:
                visits[player][table] = visits[player].get(table, 0) + 1
        rounds.append(tuple(order))
    return Schedule(
        schedule.players, tuple(rounds), schedule.byes, schedule.construction, schedule.ordered
    )


def _exchange(order: list[Group], visits: list[dict[int, int]], random: Random) -> None:
    def cost(group: Group, table: int) -> int:
        return sum(visits[player].get(table, 0) ** 3 for player in group)

    sizes = [len(group) for group in order]
    costs = [cost(group, table) for table, group in enumerate(order)]
    for _ in range(2):
        for table in [t for t, value in enumerate(costs) if value]:
            others = range(len(order))
            for other in random.sample(others, min(TRIALS, len(order))):
                if costs[table] == 0:
                    break
                if other == table or sizes[other] != sizes[table]:
                    continue
                mine, theirs = cost(order[table], other), cost(order[other], table)
                if mine + theirs < costs[table] + costs[other]:
                    order[table], order[other] = order[other], order[table]
                    costs[table], costs[other] = theirs, mine

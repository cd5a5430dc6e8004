"""Tables of near-equal scores: local search over neighbouring triples of the sorted list.

Owns the search alone: what a table costs comes from the caller.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from statistics import median

Triple = tuple[int, int, int]
Cost = Callable[[int, int, int], float]

WINDOW = 6
"""How far apart, in triples of the sorted list, two tables may be to exchange players."""

SWEEPS = 8

SPLITS = (
    (0, 1, 3, 2, 4, 5),
    (0, 1, 4, 2, 3, 5),
    (0, 1, 5, 2, 3, 4),
    (0, 2, 3, 1, 4, 5),
    (0, 2, 4, 1, 3, 5),
    (0, 2, 5, 1, 3, 4),
    (0, 3, 4, 1, 2, 5),
    (0, 3, 5, 1, 2, 4),
    (0, 4, 5, 1, 2, 3),
)
"""The nine other ways to split six players into two tables than (0, 1, 2 | 3, 4, 5)."""


ANNEAL_TABLES = 1_000
"""Up to this many tables the descent is followed by annealing; beyond, little is left to gain."""

MOST_EXACT = 15
"""Up to this many players all splits are looked at."""

RESTARTS, MOST_RESTARTED = 6, 120
"""So many times the search begins again for up to so many players."""

ANNEAL_STEPS, MOST_STEPS = 1_000, 40_000
"""Steps of annealing for each table, and in all, at most."""

ANNEAL_WINDOW = 12
"""How far apart two tables may be in it: where many have met, good splits are not near."""

REHEATED, FEW_TABLES = 4, 20
"""So many times it is done for up to so many tables, each time from the best split so far."""


def near_equal_tables(
    order: Sequence[int], cost: Cost, serious: float, random: Random
) -> list[Triple]:
    """Split players, sorted by score, into tables with a small sum of costs.

    Every two triples within WINDOW are re-split in the best of the ten ways until nothing improves;
    while a table costs `serious` or more (repeats, forbidden pairs), its window grows threefold,
    and then the search begins again from other orders. Few players are split in the best of all
    ways.
    """
    if len(order) <= MOST_EXACT:
        return _best_of_all(order, cost)
    best = _searched(order, cost, serious, random)
    for _ in range(RESTARTS if len(order) <= MOST_RESTARTED else 0):
        if max(map(_of(cost), best), default=0) < serious:
            break
        other = random.sample(list(order), len(order))
        best = min(best, _searched(other, cost, serious, random), key=_total(cost))
    return best


def _of(cost: Cost) -> Callable[[Triple], float]:
    return lambda table: cost(*table)


def _total(cost: Cost) -> Callable[[list[Triple]], float]:
    return lambda tables: sum(cost(*table) for table in tables)


def _best_of_all(order: Sequence[int], cost: Cost) -> list[Triple]:
    """The cheapest split of all, by the best completion of every set of players left over."""

    @cache
    def best(left: tuple[int, ...]) -> tuple[float, tuple[Triple, ...]]:
        if not left:
            return 0.0, ()
        found: tuple[float, tuple[Triple, ...]] | None = None
        for i, j in combinations(range(1, len(left)), 2):
            more, others = best(left[1:i] + left[i + 1 : j] + left[j + 1 :])
            price = cost(left[0], left[i], left[j]) + more
            if found is None or price < found[0] - 1e-9:
                found = price, ((left[0], left[i], left[j]), *others)
        assert found is not None
        return found

    return list(best(tuple(order))[1])


def _searched(order: Sequence[int], cost: Cost, serious: float, random: Random) -> list[Triple]:
    tables: list[Triple] = [(order[i], order[i + 1], order[i + 2]) for i in range(0, len(order), 3)]
    costs = [cost(*table) for table in tables]
    _descend(tables, costs, cost)
    if 2 < len(tables) <= ANNEAL_TABLES:
        for _ in range(REHEATED if len(tables) <= FEW_TABLES else 1):
            _anneal(tables, costs, cost, random)
            _descend(tables, costs, cost)
    window = WINDOW
    while max(costs, default=0) >= serious and window < len(tables):
        window *= 3
        for _ in range(2):
            marked = [value >= serious for value in costs]
            marked = _sweep(tables, costs, marked, window, cost)
            _sweep(tables, costs, marked, WINDOW, cost)
    return tables


def _descend(tables: list[Triple], costs: list[float], cost: Cost) -> None:
    changed = [True] * len(tables)
    for _ in range(SWEEPS):
        changed = _sweep(tables, costs, changed, WINDOW, cost)
        if not any(changed):
            break


def _anneal(tables: list[Triple], costs: list[float], cost: Cost, random: Random) -> None:
    """Random re-splits of near tables under falling heat; keeps the best split seen."""
    start = 0.3 * median(costs)
    if start <= 0:
        return
    total = best = sum(costs)
    kept, kept_costs = list(tables), list(costs)
    steps = min(MOST_STEPS, ANNEAL_STEPS * len(tables))
    heat, cooling = start, 0.1 ** (1 / steps)
    for _ in range(steps):
        heat *= cooling
        i = random.randrange(len(tables) - 1)
        j = i + random.randint(1, min(ANNEAL_WINDOW, len(tables) - 1 - i))
        six = tables[i] + tables[j]
        a, b, c, d, e, f = SPLITS[random.randrange(len(SPLITS))]
        first, second = cost(six[a], six[b], six[c]), cost(six[d], six[e], six[f])
        change = first + second - costs[i] - costs[j]
        if change > 0 and (change > 20 * heat or random.random() >= math.exp(-change / heat)):
            continue
        tables[i], tables[j] = (six[a], six[b], six[c]), (six[d], six[e], six[f])
        costs[i], costs[j] = first, second
        total += change
        if total < best - 1e-9:
            best, kept, kept_costs = total, list(tables), list(costs)
    tables[:], costs[:] = kept, kept_costs


def _sweep(
    tables: list[Triple], costs: list[float], active: list[bool], window: int, cost: Cost
) -> list[bool]:
    """Re-split every pair within the window of which one was active; which tables changed."""
    changed = [False] * len(tables)
    for i in range(len(tables)):
        for j in range(i + 1, min(i + 1 + window, len(tables))):
            if not (active[i] or active[j] or changed[i] or changed[j]):
                continue
            six = tables[i] + tables[j]
            best = costs[i] + costs[j] - 1e-9
            found = None
            for a, b, c, d, e, f in SPLITS:
                first = cost(six[a], six[b], six[c])
                if first >= best:
                    continue
                second = cost(six[d], six[e], six[f])
                if first + second < best:
                    best = first + second
                    found = ((six[a], six[b], six[c]), (six[d], six[e], six[f]), first, second)
            if found is not None:
                tables[i], tables[j], costs[i], costs[j] = found
                changed[i] = changed[j] = True
    return changed

"""Individual movements for tables of four hands: everybody at a table holds a hand of each board.

Owns the grouping in fours, by fields where the number of tables allows it, otherwise by search.
"""

from __future__ import annotations

from random import Random

from engine.movements.galois import field
from engine.movements.grouping import refuse_counts, refuse_too_many_rounds
from engine.movements.individual import finish
from engine.movements.model import Movement
from engine.movements.schedule import Group, Schedule
from engine.movements.search import add_meetings, count_meetings, improve_round
from engine.movements.tables import assign_tables

FEWEST_PLAYERS = 8


def max_rounds_of_four(players: int) -> int:
    """⌊(n - 1) / 3⌋: nobody can meet three new ones more often. Not always reached."""
    return (players - 1) // 3


def individual_of_four(
    players: int, rounds: int, boards_per_round: int, *, seed: int = 0, allow_repeats: bool = False
) -> Movement:
    """An individual movement with four to a table on four hands; n mod 4 players have byes.

    Without repeat for n = 4m and up to m rounds when every prime power of m is at least 4;
    otherwise by local search, and the certificate shows the repeats. Raises MovementError:
    "too_few_players", "no_rounds", "no_boards", "too_many_rounds" (more than ⌊(n - 1)/3⌋).
    """
    refuse_counts(players, rounds, boards_per_round, FEWEST_PLAYERS)
    if not allow_repeats:
        refuse_too_many_rounds(players, rounds, max_rounds_of_four(players))
    random = Random(f"fushi-movement-of-four {players} {rounds} {boards_per_round} {seed}")
    tables = players // 4
    parts = prime_powers(tables)
    if players % 4 == 0 and min(parts, default=1) >= 4 and rounds <= tables:
        levels = tuple(tuple(_level_round(tables, parts, r)) for r in range(rounds))
        schedule = Schedule(players, levels, ((),) * rounds, "four levels over finite fields")
    else:
        schedule = _searched(players, rounds, random)
    names = list(range(players))
    random.shuffle(names)
    schedule = assign_tables(schedule.relabelled(names), random)
    return finish(schedule, boards_per_round, seed, random, hands=4)


def prime_powers(m: int) -> list[int]:
    """The prime powers whose product is m, each of another prime."""
    result, p = [], 2
    while m > 1:
        power = 1
        while m % p == 0:
            m, power = m // p, power * p
        if power > 1:
            result.append(power)
        p += 1
    return result


def _level_round(m: int, parts: list[int], r: int) -> list[Group]:
    """{(0, x), (1, x + r), (2, x + λr), (3, x + μr)} in the product of the fields GF(part).

    1, λ = g, μ = g² and their differences are invertible when every field has at least 4 elements,
    so that each two levels meet completely in m rounds.
    """
    groups = []
    for x in range(m):
        group = [x]
        for level in (1, 2, 3):
            value, unit, rest_x, rest_r = 0, 1, x, r
            for q in parts:
                space = field(q)
                scaled = space.multiply(space.power[level - 1], rest_r % q)
                value += space.add(rest_x % q, scaled) * unit
                rest_x, rest_r, unit = rest_x // q, rest_r // q, unit * q
            group.append(level * m + value)
        groups.append(tuple(group))
    return groups


def _searched(players: int, rounds: int, random: Random) -> Schedule:
    tables = players // 4
    met = count_meetings(players, ())
    out = [0] * players
    built: list[tuple[Group, ...]] = []
    byes: list[Group] = []
    for _ in range(rounds):
        order = sorted(range(players), key=lambda p: (out[p], random.random()))
        away = order[: players % 4]
        rest = random.sample(order[players % 4 :], 4 * tables)
        groups = [rest[4 * t : 4 * t + 4] for t in range(tables)]
        improve_round(groups, lambda a, b: met[a].get(b, 0), random, steps=30_000)
        add_meetings(met, groups)
        built.append(tuple(tuple(group) for group in groups))
        byes.append(tuple(sorted(away)))
        for player in away:
            out[player] += 1
    return Schedule(players, tuple(built), tuple(byes), "local search")

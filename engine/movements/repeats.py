"""More rounds than a design has: repeat meetings as few and as even as can be found.

Owns the choice between whole-schedule search, further passes of a design, and search by round.
"""

from __future__ import annotations

from random import Random

from engine.movements.bounds import least_repeats
from engine.movements.schedule import Schedule
from engine.movements.search import (
    add_meetings,
    anneal_schedule,
    count_meetings,
    improve_round,
)

SMALL = 14
"""Up to this many players the whole schedule is searched at once."""


def with_repeats(base: Schedule, rounds: int, random: Random) -> Schedule:
    """A schedule of `rounds` rounds that goes on where the design `base` ends."""
    players = base.players
    complete = not any(base.byes) and len(base.rounds) * 2 == players - 1
    if complete:
        return _extended(base, rounds, "further passes")
    if players <= SMALL:
        return _searched(players, rounds, random)
    return _round_by_round(base, rounds, random)


def _extended(base: Schedule, rounds: int, how: str) -> Schedule:
    """Every two have met in a complete design, so that any further round costs the same."""
    return Schedule(
        base.players,
        tuple(base.rounds[r % len(base.rounds)] for r in range(rounds)),
        tuple(base.byes[r % len(base.rounds)] for r in range(rounds)),
        f"{base.construction}, {how}",
        base.ordered and rounds % len(base.rounds) == 0,
    )


def _searched(players: int, rounds: int, random: Random) -> Schedule:
    goal = least_repeats(players, players // 3, rounds)
    _, groups, byes = anneal_schedule(players, rounds, random, goal=goal)
    return Schedule(players, tuple(tuple(g) for g in groups), tuple(byes), "local search")


def _round_by_round(base: Schedule, rounds: int, random: Random) -> Schedule:
    result = _extended(base, rounds, "further rounds by local search")
    first = len(base.rounds)
    met = count_meetings(base.players, base.rounds)
    out = [0] * base.players
    for player in (p for byes in base.byes for p in byes):
        out[player] += 1
    built, byes = list(base.rounds), list(base.byes)
    for r in range(first, rounds):
        groups = [list(group) for group in result.rounds[r]]
        bye_group = len(groups)
        if result.byes[r]:
            groups.append(list(result.byes[r]))
        least = min(out)
        surplus = [10 * (count - least) for count in out]
        improve_round(
            groups,
            lambda a, b: met[a].get(b, 0),
            random,
            seat_cost=lambda p, g, s=surplus, bye=bye_group: s[p] if g == bye else 0,  # type: ignore[misc]
            free=frozenset((bye_group,)),
            steps=8_000,
        )
        add_meetings(met, groups[:bye_group])
        built.append(tuple(tuple(group) for group in groups[:bye_group]))
        byes.append(tuple(sorted(groups[bye_group])) if result.byes[r] else ())
        for player in byes[-1]:
            out[player] += 1
    return Schedule(base.players, tuple(built), tuple(byes), result.construction)

"""Tables of four on three hands instead of byes: each of the four sits out one board in four.

Owns the grouping only: one such table when 3 divides n - 1, two when it divides n - 2.
"""

from __future__ import annotations

from random import Random

from engine.movements.schedule import Schedule
from engine.movements.search import add_meetings, count_meetings, improve_round


def with_tables_of_four(base: Schedule, players: int, random: Random) -> Schedule:
    """The players beyond those of the design `base` join tables; then exchanges by round.

    Counts what everybody sits out, so that tables of four go round, and meetings in all other
    rounds. A few repeats may be left when the rounds are nearly as many as possible.
    """
    extra = range(base.players, players)
    rounds: list[list[list[int]]] = []
    for original in base.rounds:
        changed = [list(group) for group in original]
        random.shuffle(changed)
        for group, player in zip(changed, extra, strict=False):
            group.append(player)
        rounds.append(changed)
    met = count_meetings(players, rounds)
    often = [sum(len(g) == 4 and p in g for r in rounds for g in r) for p in range(players)]
    for _ in range(2):
        for groups in rounds:
            add_meetings(met, groups, -1)
            four = len(extra)
            for player in (p for group in groups[:four] for p in group):
                often[player] -= 1
            least = min(often)
            surplus = [4 * (count - least) for count in often]
            improve_round(
                groups,
                lambda a, b: 2 * met[a].get(b, 0),
                random,
                seat_cost=lambda p, g, s=surplus, f=four: s[p] if g < f else 0,  # type: ignore[misc]
                steps=6_000,
            )
            add_meetings(met, groups)
            for player in (p for group in groups[:four] for p in group):
                often[player] += 1
    return Schedule(
        players,
        tuple(tuple(tuple(group) for group in made) for made in rounds),
        ((),) * len(rounds),
        f"{base.construction}, tables of four by local search",
    )

"""Offsets for T teams on T tables: which differences of team numbers meet in which round.

Owns the stored offsets and the search for others; a round with offsets (d1, d2) makes the
differences d1, d2 and d2 - d1 meet, each at every table.
"""

from __future__ import annotations

from collections import Counter
from random import Random

Offsets = tuple[int, int]

KNOWN: dict[int, tuple[Offsets, ...]] = {
    3: ((1, 2),),
    4: ((1, 2),),
    5: ((1, 2), (1, 3)),
    7: ((1, 3),),
    9: ((1, 3), (1, 4), (1, 4), (2, 4)),
    13: ((1, 4), (2, 7)),
}
"""Cycles of rounds after which every two teams have shared tables equally often."""

TRIES = 40
STEPS = 400


def ring_offsets(teams: int, rounds: int, random: Random) -> list[Offsets]:
    """`rounds` offsets under which pairs of teams share tables as equally as found."""
    known = KNOWN.get(teams)
    if known is not None:
        return [known[r % len(known)] for r in range(rounds)]
    options = [(a, b) for a in range(1, teams) for b in range(a + 1, teams)]
    best: list[Offsets] = []
    least = -1
    for _ in range(TRIES):
        chosen = [random.choice(options) for _ in range(rounds)]
        counts = Counter(c for one in chosen for c in _differences(one, teams))
        cost = _cost(counts, teams)
        for _ in range(STEPS):
            place, new = random.randrange(rounds), random.choice(options)
            changed = counts.copy()
            changed.subtract(_differences(chosen[place], teams))
            changed.update(_differences(new, teams))
            after = _cost(changed, teams)
            if after <= cost:
                chosen[place], counts, cost = new, changed, after
        if least < 0 or cost < least:
            best, least = chosen, cost
        if least == _least_cost(teams, rounds):
            break
    return best


def _differences(offsets: Offsets, teams: int) -> list[int]:
    """The three differences, each as its smaller representative; T/2 meets twice a round."""
    d1, d2 = offsets
    found = [min(d % teams, -d % teams) for d in (d1, d2, d2 - d1)]
    return found + [d for d in found if 2 * d == teams]


def _cost(counts: Counter[int], teams: int) -> int:
    return sum(counts[d] ** 2 * (1 if 2 * d == teams else 2) for d in range(1, teams // 2 + 1))


def _least_cost(teams: int, rounds: int) -> int:
    """Cost when the 6·rounds meetings of a team are spread over the others within one."""
    each, more = divmod(6 * rounds, teams - 1)
    return (teams - 1) * each * each + more * (2 * each + 1)

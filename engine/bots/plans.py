"""How few turns a hand needs: an exact search over chains and groups, with a bounded memory.

Owns the partition only. A hand is a tuple of 15 counts, 3 to red joker; chains reach up to the
ace. Attachments are counted, not placed: every triple can take one loose single or pair with it.
"""

from __future__ import annotations

from functools import lru_cache

Counts = tuple[int, ...]
Plan = tuple[int, int]
"""Turns apart from loose cards, and loose singles and pairs less the places for them."""

ACE, TWO, BLACK, RED = 11, 12, 13, 14
SHORTEST = {1: 5, 2: 3, 3: 2}
"""The shortest chain of so many cards of each rank."""


def turns(counts: Counts) -> int:
    """The fewest plays that shed a hand, if nobody interferes."""
    return min((fixed + max(0, loose) for fixed, loose in plans(counts)), default=0)


@lru_cache(maxsize=1 << 16)
def plans(counts: Counts) -> tuple[Plan, ...]:
    """Every way to part a hand that no other way is better than in both numbers."""
    rank = next((r for r, count in enumerate(counts) if count), None)
    if rank is None:
        return ((0, 0),)
    found: set[Plan] = set()
    if rank == BLACK and counts[RED]:
        rest = _without(counts, range(BLACK, RED + 1), 1)
        found.update((fixed + 1, loose) for fixed, loose in plans(rest))
    found.update(_group(counts, rank))
    for copies in range(1, min(3, counts[rank]) + 1):
        last = rank
        while last < ACE and counts[last + 1] >= copies:
            last += 1
        for end in range(rank + SHORTEST[copies] - 1, last + 1):
            chain = range(rank, end + 1)
            places = len(chain) if copies == 3 else 0
            rest = _without(counts, chain, copies)
            found.update((fixed + 1, loose - places) for fixed, loose in plans(rest))
    return _best(found)


def _group(counts: Counts, rank: int) -> set[Plan]:
    """The plans in which the cards of `rank` that are left are played together."""
    count = counts[rank]
    rest = _without(counts, range(rank, rank + 1), count)
    # A single or a pair is loose; a triple takes a turn and has a place; four are a bomb.
    fixed, loose = {1: (0, 1), 2: (0, 1), 3: (1, -1)}.get(count, (1, 0))
    return {(f + fixed, spare + loose) for f, spare in plans(rest)}


def _without(counts: Counts, ranks: range, copies: int) -> Counts:
    left = list(counts)
    for rank in ranks:
        left[rank] -= copies
    return tuple(left)


def _best(found: set[Plan]) -> tuple[Plan, ...]:
    """The plans that no other is better than: with more turns only if fewer are loose."""
    kept: list[Plan] = []
    for plan in sorted(found):
        if not kept or plan[1] < kept[-1][1]:
            kept.append(plan)
    return tuple(kept)

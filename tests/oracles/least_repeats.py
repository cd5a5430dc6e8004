"""Fewest repeat meetings, by looking at everything: `python -m tests.oracles.least_repeats N R`.

Prints the least for N players, three to a table, in R rounds; with `--size 4` four to a table. Byes
may be uneven. It shares nothing with `engine.movements.bounds`, whose stored values it proves:
seconds for fewer than ten players, minutes for twelve.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import combinations, count

Table = tuple[int, ...]
Round = frozenset[Table]


def least_repeats(players: int, rounds: int, size: int = 3) -> int:
    """The fewest meetings beyond the first that `players // size` full tables allow."""
    search = _Search(players, size)
    return next(repeats for repeats in count() if search.is_possible(rounds, repeats))


def _rounds(left: Sequence[int], tables: int, size: int) -> Iterator[list[Table]]:
    """All ways to seat some of the players at so many tables."""
    if tables == 0:
        yield []
        return
    first, rest = left[0], left[1:]
    for mates in combinations(rest, size - 1):
        others = [player for player in rest if player not in mates]
        for tail in _rounds(others, tables - 1, size):
            yield [(first, *mates), *tail]
    if len(left) > tables * size:
        yield from _rounds(rest, tables, size)


def most_repeats_by_round(rounds: int, repeats: int) -> list[int]:
    """With how many repeats in the first r rounds the search must go on, for r = 0, 1, 2, ….

    The rounds may be put in any order, so that the last is the one without which fewest are left.
    Taking away a round takes a repeat for each pair that meets in it and elsewhere; over all rounds
    that is s and one for each such pair, of which there are at least s/(R - 1): the fewest left are
    at most ((R - 1)·s - pairs)/R.
    """
    most = [repeats] * (rounds + 1)
    for r in range(rounds, 1, -1):
        pairs = -(-most[r] // (r - 1))
        most[r - 1] = ((r - 1) * most[r] - pairs) // r
    return most


class _Search:
    """All rounds, as sets of pairs in the bits of a number, and a second round of each kind."""

    def __init__(self, players: int, size: int) -> None:
        pairs = {pair: 1 << k for k, pair in enumerate(combinations(range(players), 2))}
        tables = players // size
        found = [frozenset(one) for one in _rounds(range(players), tables, size)]
        masks = [
            sum(pairs[pair] for table in one for pair in combinations(table, 2)) for one in found
        ]
        self.players, self.size = players, size
        self.of_player = [
            sum(bit for pair, bit in pairs.items() if player in pair) for player in range(players)
        ]
        self.all = masks
        self.first = masks[0]
        self.seconds = [masks[k] for k in _kinds(found, players, size)]

    def is_possible(self, rounds: int, repeats: int) -> bool:
        """Whether so many rounds have at most so many repeats."""
        most = most_repeats_by_round(rounds, repeats)
        excess = (self.size - 1) * rounds - (self.players - 1)
        each = 2 * repeats == excess * self.players and self.players % self.size == 0
        if each and excess == 1:  # nobody may repeat more, so that no pair meets three times
            for r in range(rounds - 1, 0, -1):
                most[r] = most[r + 1] * (r - 1) // (r + 1)
        seen: set[tuple[int, int]] = set()

        def goes_on(done: int, met: int, so_far: int, options: list[int]) -> bool:
            if done == rounds:
                return True
            again = [(one & met).bit_count() + so_far for one in options]
            left = [one for one, total in zip(options, again, strict=True) if total <= repeats]
            for one, total in zip(options, again, strict=True):
                if total > most[done + 1] or (met | one, total) in seen:
                    continue
                if each and not self._is_within(met | one, done + 1, excess):
                    continue
                seen.add((met | one, total))
                if goes_on(done + 1, met | one, total, left):
                    return True
            return False

        if rounds == 1:
            return True
        for second in self.seconds:
            again = (second & self.first).bit_count()
            if again <= most[2] and goes_on(2, self.first | second, again, self.all):
                return True
        return False

    def _is_within(self, met: int, rounds: int, excess: int) -> bool:
        """Whether nobody repeats more than so much, where everybody has to repeat as much."""
        neighbours = (self.size - 1) * rounds - excess
        return all((met & mine).bit_count() >= neighbours for mine in self.of_player)


def _kinds(rounds: Sequence[Round], players: int, size: int) -> list[int]:
    """One round of each kind that exchanges within the first round cannot make into another."""
    number = {one: k for k, one in enumerate(rounds)}
    seated = players // size * size
    swaps = [{a: a + 1, a + 1: a} for a in range(players - 1) if a + 1 != seated and (a + 1) % size]
    swaps += [{a: a + 1, a + 1: a} for a in range(seated, players - 1)]
    for start in range(0, seated - size, size):
        there = {start + k: start + size + k for k in range(size)}
        swaps.append(there | {there[a]: a for a in there})
    kind = [-1] * len(rounds)
    for k in range(len(rounds)):
        if kind[k] != -1:
            continue
        kind[k], waiting = k, [k]
        while waiting:
            one = rounds[waiting.pop()]
            for swap in swaps:
                moved = frozenset(tuple(sorted(swap.get(p, p) for p in table)) for table in one)
                other = number[moved]
                if kind[other] == -1:
                    kind[other] = k
                    waiting.append(other)
    return [k for k, leader in enumerate(kind) if k == leader]


def main() -> int:
    """Print the least for the size asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("players", type=int)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--size", type=int, default=3)
    arguments = parser.parse_args()
    print(least_repeats(arguments.players, arguments.rounds, arguments.size))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

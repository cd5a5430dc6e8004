"""Schedules for numbers of players that three does not divide: byes as even as can be.

Owns the two reductions to designs of 3m players; the designs themselves come from `designs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.errors import MovementError
from engine.movements.schedule import Group, Schedule

TRIES = 60


def without_point(schedule: Schedule) -> Schedule:
    """n = 3m + 2 from a design on n + 1: the last player is left out, his partners have byes."""
    last = schedule.players - 1
    rounds, byes = [], []
    for groups in schedule.rounds:
        rounds.append(tuple(group for group in groups if last not in group))
        alone = next(group for group in groups if last in group)
        byes.append(tuple(sorted(player for player in alone if player != last)))
    how = f"{schedule.construction}, one point deleted"
    return Schedule(last, tuple(rounds), tuple(byes), how, once=schedule.once)


def with_extra_player(schedule: Schedule, random: Random) -> Schedule:
    """n = 3m + 1 from a design on n - 1: the extra player e takes the seat of p in {p, a, b}.

    The p are different in every round, and so are all the a and b, so that e meets nobody twice
    and nobody has two byes. Found for every design here with more than three tables; ten players
    in four rounds are impossible this way and stored. Raises MovementError("no_seats_found").
    """
    for _ in range(TRIES):
        chosen = _choose(schedule.rounds, schedule.players, random)
        if chosen is not None:
            break
    else:
        raise MovementError(
            "no_seats_found",
            players=schedule.players + 1,
            rounds=len(schedule.rounds),
        )
    extra, rounds = schedule.players, []
    for groups, (index, p) in zip(schedule.rounds, chosen, strict=True):
        changed = list(groups)
        changed[index] = tuple(extra if player == p else player for player in groups[index])
        rounds.append(tuple(changed))
    return Schedule(
        extra + 1,
        tuple(rounds),
        tuple((p,) for _, p in chosen),
        f"{schedule.construction}, one player added",
        once=schedule.once,
    )


def _choose(
    rounds: Sequence[Sequence[Group]], players: int, random: Random
) -> list[tuple[int, int]] | None:
    """For each round a group and its p, by ejection: a new choice throws out what it disturbs."""
    met: list[int | None] = [None] * players
    bye: list[int | None] = [None] * players
    chosen: list[tuple[int, int] | None] = [None] * len(rounds)
    waiting = list(range(len(rounds)))
    random.shuffle(waiting)
    age: dict[tuple[int, int], int] = {}
    for step in range(200 + 40 * len(rounds)):
        if not waiting:
            break
        r = waiting.pop(random.randrange(len(waiting)))
        index, p = _best_seat(rounds[r], r, met, bye, age, random)
        age[r, p] = step
        others = [player for player in rounds[r][index] if player != p]
        for out in {met[player] for player in others} | {bye[p]}:
            if out is not None:
                _release(out, rounds, chosen, met, bye)
                waiting.append(out)
        chosen[r] = (index, p)
        bye[p] = r
        for player in others:
            met[player] = r
    return None if waiting else [choice for choice in chosen if choice is not None]


def _best_seat(
    groups: Sequence[Group],
    r: int,
    met: Sequence[int | None],
    bye: Sequence[int | None],
    age: dict[tuple[int, int], int],
    random: Random,
) -> tuple[int, int]:
    """The seat that disturbs fewest rounds, longest unused first; a free one ends the search."""
    best: tuple[int, int, int, int] | None = None
    for index in random.sample(range(len(groups)), len(groups)):
        group = groups[index]
        taken = [met[player] is not None for player in group]
        for k, p in enumerate(group):
            cost = sum(taken) - taken[k] + (bye[p] is not None)
            if cost == 0:
                return index, p
            option = (cost, age.get((r, p), -1), index, p)
            if best is None or option < best:
                best = option
    assert best is not None
    return best[2], best[3]


def _release(
    r: int,
    rounds: Sequence[Sequence[Group]],
    chosen: list[tuple[int, int] | None],
    met: list[int | None],
    bye: list[int | None],
) -> None:
    choice = chosen[r]
    if choice is None:
        return
    index, p = choice
    bye[p] = None
    for player in rounds[r][index]:
        if player != p:
            met[player] = None
    chosen[r] = None

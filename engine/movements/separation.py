"""Clubs kept apart and forbidden pairs: who gets which number of a design, rounds in which order.

Owns the choice of numbers and the report of what could not be avoided; the design stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from engine.movements.model import Movement
from engine.movements.schedule import Schedule, pairs

Club = str | int | None

FORBIDDEN = 1_000_000
LATE = 1_000
LATE_ROUNDS = 2
"""Members of a club should never meet in the last so many rounds."""

STEPS = 20_000
BEGINNINGS, MOST_BEGUN_AGAIN = 4, 36
"""So many times the search begins for up to so many players; once for more."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Players `first` and `second` at one table in round `round`, counted from 1."""

    first: int
    second: int
    round: int


@dataclass(frozen=True, slots=True)
class Separation:
    """What could not be avoided: forbidden pairs that meet, members of one club that meet."""

    forbidden: tuple[Meeting, ...]
    clubs: tuple[Meeting, ...]
    late_clubs: tuple[Meeting, ...]

    def to_data(self) -> dict[str, Any]:
        """The meetings as JSON-able data."""
        return {
            name: [[m.first, m.second, m.round] for m in getattr(self, name)]
            for name in ("forbidden", "clubs", "late_clubs")
        }


def restricted_pairs(
    clubs: Sequence[Club], forbidden: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], bool]:
    """Pairs (smaller number first) that should not meet; True for those that must not."""
    members: dict[Club, list[int]] = {}
    for player, club in enumerate(clubs):
        if club is not None:
            members.setdefault(club, []).append(player)
    result = {pair: False for mates in members.values() for pair in combinations(mates, 2)}
    result.update({(min(pair), max(pair)): True for pair in forbidden})
    return result


def separation(
    movement: Movement, clubs: Sequence[Club] = (), forbidden: Iterable[tuple[int, int]] = ()
) -> Separation:
    """Which restricted pairs meet in a movement, and when."""
    restricted = restricted_pairs(clubs, forbidden)
    last = len(movement.rounds) - LATE_ROUNDS
    found: dict[bool, list[Meeting]] = {True: [], False: []}
    for number, one in enumerate(movement.rounds, 1):
        for a, b in pairs(table.players for table in one.tables):
            if (a, b) in restricted:
                found[restricted[a, b]].append(Meeting(a, b, number))
    late = tuple(meeting for meeting in found[False] if meeting.round > last)
    return Separation(tuple(found[True]), tuple(found[False]), late)


def separate(
    schedule: Schedule,
    clubs: Sequence[Club],
    forbidden: Iterable[tuple[int, int]],
    random: Random,
) -> Schedule:
    """The schedule under new numbers and in another order of rounds.

    Forbidden pairs meet as seldom as found, members of one club not in the last two rounds where
    avoidable, otherwise seldom and early. Search by exchange of two numbers, begun again a few
    times while somebody meets who should not.
    """
    restricted = restricted_pairs(clubs, forbidden)
    partners: list[dict[int, int]] = [{} for _ in range(schedule.players)]
    for (a, b), strict in restricted.items():
        partners[a][b] = partners[b][a] = FORBIDDEN if strict else 1
    found = schedule
    best: tuple[int, int] | None = None
    for _ in range(BEGINNINGS if schedule.players <= MOST_BEGUN_AGAIN else 1):
        tried = schedule
        for _ in range(2):
            tried = tried.relabelled(_numbers(tried, partners, random))
            tried = _club_rounds_first(tried, restricted)
        faults = _faults(tried, restricted)
        if best is None or faults < best:
            found, best = tried, faults
        if best == (0, 0):
            break
    return found


def _faults(schedule: Schedule, restricted: dict[tuple[int, int], bool]) -> tuple[int, int]:
    """How often forbidden pairs meet, and members of one club in the last two rounds."""
    met = [list(pairs(groups)) for groups in schedule.rounds]
    forbidden = sum(restricted.get(pair, False) for one in met for pair in one)
    late = sum(restricted.get(pair) is False for one in met[-LATE_ROUNDS:] for pair in one)
    return forbidden, late


def _numbers(
    schedule: Schedule, partners: Sequence[Mapping[int, int]], random: Random
) -> list[int]:
    """For each number of the design the player who gets it."""
    weights = _weights(schedule)
    number = list(range(schedule.players))
    holder = list(range(schedule.players))
    concerned = [player for player, others in enumerate(partners) if others]

    def cost(player: int) -> int:
        own, apart = weights[number[player]], partners[player]
        if len(apart) <= len(own):
            met = ((kind, own.get(number[other], 0)) for other, kind in apart.items())
        else:
            met = ((apart.get(holder[other], 0), weight) for other, weight in own.items())
        return sum(
            FORBIDDEN if kind == FORBIDDEN else weight for kind, weight in met if kind and weight
        )

    def exchange(a: int, b: int) -> None:
        number[a], number[b] = number[b], number[a]
        holder[number[a]], holder[number[b]] = a, b

    for _ in range(STEPS if concerned else 0):
        a = random.choice(concerned)
        before = cost(a)
        if before == 0:
            continue
        b = random.randrange(schedule.players)
        before += cost(b)
        exchange(a, b)
        if cost(a) + cost(b) > before:
            exchange(a, b)
    return holder


def _weights(schedule: Schedule) -> list[dict[int, int]]:
    """What a club meeting of two numbers costs: one for the first round, more for later ones."""
    weights: list[dict[int, int]] = [{} for _ in range(schedule.players)]
    late = len(schedule.rounds) - LATE_ROUNDS
    for r, groups in enumerate(schedule.rounds):
        weight = r + 1 + (LATE if r >= late > 0 else 0)
        for a, b in pairs(groups):
            weights[a][b] = weights[a].get(b, 0) + weight
            weights[b][a] = weights[b].get(a, 0) + weight
    return weights


def _club_rounds_first(schedule: Schedule, restricted: dict[tuple[int, int], bool]) -> Schedule:
    """Rounds with most club meetings first."""
    count = [sum(pair in restricted for pair in pairs(groups)) for groups in schedule.rounds]
    order = sorted(range(len(count)), key=lambda r: -count[r])
    return Schedule(
        schedule.players,
        tuple(schedule.rounds[r] for r in order),
        tuple(schedule.byes[r] for r in order),
        schedule.construction,
        schedule.ordered,
    )

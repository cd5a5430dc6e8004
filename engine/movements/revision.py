"""A new version of a movement from a round on: late entries, withdrawals, tables taken away.

Owns the change of rounds still to come; what was played is untouched, and numbers are never reused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from engine.errors import MovementError
from engine.movements.model import Movement, Round, Table
from engine.movements.positions import assign_positions
from engine.movements.schedule import Group, Schedule
from engine.movements.search import Meetings, add_meetings, count_meetings, improve_round
from engine.movements.separation import LATE_ROUNDS, Club, restricted_pairs
from engine.movements.tables import assign_tables

CHANGED = ", changed from round"

BYE_AGAIN = 30
"""What a bye costs for each bye a player has had more than others, in repeat meetings."""


APART, LATE_CLUB = 1_000, 3
"""What it costs, in repeat meetings, that a forbidden pair meets, or a club in the last rounds."""


def revise(
    movement: Movement,
    from_round: int,
    *,
    enter: int = 0,
    leave: Iterable[int] = (),
    back: Iterable[int] = (),
    most_tables: int | None = None,
    clubs: Sequence[Club] = (),
    forbidden: Iterable[tuple[int, int]] = (),
    seed: int = 0,
) -> Movement:
    """The next version: `enter` new players (numbered on), without those who `leave`.

    `back` are players who left and are in again; rounds that somebody missed count as one bye when
    byes are given out. `from_round` counts from 0 and is the first that changes. Groups that nobody
    leaves stay as they are where that costs nothing; the others are formed anew with as few repeat
    meetings, counted over the whole movement, and as even byes as found. `most_tables` limits the
    tables of a round. `clubs` and `forbidden` as for `individual`, in the rounds that change.
    Tables of four on three hands become tables of three and byes. Raises MovementError:
    "round_unknown", "unknown_player", "too_few_players", "circulating_boards".
    """
    if any(t.board_set is not None for one in movement.rounds for t in one.tables):
        raise MovementError("circulating_boards")
    if not 0 <= from_round < len(movement.rounds):
        raise MovementError("round_unknown", round=from_round + 1)
    players = movement.players + enter
    away = _absent(movement, from_round, frozenset(leave), frozenset(back))
    present = [sorted(set(range(players)) - out) for out in away]
    fewest = min(map(len, present))
    if fewest < movement.hands:
        raise MovementError("too_few_players", minimum=movement.hands, players=fewest)
    random = Random(f"fushi-revision {movement.version + 1} {from_round} {players} {seed}")
    newcomers = tuple(range(movement.players, players))
    kept = tuple(
        replace(one, absent=one.absent + newcomers) for one in movement.rounds[:from_round]
    )
    apart = restricted_pairs(clubs, forbidden)
    groups, byes = _regroup(movement, from_round, players, present, most_tables, apart, random)
    held = _positions_held(kept, players, movement.hands)
    tables = _seat(movement, groups, byes, held, random)
    return replace(
        movement,
        players=players,
        rounds=kept
        + tuple(
            Round(t, b, tuple(sorted(out))) for t, b, out in zip(tables, byes, away, strict=True)
        ),
        seed=seed,
        version=movement.version + 1,
        construction=f"{movement.construction.split(CHANGED)[0]}{CHANGED} {from_round + 1}",
    )


def _absent(
    movement: Movement, from_round: int, leave: frozenset[int], back: frozenset[int]
) -> list[frozenset[int]]:
    """Who is not in each of the rounds that change."""
    for player in sorted(leave | back):
        if not 0 <= player < movement.players:
            raise MovementError("unknown_player", player=player, number=player + 1)
    return [(leave | frozenset(one.absent)) - back for one in movement.rounds[from_round:]]


def _regroup(
    movement: Movement,
    from_round: int,
    players: int,
    present: Sequence[Sequence[int]],
    most_tables: int | None,
    apart: Mapping[tuple[int, int], bool],
    random: Random,
) -> tuple[list[list[Group]], list[Group]]:
    """Groups and byes of the rounds that change."""
    size = movement.hands
    tables = [
        min(len(here) // size, len(here) if most_tables is None else most_tables)
        for here in present
    ]
    drafts = [
        _draft(one, set(here), size, most, random)
        for one, here, most in zip(movement.rounds[from_round:], present, tables, strict=True)
    ]
    met = count_meetings(
        players, ([t.players for t in one.tables] for one in movement.rounds[:from_round])
    )
    for draft, most in zip(drafts, tables, strict=True):
        add_meetings(met, draft[:most])
    out = _rounds_out(movement.rounds[:from_round], movement.players, players)
    groups: list[list[Group]] = []
    byes: list[Group] = []
    late = len(drafts) - LATE_ROUNDS
    for number, (draft, most, here) in enumerate(zip(drafts, tables, present, strict=True)):
        add_meetings(met, draft[:most], -1)
        costs = {
            pair: APART if strict else LATE_CLUB
            for pair, strict in apart.items()
            if strict or number >= late
        }
        _improve(draft, most, met, out, here, costs, random)
        add_meetings(met, draft[:most])
        groups.append([tuple(group) for group in draft[:most]])
        byes.append(tuple(sorted(player for group in draft[most:] for player in group)))
        for player in byes[-1]:
            out[player] += 1
    return groups, byes


def _rounds_out(rounds: Sequence[Round], known: int, players: int) -> list[int]:
    """Byes so far; rounds missed, before an entry too, count as one together."""
    out, missed = [0] * players, set(range(known, players)) if rounds else set()
    for one in rounds:
        missed.update(one.absent)
        for player in one.byes:
            out[player] += 1
    return [count + (player in missed) for player, count in enumerate(out)]


def _draft(
    one: Round, present: set[int], size: int, tables: int, random: Random
) -> list[list[int]]:
    """Whole old groups first, then the others in any order; a last group for the byes."""
    whole = [
        list(t.players) for t in one.tables if len(t.players) == size and present >= set(t.players)
    ]
    random.shuffle(whole)
    whole = whole[:tables]
    loose = sorted(present - {player for group in whole for player in group})
    random.shuffle(loose)
    while len(whole) < tables:
        whole.append([loose.pop() for _ in range(size)])
    return [*whole, loose] if loose else whole


def _improve(
    draft: list[list[int]],
    tables: int,
    met: Meetings,
    out: Sequence[int],
    present: Sequence[int],
    apart: Mapping[tuple[int, int], int],
    random: Random,
) -> None:
    least = min(out[player] for player in present)
    improve_round(
        draft,
        lambda a, b: met[a].get(b, 0) + apart.get((min(a, b), max(a, b)), 0),
        random,
        seat_cost=lambda p, g: BYE_AGAIN * (out[p] - least) if g == tables else 0,
        free=frozenset((tables,)),
        heat=0.2,
    )


def _seat(
    movement: Movement,
    groups: Sequence[Sequence[Group]],
    byes: Sequence[Group],
    held: Sequence[Sequence[int]],
    random: Random,
) -> list[tuple[Table, ...]]:
    """Tables and positions of the changed rounds, evened out with what was held before."""
    schedule = Schedule(len(held), tuple(map(tuple, groups)), tuple(byes), movement.construction)
    schedule = assign_tables(schedule, random)
    seating = assign_positions(
        schedule, movement.boards_per_round, random, movement.hands, held=held
    )
    return [tuple(Table(rows[0], rows) for rows in seated) for seated in seating]


def _positions_held(rounds: Sequence[Round], players: int, hands: int) -> list[list[int]]:
    held = [[0] * hands for _ in range(players)]
    for one in rounds:
        for table in one.tables:
            for row in table.positions:
                for position, player in enumerate(row):
                    held[player][position] += 1
    return held

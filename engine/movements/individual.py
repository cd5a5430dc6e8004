"""The individual barometer movement for any number of players from six on.

Owns the whole way from a number of players to a finished movement: groups, numbers, tables, seats,
positions. The mathematics of each step lives in its own module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from engine.errors import MovementError
from engine.movements.fours import with_tables_of_four
from engine.movements.grouping import (
    FEWEST_PLAYERS,
    grouping,
    max_rounds_without_repeats,
    refuse_counts,
    refuse_too_many_rounds,
)
from engine.movements.model import Movement, Round, Table
from engine.movements.positions import assign_positions
from engine.movements.schedule import Schedule, pairs
from engine.movements.separation import Club, separate
from engine.movements.tables import assign_tables


def individual(
    players: int,
    rounds: int,
    boards_per_round: int,
    *,
    seed: int = 0,
    allow_repeats: bool = False,
    tables_of_four: bool = False,
    clubs: Sequence[Club] = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Movement:
    """An individual movement, three to a table, everybody on the same boards in each round.

    Players that three does not divide give one or two byes a round, or with `tables_of_four` (and a
    multiple of four boards) one or two tables at which each of four sits out one board in four.
    `clubs[i]` is the club of player i (None: none); `forbidden` are pairs who should never meet:
    what could not be avoided is told by `separation.separation`.

    Raises MovementError: "too_few_players", "no_rounds", "no_boards", "boards_not_in_fours",
    "unknown_player" in `forbidden` or `clubs`, and "too_many_rounds" (with `maximum`) or
    "repeats_needed" when somebody would meet somebody twice and `allow_repeats` is not given.
    """
    refuse_counts(players, rounds, boards_per_round, FEWEST_PLAYERS)
    forbidden = tuple(forbidden)
    _refuse_names(players, clubs, forbidden)
    if not allow_repeats:
        refuse_too_many_rounds(players, rounds, max_rounds_without_repeats(players))
    random = Random(f"fushi-movement {players} {rounds} {boards_per_round} {seed}")
    if tables_of_four and players % 3:
        schedule = _with_fours(players, rounds, boards_per_round, allow_repeats, random)
    else:
        schedule = grouping(players, rounds, random)
    names = list(range(players))
    random.shuffle(names)
    schedule = schedule.relabelled(names)
    if clubs or forbidden:
        schedule = separate(schedule, clubs, forbidden, random)
    return finish(assign_tables(schedule, random), boards_per_round, seed, random)


def _refuse_names(
    players: int, clubs: Sequence[Club], forbidden: Sequence[tuple[int, int]]
) -> None:
    named = {player for pair in forbidden for player in pair}
    strangers = sorted(player for player in named if not 0 <= player < players)
    if strangers or len(clubs) > players:
        stranger = strangers[0] if strangers else players
        raise MovementError("unknown_player", player=stranger, number=stranger + 1)


def _with_fours(
    players: int, rounds: int, boards: int, allow_repeats: bool, random: Random
) -> Schedule:
    if boards % 4:
        raise MovementError("boards_not_in_fours", boards=boards)
    base = grouping(players - players % 3, rounds, random)
    schedule = with_tables_of_four(base, players, random)
    met = [pair for groups in schedule.rounds for pair in pairs(groups)]
    repeats = len(met) - len(set(met))
    if repeats and not allow_repeats:
        raise MovementError("repeats_needed", repeats=repeats, players=players, rounds=rounds)
    return schedule


def finish(schedule: Schedule, boards: int, seed: int, random: Random, hands: int = 3) -> Movement:
    """Give a schedule its positions; seat A is whoever bids first on the first board."""
    seating = assign_positions(schedule, boards, random, hands)
    rounds = []
    for groups, byes, seated in zip(schedule.rounds, schedule.byes, seating, strict=True):
        tables = []
        for group, positions in zip(groups, seated, strict=True):
            seats = positions[0]
            if len(seats) < len(group):
                seats += tuple(player for player in group if player not in seats)
            tables.append(Table(seats, positions))
        rounds.append(Round(tuple(tables), byes))
    return Movement(
        players=schedule.players,
        boards_per_round=boards,
        rounds=tuple(rounds),
        construction=schedule.construction,
        seed=seed,
        hands=hands,
    )

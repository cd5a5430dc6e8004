"""The individual barometer movement for any number of players from six on.

Owns the whole way from a number of players to a finished movement: design, byes, tables, seats,
positions. The mathematics of each step lives in its own module.
"""

from __future__ import annotations

from random import Random

from engine.errors import MovementError
from engine.movements.byes import with_extra_player, without_point
from engine.movements.designs import complete_design, known_rounds
from engine.movements.model import Movement, Round, Table
from engine.movements.positions import assign_positions
from engine.movements.schedule import Schedule
from engine.movements.tables import assign_tables

FEWEST_PLAYERS = 6


def max_rounds_without_repeats(players: int) -> int:
    """The most rounds that can be built here in which nobody meets anybody twice."""
    if players < FEWEST_PLAYERS:
        return 0
    rest = players % 3
    return known_rounds(players + (3 - rest if rest == 2 else -rest))


def individual(
    players: int,
    rounds: int,
    boards_per_round: int,
    *,
    seed: int = 0,
    allow_repeats: bool = False,
) -> Movement:
    """An individual movement, three to a table, everybody on the same boards in each round.

    Raises MovementError: "too_few_players", "no_rounds", "no_boards", and "too_many_rounds" (with
    `maximum`) when somebody would have to meet somebody twice and `allow_repeats` is not given.
    """
    _refuse(players, rounds, boards_per_round, allow_repeats)
    random = Random(f"fushi-movement {players} {rounds} {boards_per_round} {seed}")
    schedule = _schedule(players, rounds, random)
    names = list(range(players))
    random.shuffle(names)
    schedule = assign_tables(schedule.relabelled(names), random)
    return finish(schedule, boards_per_round, seed, random)


def _refuse(players: int, rounds: int, boards: int, allow_repeats: bool) -> None:
    if players < FEWEST_PLAYERS:
        raise MovementError(
            "too_few_players",
            f"A movement needs at least {FEWEST_PLAYERS} players, not {players}.",
            minimum=FEWEST_PLAYERS,
            players=players,
        )
    if rounds < 1:
        raise MovementError("no_rounds", "A movement needs at least one round.", rounds=rounds)
    if boards < 1:
        raise MovementError("no_boards", "A round needs at least one board.", boards=boards)
    most = max_rounds_without_repeats(players)
    if rounds > most and not allow_repeats:
        raise MovementError(
            "too_many_rounds",
            f"{players} players can play at most {most} rounds in which nobody meets anybody "
            f"twice; {rounds} were asked for.",
            maximum=most,
            players=players,
            rounds=rounds,
        )


def _schedule(players: int, rounds: int, random: Random) -> Schedule:
    most = max_rounds_without_repeats(players)
    base = _without_repeats(players, min(rounds, most), random)
    passes = [base.rounds[r % len(base.rounds)] for r in range(rounds)]
    byes = [base.byes[r % len(base.rounds)] for r in range(rounds)]
    return Schedule(players, tuple(passes), tuple(byes), base.construction, base.ordered)


def _without_repeats(players: int, rounds: int, random: Random) -> Schedule:
    rest = players % 3
    if rest == 0:
        return complete_design(players, rounds)
    if rest == 2:
        return without_point(complete_design(players + 1, rounds))
    found = with_extra_player(complete_design(players - 1, rounds), random)
    assert found is not None
    return found


def finish(schedule: Schedule, boards: int, seed: int, random: Random, hands: int = 3) -> Movement:
    """Give a schedule its positions; seat A is whoever bids first on the first board."""
    seating = assign_positions(schedule, boards, random, hands)
    rounds = []
    for groups, byes, seated in zip(schedule.rounds, schedule.byes, seating, strict=True):
        tables = []
        for group, positions in zip(groups, seated, strict=True):
            rest = tuple(player for player in group if player not in positions[0])
            tables.append(Table(positions[0] + rest, tuple(positions)))
        rounds.append(Round(tuple(tables), byes))
    return Movement(
        players=schedule.players,
        boards_per_round=boards,
        rounds=tuple(rounds),
        construction=schedule.construction,
        seed=seed,
        hands=hands,
    )

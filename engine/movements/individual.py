"""The individual barometer movement for any number of players from six on.

Owns the whole way from a number of players to a finished movement: design, byes, numbers, tables,
seats, positions. The mathematics of each step lives in its own module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from engine.errors import MovementError
from engine.movements.byes import with_extra_player, without_point
from engine.movements.designs import complete_design, known_rounds
from engine.movements.designs.starters import starter, starter_rounds
from engine.movements.fours import with_tables_of_four
from engine.movements.model import Movement, Round, Table
from engine.movements.positions import assign_positions
from engine.movements.repeats import with_repeats
from engine.movements.schedule import Schedule, pairs
from engine.movements.separation import Club, separate
from engine.movements.tables import assign_tables

FEWEST_PLAYERS = 6


def max_rounds_without_repeats(players: int) -> int:
    """The most rounds that can be built here in which nobody meets anybody twice."""
    if players < FEWEST_PLAYERS:
        return 0
    return max(known_rounds(_design_size(players)), starter_rounds(players))


def upper_bound_of_rounds(players: int) -> int:
    """The most rounds without a repeat that counting allows; proved smaller for 6, 7, 10, 11, 12.

    At most D = ⌊n/3·⌊(n - 1)/2⌋⌋ triples share no pair, one less for n ≡ 5 (mod 6) (Schönheim).
    """
    proved = {6: 1, 7: 1, 12: 4}
    if players < FEWEST_PLAYERS:
        return 0
    triples = players * ((players - 1) // 2) // 3 - (players % 6 == 5)
    return proved.get(players, triples // (players // 3))


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
    random = Random(f"fushi-movement {players} {rounds} {boards_per_round} {seed}")
    if tables_of_four and players % 3:
        schedule = _with_fours(players, rounds, boards_per_round, allow_repeats, random)
    else:
        schedule = _schedule(players, rounds, random)
    names = list(range(players))
    random.shuffle(names)
    schedule = schedule.relabelled(names)
    if clubs or forbidden:
        schedule = separate(schedule, clubs, forbidden, random)
    return finish(assign_tables(schedule, random), boards_per_round, seed, random)


def refuse_counts(players: int, rounds: int, boards: int, fewest: int) -> None:
    """Raise MovementError for sizes that no movement has."""
    if players < fewest:
        raise MovementError(
            "too_few_players",
            f"This movement needs at least {fewest} players, not {players}.",
            minimum=fewest,
            players=players,
        )
    if rounds < 1:
        raise MovementError("no_rounds", "A movement needs at least one round.", rounds=rounds)
    if boards < 1:
        raise MovementError("no_boards", "A round needs at least one board.", boards=boards)


def _refuse_names(
    players: int, clubs: Sequence[Club], forbidden: Sequence[tuple[int, int]]
) -> None:
    named = {player for pair in forbidden for player in pair}
    strangers = sorted(player for player in named if not 0 <= player < players)
    if strangers or len(clubs) > players:
        stranger = strangers[0] if strangers else players
        raise MovementError(
            "unknown_player", f"There is no player number {stranger}.", player=stranger
        )


def _design_size(players: int) -> int:
    """The number of players of the design from which byes are made."""
    rest = players % 3
    return players + 1 if rest == 2 else players - rest


def _schedule(players: int, rounds: int, random: Random) -> Schedule:
    base = _without_repeats(players, min(rounds, max_rounds_without_repeats(players)), random)
    return with_repeats(base, rounds, random) if rounds > len(base.rounds) else base


def _without_repeats(players: int, rounds: int, random: Random) -> Schedule:
    rest = players % 3
    if rest == 0:
        return complete_design(players, rounds)
    if starter_rounds(players):
        built = starter(players, rounds)
        byes = [set(range(players)).difference(*groups) for groups in built]
        return Schedule(
            players,
            tuple(tuple(groups) for groups in built),
            tuple(tuple(sorted(out)) for out in byes),
            "stored rounds",
        )
    if rest == 2:
        return without_point(complete_design(players + 1, rounds))
    return with_extra_player(complete_design(players - 1, rounds), random)


def _with_fours(
    players: int, rounds: int, boards: int, allow_repeats: bool, random: Random
) -> Schedule:
    if boards % 4:
        raise MovementError(
            "boards_not_in_fours",
            f"Tables of four need a multiple of four boards a round, not {boards}.",
            boards=boards,
        )
    base = _schedule(players - players % 3, rounds, random)
    schedule = with_tables_of_four(base, players, random)
    met = [pair for groups in schedule.rounds for pair in pairs(groups)]
    repeats = len(met) - len(set(met))
    if repeats and not allow_repeats:
        raise MovementError(
            "repeats_needed",
            f"With tables of four, {rounds} rounds of {players} players have {repeats} repeat "
            "meetings; fewer rounds have fewer.",
            repeats=repeats,
            players=players,
            rounds=rounds,
        )
    return schedule


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

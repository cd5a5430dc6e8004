"""Groups of three for any number of players and rounds: the right design, byes or repeats.

Owns the refusals and the choice of construction; seats and positions come later.
"""

from __future__ import annotations

from random import Random

from engine.errors import MovementError
from engine.movements.byes import with_extra_player, without_point
from engine.movements.designs import complete_design, known_rounds
from engine.movements.designs.starters import starter, starter_rounds
from engine.movements.repeats import with_repeats
from engine.movements.schedule import Schedule

FEWEST_PLAYERS = 6


def max_rounds_without_repeats(players: int) -> int:
    """The most rounds that can be built here in which nobody meets anybody twice."""
    if players < FEWEST_PLAYERS:
        return 0
    return max(known_rounds(_design_size(players)), starter_rounds(players))


def upper_bound_of_rounds(players: int) -> int:
    """The most rounds without a repeat that counting allows; smaller by proof for 6, 7 and 12.

    At most D = ⌊n/3·⌊(n - 1)/2⌋⌋ triples share no pair, one less for n ≡ 5 (mod 6) (Schönheim).
    """
    proved = {6: 1, 7: 1, 12: 4}
    if players < FEWEST_PLAYERS:
        return 0
    triples = players * ((players - 1) // 2) // 3 - (players % 6 == 5)
    return proved.get(players, triples // (players // 3))


def refuse_counts(
    players: int, rounds: int, boards: int, fewest: int, *, teams: bool = False
) -> None:
    """Raise MovementError for sizes that no movement has; with `teams` it is they that meet."""
    if teams and players < fewest:
        raise MovementError("too_few_teams", minimum=fewest, teams=players)
    if players < fewest:
        raise MovementError("too_few_players", minimum=fewest, players=players)
    if rounds < 1:
        raise MovementError("no_rounds", rounds=rounds)
    if boards < 1:
        raise MovementError("no_boards", boards=boards)


def refuse_too_many_rounds(players: int, rounds: int, most: int, *, teams: bool = False) -> None:
    """Raise MovementError("too_many_rounds") when somebody would meet somebody twice.

    With `teams` it is they that meet, and the code is "too_many_team_rounds".
    """
    if teams and rounds > most:
        raise MovementError("too_many_team_rounds", maximum=most, teams=players, rounds=rounds)
    if rounds > most:
        raise MovementError("too_many_rounds", maximum=most, players=players, rounds=rounds)


def _design_size(players: int) -> int:
    """The number of players of the design from which byes are made."""
    rest = players % 3
    return players + 1 if rest == 2 else players - rest


def grouping(players: int, rounds: int, random: Random) -> Schedule:
    """`rounds` rounds of groups of three, without repeats as long as the designs have rounds."""
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
            once=True,
        )
    if rest == 2:
        return without_point(complete_design(players + 1, rounds))
    return with_extra_player(complete_design(players - 1, rounds), random)

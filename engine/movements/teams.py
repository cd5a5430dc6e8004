"""Teams of three: triangle matches and T teams on T tables, every hand of every board once a team.

Owns the seating of line-up slots: slot 3·team + member is a player of the underlying movement, so
that certificate and checker hold for teams too. Who fills a slot is the captain's affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from engine.movements.differences import ring_offsets
from engine.movements.grouping import (
    FEWEST_PLAYERS,
    grouping,
    max_rounds_without_repeats,
    refuse_counts,
    refuse_too_many_rounds,
)
from engine.movements.model import Movement, Round, Row, Table
from engine.movements.schedule import Schedule
from engine.movements.separation import Club, separate

TEAM_SIZE = 3


@dataclass(frozen=True, slots=True)
class TeamMovement:
    """`matches[r]` are the groups of three teams of round r: triangles, or the tables of a ring.

    `movement` seats the line-up slots; `byes[r]` are the teams without a match.
    """

    teams: int
    matches: tuple[tuple[Row, ...], ...]
    byes: tuple[Row, ...]
    movement: Movement

    @property
    def repeat_meetings(self) -> int:
        """Meetings of two teams beyond their first, one meeting per match or per ring round."""
        return sum(count - 1 for count in self._meetings().values())

    @property
    def meeting_imbalance(self) -> int:
        """Most minus fewest times that two teams share a match (in a ring: a table)."""
        counts = self._meetings()
        every = [counts[pair] for pair in combinations(range(self.teams), 2)]
        return max(every) - min(every)

    @property
    def bye_imbalance(self) -> int:
        """Most minus fewest byes of a team."""
        counts = Counter(team for byes in self.byes for team in byes)
        return max(counts[t] for t in range(self.teams)) - min(counts[t] for t in range(self.teams))

    def _meetings(self) -> Counter[tuple[int, int]]:
        return Counter(
            pair
            for groups in self.matches
            for group in groups
            for pair in combinations(sorted(group), 2)
        )

    def to_data(self) -> dict[str, Any]:
        """Teams, matches and the movement of the slots as JSON-able data."""
        return {
            "teams": self.teams,
            "matches": [[list(group) for group in groups] for groups in self.matches],
            "byes": [list(teams) for teams in self.byes],
            "movement": self.movement.to_data(),
        }


def triangle_boards(
    boards: int, change_tables: bool = True
) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """[board][table][position] → (team 0..2, member 0..2) for a match of three teams.

    At table k team A sits with member k, B with k + s, C with k + 2s; A holds position k + j, B
    k + j + o, C k + j + 2o on board j (all mod 3). With a multiple of three boards the stanza s
    changes every three boards and the order o every nine: in 18 boards everybody holds each
    position six times, and every two opponents share six boards, three in each order. Otherwise, or
    without `change_tables`, everybody keeps his table and the order changes every three boards.
    """
    stanzas = change_tables and boards % 3 == 0
    result = []
    for board in range(boards):
        s = board // 3 % 3 if stanzas else 0
        order = 1 if board // (9 if stanzas else 3) % 2 == 0 else -1
        tables = []
        for k in range(TEAM_SIZE):
            row = [(0, 0)] * 3
            for team in range(3):
                row[(k + board + team * order) % 3] = (team, (k + team * s) % TEAM_SIZE)
            tables.append(tuple(row))
        result.append(tuple(tables))
    return tuple(result)


def boards_per_stanza(boards: int) -> int:
    """How many boards of a triangle match are played before players change tables."""
    return 3 if boards % 3 == 0 else boards


def triangle_rounds(
    matches: Sequence[Row],
    boards: int,
    byes: Sequence[int] = (),
    absent: Sequence[int] = (),
    *,
    change_tables: bool = True,
) -> tuple[Round, ...]:
    """Triangle matches as rounds of line-up slots, one for each stanza; match i has tables 3i…3i+2.

    `matches` are teams, as are `byes` and `absent`. Every stanza has `boards_per_stanza(boards)`;
    without `change_tables` the whole match is one round.
    """
    step = boards_per_stanza(boards) if change_tables else boards
    scheme = triangle_boards(boards, change_tables)
    result = []
    for start in range(0, boards, step):
        tables = []
        for match in matches:
            for k in range(TEAM_SIZE):
                rows = tuple(
                    tuple(TEAM_SIZE * match[team] + member for team, member in board[k])
                    for board in scheme[start : start + step]
                )
                tables.append(Table(rows[0], rows))
        result.append(Round(tuple(tables), _slots(byes), _slots(absent)))
    return tuple(result)


def _slots(teams: Sequence[int]) -> Row:
    return tuple(TEAM_SIZE * team + member for team in sorted(teams) for member in range(TEAM_SIZE))


def triangles(
    teams: int,
    rounds: int,
    boards_per_round: int,
    *,
    seed: int = 0,
    allow_repeats: bool = False,
    clubs: Sequence[Club] = (),
    forbidden: Sequence[tuple[int, int]] = (),
    change_tables: bool = True,
) -> TeamMovement:
    """A round robin (or part of one) of triangle matches, by the individual designs with n = T.

    Three teams play one match, from six on any number; T mod 3 teams have byes. Raises
    MovementError: "too_few_teams", "no_rounds", "no_boards", "too_many_team_rounds".
    """
    if teams != TEAM_SIZE:
        refuse_counts(teams, rounds, boards_per_round, FEWEST_PLAYERS, teams=True)
    refuse_counts(teams, rounds, boards_per_round, TEAM_SIZE, teams=True)
    if not allow_repeats:
        most = 1 if teams == TEAM_SIZE else max_rounds_without_repeats(teams)
        refuse_too_many_rounds(teams, rounds, most, teams=True)
    random = Random(f"fushi-triangles {teams} {rounds} {boards_per_round} {seed}")
    if teams == TEAM_SIZE:
        schedule = Schedule(3, (((0, 1, 2),),) * rounds, ((),) * rounds, "one match")
    else:
        schedule = grouping(teams, rounds, random)
    names = list(range(teams))
    random.shuffle(names)
    schedule = schedule.relabelled(names)
    if clubs or forbidden:
        schedule = separate(schedule, clubs, forbidden, random)
    matches = tuple(
        tuple(sorted(tuple(random.sample(group, 3)) for group in groups))
        for groups in schedule.rounds
    )
    played = tuple(
        one
        for groups, byes in zip(matches, schedule.byes, strict=True)
        for one in triangle_rounds(groups, boards_per_round, byes, change_tables=change_tables)
    )
    movement = Movement(
        players=TEAM_SIZE * teams,
        boards_per_round=boards_per_stanza(boards_per_round) if change_tables else boards_per_round,
        rounds=played,
        construction=f"triangles; {schedule.construction}",
        seed=seed,
    )
    return TeamMovement(teams, matches, schedule.byes, movement)


def ring(teams: int, rounds: int, boards_per_round: int, *, seed: int = 0) -> TeamMovement:
    """T teams on T tables, any T >= 3, no bye: table x seats teams x, x + d1, x + d2 (mod T).

    Every team holds every hand of every board once. The offsets are chosen so that all pairs of
    teams share tables as equally often as `rounds` allows. Raises MovementError:
    "too_few_teams", "no_rounds", "no_boards".
    """
    refuse_counts(teams, rounds, boards_per_round, TEAM_SIZE, teams=True)
    random = Random(f"fushi-ring {teams} {rounds} {boards_per_round} {seed}")
    names = list(range(teams))
    random.shuffle(names)
    matches, played = [], []
    for r, (d1, d2) in enumerate(ring_offsets(teams, rounds, random)):
        groups, tables = [], []
        for x in range(teams):
            group = tuple(names[(x + d) % teams] for d in (0, d1, d2))
            slots = [TEAM_SIZE * team + (k + r) % TEAM_SIZE for k, team in enumerate(group)]
            rows = []
            for board in range(boards_per_round):
                order = 1 if board // 3 % 2 == 0 else -1
                row = [0] * 3
                for k, slot in enumerate(slots):
                    row[(r + board + k * order) % 3] = slot
                rows.append(tuple(row))
            groups.append(group)
            tables.append(Table(rows[0], tuple(rows)))
        matches.append(tuple(groups))
        played.append(Round(tuple(tables)))
    movement = Movement(
        players=TEAM_SIZE * teams,
        boards_per_round=boards_per_round,
        rounds=tuple(played),
        construction="ring of teams",
        seed=seed,
    )
    return TeamMovement(teams, tuple(matches), ((),) * rounds, movement)

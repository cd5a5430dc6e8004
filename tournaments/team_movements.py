"""Movements of teams of three: triangles in a round robin, in Swiss rounds, in a knockout.

Owns the step from teams to line-up slots; stores nothing. Slot 3 × team + member is a player of
the movement. A match is one round: everybody keeps the table for all its boards.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from engine.movements.knockout import knockout_plan, knockout_round
from engine.movements.model import Movement, Round, Table
from engine.movements.swiss import SwissDraw, SwissInput, swiss_round
from engine.movements.teams import TEAM_SIZE, ring, triangle_rounds, triangles
from tournaments.errors import DrawRefused
from tournaments.models import Entrant, Scoring, Stage, StageKind

RING_TEAMS = (4, 5)
"""So few teams play at as many tables as there are teams: triangles would leave some out."""

Matches = list[list[list[int]]]
"""[round][match] → teams."""


def round_robin(
    stage: Stage,
    teams: int,
    clubs: Sequence[str | None] = (),
    forbidden: Sequence[tuple[int, int]] = (),
) -> tuple[Movement, Matches]:
    """All rounds of a round robin, and who meets whom.

    Raises EngineError; DrawRefused("no_matches").
    """
    rounds, boards = stage.rounds_planned, stage.boards_per_round
    if teams in RING_TEAMS:
        if stage.scoring == Scoring.VICTORY_POINTS:
            sentence = _("%(count)d teams have no matches of three: rank by comparison.")
            raise DrawRefused("no_matches", sentence % {"count": teams}, count=teams)
        made = ring(teams, rounds, boards, seed=stage.seed)
    else:
        made = triangles(
            teams,
            rounds,
            boards,
            seed=stage.seed,
            allow_repeats=stage.allow_repeats,
            change_tables=False,
            clubs=clubs,
            forbidden=forbidden,
        )
    return made.movement, [[list(group) for group in groups] for groups in made.matches]


def swiss_teams(
    stage: Stage,
    before: Matches,
    absences: Sequence[Collection[int]],
    entrants: Sequence[Entrant],
    scores: Mapping[str, float],
    absent: Sequence[int],
    clubs: Sequence[str | None] = (),
    forbidden: Sequence[tuple[int, int]] = (),
) -> SwissDraw:
    """The next Swiss round of teams; a match counts as one table. Raises EngineError.

    `absences` has the teams that were not in each round before; `clubs` and `forbidden` pairs
    are kept apart.
    """
    everybody = set(range(len(entrants)))
    history = []
    for matches, away in zip(before, absences, strict=True):
        here = {team for match in matches for team in match}
        tables = tuple(Table(tuple(match), _turns(match)) for match in matches)
        out = {team for team in everybody if team in away}
        history.append(Round(tables, tuple(sorted(everybody - here - out)), tuple(sorted(out))))
    missed = {team for one in history for team in one.absent}
    known = [scores[each.pk] for each in entrants if each.pk in scores]
    middle = sum(known) / len(known) if known else 0.0
    inputs = SwissInput(
        scores=tuple(scores.get(each.pk, middle) for each in entrants),
        history=tuple(history),
        boards_per_round=TEAM_SIZE,
        rounds_left=stage.rounds_planned - len(history),
        absent=tuple(absent),
        no_bye=tuple(sorted(missed - set(absent))),
        clubs=tuple(clubs),
        forbidden=tuple(forbidden),
        seed=stage.seed,
    )
    return swiss_round(inputs)


def knockout_matches(
    teams: Sequence[int], planned: int, neutral: int | None = None
) -> tuple[list[list[int]], list[int]]:
    """The matches and the byes of the teams still in, best seed first.

    Of an even number of teams two meet head-to-head, with a `neutral` third of the house. Raises
    DrawRefused with `knockout_even` (there is no such third) or `knockout_rounds` (`params` name
    the number `needed`).
    """
    if len(teams) % 2 == 0 and neutral is None:
        sentence = _(
            "A knockout of triangles needs an odd number of teams, or a neutral one of the house;"
            " there are %(count)d."
        )
        raise DrawRefused("knockout_even", sentence % {"count": len(teams)}, count=len(teams))
    needed = len(knockout_plan(len(teams)))
    if needed != planned:
        sentence = _("A knockout of %(count)d teams has %(needed)d rounds, not %(planned)d.")
        words = {"count": len(teams), "needed": needed, "planned": planned}
        raise DrawRefused("knockout_rounds", sentence % words, **words)
    plan = knockout_round(len(teams))
    seeded = [[teams[seed - 1] for seed in group] for group in plan.triangles]
    if plan.head_to_head is not None and neutral is not None:
        seeded.append([*(teams[seed - 1] for seed in plan.head_to_head), neutral])
    return seeded, [teams[seed - 1] for seed in plan.byes]


def with_round(
    before: Movement,
    stage: Stage,
    teams: int,
    matches: Sequence[Sequence[int]],
    byes: Sequence[int],
    absent: Sequence[int],
) -> Movement:
    """One more round of matches; teams that are new to the movement were absent before."""
    random = Random(f"fushi-team-round {len(before.rounds)} {stage.seed}")
    shuffled = [tuple(random.sample(list(match), TEAM_SIZE)) for match in matches]
    (one,) = triangle_rounds(shuffled, stage.boards_per_round, byes, absent, change_tables=False)
    slots = tuple(range(before.players, TEAM_SIZE * teams))
    history = tuple(replace(each, absent=each.absent + slots) for each in before.rounds)
    return replace(
        before,
        players=TEAM_SIZE * teams,
        rounds=(*history, one),
        version=before.version + 1,
    )


def empty(stage: Stage, teams: int) -> Movement:
    """A movement of teams without a round."""
    words = {
        StageKind.TEAMS_SWISS: "triangles; Swiss",
        StageKind.TEAMS_KNOCKOUT: "triangles; knockout",
    }
    return Movement(
        TEAM_SIZE * teams,
        stage.boards_per_round,
        (),
        words[StageKind(stage.kind)],
        stage.seed,
        version=0,
    )


def matches_of(data: Mapping[str, Any]) -> Matches:
    """The matches of a stored movement, by round, in teams of the movement."""
    found: Matches = data["matches"]
    return found


def _turns(match: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    a, b, c = match
    return ((a, b, c), (b, c, a), (c, a, b))

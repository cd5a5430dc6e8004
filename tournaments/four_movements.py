"""Movements of four-a-side: matches of two teams in a round robin, in Swiss rounds, in a knockout.

Owns the step from teams to line-up slots; stores nothing. Slot 4 × team + member is a player of the
movement. A match is one round: everybody keeps the chair for all its boards, and the extra boards
that a tie would need are seated with it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from engine.movements.four_a_side import LINE_UP, four_a_side_round
from engine.movements.model import Movement
from engine.movements.pairs import (
    pair_counts,
    pair_knockout,
    pair_knockout_rounds,
    round_robin_pairs,
    swiss_pairs,
)
from tournaments.errors import DrawRefused
from tournaments.four_a_side import boards_of_round
from tournaments.models import Entrant, Stage, StageKind

CONSTRUCTIONS = {
    StageKind.FOUR_LEAGUE: "four-a-side; round robin",
    StageKind.FOUR_SWISS: "four-a-side; Swiss",
    StageKind.FOUR_KNOCKOUT: "four-a-side; knockout",
}
Matches = list[list[list[int]]]
"""[round][match] → the two teams."""


@dataclass(frozen=True)
class NextRound:
    """A movement with one more round, what it was made from, and why it is as it is (or None)."""

    movement: Movement
    inputs: dict[str, Any]
    explanation: dict[str, Any] | None
    matches: Matches


def league(stage: Stage, teams: int) -> tuple[Movement, Matches]:
    """All rounds of a round robin, and who meets whom. Raises EngineError."""
    random = Random(f"fushi-four-a-side {teams} {stage.seed}")
    drawn = round_robin_pairs(
        teams, stage.rounds_planned, random, allow_repeats=stage.allow_repeats
    )
    boards = boards_of_round(stage)
    rounds = tuple(four_a_side_round(pairs, boards, byes) for pairs, byes in drawn)
    movement = _movement(stage, teams)
    movement = replace(movement, rounds=rounds, version=1)
    return movement, [[list(pair) for pair in pairs] for pairs, _byes in drawn]


def next_round(
    stage: Stage,
    drawn: Mapping[str, Any] | None,
    entrants: Sequence[Entrant],
    scores: Mapping[str, float],
    absent: Sequence[int],
    clubs: Sequence[str | None] = (),
    forbidden: Sequence[tuple[int, int]] = (),
) -> NextRound:
    """One more round of Swiss or of a knockout; `drawn` is what is stored, None at first.

    Arguments as for `tournaments.movements.next_movement`; Swiss keeps `clubs` and `forbidden`
    pairs apart. Raises EngineError; DrawRefused with `knockout_rounds` (`params` name the number
    `needed`).
    """
    before = Movement.from_data(drawn) if drawn else _movement(stage, len(entrants))
    matches: Matches = list(drawn["matches"]) if drawn else []
    explanation = None
    if stage.kind == StageKind.FOUR_SWISS:
        pairs, byes, inputs, explanation = _swiss(
            stage, before, matches, entrants, scores, absent, clubs, forbidden
        )
    else:
        inside = [team for team in range(len(entrants)) if team not in set(absent)]
        pairs, byes = _knockout(inside, stage.rounds_planned - len(matches))
        inputs = {"teams": inside, "seed": stage.seed}
    one = four_a_side_round(pairs, boards_of_round(stage), byes, absent)
    newcomers = tuple(range(before.players, LINE_UP * len(entrants)))
    history = tuple(replace(each, absent=each.absent + newcomers) for each in before.rounds)
    movement = replace(
        before,
        players=LINE_UP * len(entrants),
        rounds=(*history, one),
        version=before.version + 1,
    )
    return NextRound(movement, inputs, explanation, [*matches, [list(pair) for pair in pairs]])


def _movement(stage: Stage, teams: int) -> Movement:
    """A movement without a round."""
    return Movement(
        LINE_UP * teams,
        boards_of_round(stage),
        (),
        CONSTRUCTIONS[StageKind(stage.kind)],
        stage.seed,
        version=0,
        partners=True,
    )


def _swiss(
    stage: Stage,
    before: Movement,
    matches: Matches,
    entrants: Sequence[Entrant],
    scores: Mapping[str, float],
    absent: Sequence[int],
    clubs: Sequence[str | None],
    forbidden: Sequence[tuple[int, int]],
) -> tuple[list[tuple[int, int]], list[int], dict[str, Any], dict[str, Any]]:
    """Pairs and byes of a Swiss round, with inputs and explanation.

    Who has no score stands at the middle of the others; a round missed counts as a bye.
    """
    known = [scores[each.pk] for each in entrants if each.pk in scores]
    middle = sum(known) / len(known) if known else 0.0
    values = [scores.get(each.pk, middle) for each in entrants]
    met = pair_counts(matches)
    free = Counter(
        slot // LINE_UP
        for one in before.rounds
        for slot in (*one.byes, *one.absent)
        if slot % LINE_UP == 0
    )
    free.update(
        {team: len(before.rounds) for team in range(before.players // LINE_UP, len(values))}
    )
    random = Random(f"fushi-four-a-side-swiss {len(matches)} {stage.seed}")
    draw = swiss_pairs(values, met, free, random, absent=absent, clubs=clubs, forbidden=forbidden)
    explanation = {
        "tables": [
            {
                "players": list(pair),
                "scores": [values[team] for team in pair],
                "spread": abs(values[pair[0]] - values[pair[1]]),
                "repeats": [list(pair)] if frozenset(pair) in met else [],
            }
            for pair in draw.matches
        ]
    }
    inputs = {
        "scores": values,
        "matches": matches,
        "byes": {str(team): count for team, count in sorted(free.items())},
        "absent": list(absent),
        "clubs": list(clubs),
        "forbidden": [list(pair) for pair in forbidden],
        "seed": stage.seed,
    }
    return list(draw.matches), list(draw.byes), inputs, explanation


def _knockout(teams: Sequence[int], planned: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The matches and the byes of the teams still in, best seed first."""
    needed = pair_knockout_rounds(len(teams))
    if needed != planned:
        sentence = _("A knockout of %(count)d teams has %(needed)d rounds, not %(planned)d.")
        words = {"count": len(teams), "needed": needed, "planned": planned}
        raise DrawRefused("knockout_rounds", sentence % words, **words)
    plan = pair_knockout(len(teams))
    pairs = [(teams[one - 1], teams[other - 1]) for one, other in plan.matches]
    return pairs, [teams[seed - 1] for seed in plan.byes]

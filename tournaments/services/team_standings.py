"""Standings of team stages that are ranked by matches: victory points, or how far a team came.

Owns the ranking; the rows are those of the comparison, with score, share and rounds replaced.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from engine.comparison.rounding import shown
from engine.comparison.standings import Line, RankBy, standings
from engine.comparison.totals import Total
from tournaments.models import Bye, Ruling, RulingKind, Scoring, Stage, StageKind
from tournaments.team_matches import BYE_VICTORY_POINTS, Match, all_matches

#: The most of one match: two opponents, 20 each.
TOP = 40


def ranks_by_matches(stage: Stage) -> bool:
    """Whether matches rank, not the sum of comparisons."""
    return stage.scoring == Scoring.VICTORY_POINTS or stage.kind == StageKind.TEAMS_KNOCKOUT


def by_matches(stage: Stage, payload: dict[str, Any], *, live: bool) -> dict[str, Any]:
    """The payload with the same rows, ranked by what the complete matches brought.

    In a knockout `score` is the number of rounds won, byes included; otherwise victory points,
    less 20 × the percentage of each penalty.
    """
    knockout = stage.kind == StageKind.TEAMS_KNOCKOUT
    scores, last = _scores(stage, knockout, live)
    penalties = defaultdict(Fraction) if knockout else _penalties(stage)
    lines, rounds = [], {}
    for row in payload["rows"]:
        mine = scores[row["number"]]
        rounds[row["entrant"]] = [mine.get(number, Fraction(0)) for number in range(1, last + 1)]
        top = Fraction(TOP * len(mine)) if mine and not knockout else None
        total = Total(sum(mine.values(), Fraction(0)), top, Fraction(len(mine)))
        lines.append(Line(row["entrant"], total.adjusted(penalties[row["entrant"]])))
    rank_by = RankBy.SCORE if knockout else RankBy.SHARE
    rows = {row["entrant"]: row for row in payload["rows"]}
    return {
        **payload,
        "rows": [
            {
                **rows[str(each.entrant)],
                "rank": each.rank,
                "score": str(each.total.score),
                "percentage": _percentage(each.total),
                "penalty": str(penalties[str(each.entrant)]),
                "rounds": [str(score) for score in rounds[str(each.entrant)]],
            }
            for each in standings(lines, rank_by=rank_by)
        ],
    }


def _percentage(total: Total) -> str:
    return "" if total.percentage is None else shown(total.percentage)


def _scores(
    stage: Stage, knockout: bool, live: bool
) -> tuple[defaultdict[int, dict[int, Fraction]], int]:
    """What each team's number has by round, and the last round that counts."""
    slots = Stage.objects.values_list("movement__entrants", flat=True).get(pk=stage.pk) or []
    numbers = list(dict.fromkeys(slots))
    found: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    by_round: defaultdict[int, list[Match]] = defaultdict(list)
    for match in all_matches(stage, live=live):
        by_round[match.round].append(match)
        if match.is_complete:
            for team in match.teams:
                won = Fraction(match.winner == team)
                points = won if knockout else match.victory_points(team)
                found[numbers[team]][match.round] = points
    over = {r for r, matches in by_round.items() if all(match.is_complete for match in matches)}
    byes = Bye.objects.filter(round__stage=stage, round__number__in=over)
    for number, entrant in byes.values_list("round__number", "entrant__number"):
        found[entrant][number] = Fraction(1 if knockout else 2 * BYE_VICTORY_POINTS)
    return found, max((number for mine in found.values() for number in mine), default=0)


def _penalties(stage: Stage) -> defaultdict[str, Fraction]:
    """A penalty of so many per cent of a top takes as many of 20 victory points."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    rows = Ruling.objects.filter(
        stage=stage, kind=RulingKind.PENALTY, reverses=None, reversed_by=None
    )
    for entrant, data in rows.values_list("entrant_id", "data"):
        found[str(entrant)] -= Fraction(data["percentage"]) * 20 / 100
    return found

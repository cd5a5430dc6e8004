"""Standings of team stages that are ranked by matches: victory points, matches won, margins, or
how far a team came.

Owns the ranking; the rows are those of the comparison, with score, share and rounds replaced.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.comparison.rounding import shown
from engine.comparison.standings import Line, RankBy, standings
from engine.comparison.tie_breaks import Figure, Step
from engine.comparison.totals import Total
from tournaments.formats import format_of
from tournaments.four_a_side import MATCH_TOP, WIN, FourMatch, cap_of, four_matches, worth_of
from tournaments.models import Bye, Ruling, RulingKind, Scoring, Stage
from tournaments.team_matches import BYE_VICTORY_POINTS, Match, all_matches

#: The most of one match of three: two opponents, 20 each.
TOP = 40
#: The step that tells teams with as many won matches apart.
MARGIN = "margin"


def by_matches(
    stage: Stage,
    payload: dict[str, Any],
    brought: Mapping[str, Total],
    *,
    live: bool,
    hidden: Collection[str] = (),
) -> dict[str, Any]:
    """The payload with the same rows, ranked by what the complete matches brought.

    In a knockout `score` is the number of rounds won, byes included; otherwise victory points,
    points for won matches (equal ones by what the boards brought), or what the boards brought. A
    penalty takes its percentage of the most of a match of two, or of a board's cap. A match
    with one of the `hidden` boards does not count. `brought` is what entrants (ids) have carried
    over from other matches; `top` and `counted` of a row are those of matches.
    """
    knockout = format_of(stage.kind).knockout
    partners = format_of(stage.kind).partners
    top = _top(stage)
    chain: list[Step] = []
    if partners:
        matches = four_matches(stage, live=live, hidden=hidden)
        scores, last, margins = _four_scores(stage, knockout, matches)
        payload = {**payload, "rows": _with_boards(stage, payload["rows"], matches)}
        ids = {row["number"]: row["entrant"] for row in payload["rows"]}
        if stage.scoring == Scoring.WINS and not knockout:
            chain = [Figure(MARGIN, {ids[number]: margins[number] for number in ids})]
    else:
        scores, last = _scores(stage, knockout, live, hidden)
    penalties = defaultdict(Fraction) if knockout else _penalties(stage)
    lines, rounds = [], {}
    for row in payload["rows"]:
        mine = scores[row["number"]]
        rounds[row["entrant"]] = [mine.get(number, Fraction(0)) for number in range(1, last + 1)]
        most = Fraction(top * len(mine)) if mine and top is not None else None
        total = Total(sum(mine.values(), Fraction(0)), most, Fraction(len(mine)))
        total += brought.get(row["entrant"], Total())
        lines.append(Line(row["entrant"], total.adjusted(penalties[row["entrant"]])))
    rank_by = RankBy.SCORE if top is None else RankBy.SHARE
    rows = {row["entrant"]: row for row in payload["rows"]}
    return {
        **payload,
        "rows": [
            {
                **rows[str(each.entrant)],
                "rank": each.rank,
                "score": str(each.total.score),
                "percentage": _percentage(each.total),
                "top": None if each.total.top is None else str(each.total.top),
                "counted": str(each.total.boards),
                "penalty": str(penalties[str(each.entrant)]),
                "rounds": [str(score) for score in rounds[str(each.entrant)]],
                "tie_breaks": [[step.step, step.text, step.decided] for step in each.tie_breaks],
            }
            for each in standings(lines, chain, rank_by)
        ],
    }


def _top(stage: Stage) -> int | None:
    """The most of one match; None where nothing limits it, and in a knockout."""
    if format_of(stage.kind).knockout:
        return None
    if not format_of(stage.kind).partners:
        return TOP
    tops = {Scoring.WINS: WIN, Scoring.VICTORY_POINTS: MATCH_TOP}
    return tops.get(Scoring(stage.scoring))


def _numbers(stage: Stage) -> list[int]:
    """The entrants' numbers by their place in the movement."""
    slots = Stage.objects.values_list("movement__entrants", flat=True).get(pk=stage.pk) or []
    return list(dict.fromkeys(slots))


def _with_boards(
    stage: Stage, rows: Sequence[dict[str, Any]], matches: Sequence[FourMatch]
) -> list[dict[str, Any]]:
    """The rows with each team's boards and points counted once a match, not once a seat."""
    numbers = _numbers(stage)
    boards: defaultdict[int, int] = defaultdict(int)
    points: defaultdict[int, int] = defaultdict(int)
    for match in matches:
        for team in match.teams:
            boards[numbers[team]] += len(match.boards)
            points[numbers[team]] += match.points(team)
    lines = [
        Line.of(row["number"], Fraction(points[row["number"]]), None, boards[row["number"]])
        for row in rows
    ]
    raw = {each.entrant: each.rank for each in standings(lines, rank_by=RankBy.SCORE)}
    return [
        {
            **row,
            "boards": boards[row["number"]],
            "points": points[row["number"]],
            "raw_rank": raw[row["number"]],
        }
        for row in rows
    ]


def _four_scores(
    stage: Stage, knockout: bool, matches: Sequence[FourMatch]
) -> tuple[defaultdict[int, dict[int, Fraction]], int, defaultdict[int, Fraction]]:
    """What each team's number has by round, the last round that counts, and all its margins.

    A bye is a won match; in victory points it brings 12, and where margins rank nothing.
    """
    numbers = _numbers(stage)
    found: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    margins: defaultdict[int, Fraction] = defaultdict(Fraction)
    waiting: set[int] = set()
    seen: set[int] = set()
    for match in matches:
        seen.add(match.round)
        if not match.is_complete:
            waiting.add(match.round)
            continue
        for team in match.teams:
            found[numbers[team]][match.round] = worth_of(stage, match, team)
            margins[numbers[team]] += match.margin(team)
    free = {Scoring.WINS: WIN, Scoring.VICTORY_POINTS: BYE_VICTORY_POINTS}
    bye = Fraction(1 if knockout else free.get(Scoring(stage.scoring), 0))
    byes = Bye.objects.filter(round__stage=stage, round__number__in=seen - waiting)
    for number, entrant in byes.values_list("round__number", "entrant__number"):
        found[entrant][number] = bye
    last = max((number for mine in found.values() for number in mine), default=0)
    return found, last, margins


def _percentage(total: Total) -> str:
    return "" if total.percentage is None else shown(total.percentage)


def _scores(
    stage: Stage, knockout: bool, live: bool, hidden: Collection[str]
) -> tuple[defaultdict[int, dict[int, Fraction]], int]:
    """What each team's number has by round, and the last round that counts."""
    slots = Stage.objects.values_list("movement__entrants", flat=True).get(pk=stage.pk) or []
    numbers = list(dict.fromkeys(slots))
    found: defaultdict[int, dict[int, Fraction]] = defaultdict(dict)
    by_round: defaultdict[int, list[Match]] = defaultdict(list)
    for match in all_matches(stage, live=live, hidden=hidden):
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
    """A penalty of so many per cent takes as many of 20 victory points, of a won match's points,
    or of a board's cap.
    """
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    whole = MATCH_TOP
    if format_of(stage.kind).partners:
        whole = _top(stage) or cap_of(stage)
    rows = Ruling.objects.filter(
        stage=stage, kind=RulingKind.PENALTY, reverses=None, reversed_by=None
    )
    for entrant, data in rows.values_list("entrant_id", "data"):
        found[str(entrant)] -= Fraction(data["percentage"]) * whole / 100
    return found

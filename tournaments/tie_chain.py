"""The tie-break chain of a stage, as steps that the engine's standings ask.

Owns where each step's figures come from. Steps read opened boards only, as the standings do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from django.db.models import BigIntegerField, Case, Count, F, QuerySet, Sum, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from engine.comparison.tie_breaks import (
    CountBack,
    HeadToHead,
    Lot,
    Meeting,
    Step,
    beaten_opponents,
    lot_key,
    time_used,
    tops,
    total_points,
)
from engine.comparison.totals import Total
from games.crypto import decrypt
from tournaments.models import Field, FrequencyRow, SeatResult, Stage

BIG = BigIntegerField()
#: Those that a table can have, four at tables of four hands.
POSITIONS = (1, 2, 3, 4)
#: The steps that a stage can have, in the order in which forms offer them.
OFFERED = (
    *("head_to_head", "beaten_opponents", "tops", "count_back"),
    *("total_points", "time", "lot"),
)


def chain_of(
    stage: Stage,
    fields: QuerySet[Field],
    rounds: Mapping[str, Sequence[Fraction]],
    totals: Mapping[str, Total],
    points: Mapping[str, Fraction],
) -> list[Step]:
    """The steps of a stage's chain over the counting `fields`; at most one statement a step.

    `rounds` are the scores of rounds 1, 2 …, `totals` what the entrants are ranked by, and
    `points` their plain points.
    """
    steps: list[Step] = []
    for name in stage.tie_breaks:
        match name:
            case "head_to_head":
                steps.append(HeadToHead(lambda tied: _results(fields, tied)))
            case "beaten_opponents":
                ranked: dict[Hashable, int | Fraction] = {}
                ranked.update((pk, _ranked_by(total)) for pk, total in totals.items())
                steps.append(beaten_opponents(_meetings(fields, rounds), ranked))
            case "tops":
                steps.append(tops(_tops(fields)))
            case "count_back":
                scores: dict[Hashable, Sequence[Fraction]] = dict(rounds.items())
                steps.append(CountBack(scores))
            case "total_points":
                figures: dict[Hashable, int | Fraction] = {}
                figures.update(points.items())
                steps.append(total_points(figures))
            case "time":
                steps.append(time_used(_seconds(fields)))
            case "lot":
                steps.append(Lot(_lot_key(stage)))
    return steps


def _ranked_by(total: Total) -> Fraction:
    """The percentage, or where there is none the mean a board: what the ranks go by."""
    if total.percentage is not None:
        return total.percentage
    return total.score / total.boards if total.boards else Fraction(0)


def _meetings(
    fields: QuerySet[Field], rounds: Mapping[str, Sequence[Fraction]]
) -> dict[Hashable, list[Meeting]]:
    """Whom each entrant met at a table, with both scores of that round, awards included."""
    tables: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    seats = SeatResult.objects.filter(field__in=fields).order_by("entrant")
    for number, table, entrant in seats.values_list(
        "round__number", "play__table", "entrant"
    ).distinct():
        if entrant in rounds:
            tables[number, table].append(entrant)
    found: defaultdict[Hashable, list[Meeting]] = defaultdict(list)
    for (number, _table), met in tables.items():
        for own, other in permutations(met, 2):
            scores = rounds[own][number - 1], rounds[other][number - 1]
            found[own].append(Meeting(other, *scores))
    return found


def _results(
    fields: QuerySet[Field], tied: Sequence[Hashable]
) -> dict[Hashable, dict[Hashable, Fraction]]:
    """The points of the tied entrants by field; a split result counts with its mean."""
    found: dict[Hashable, dict[Hashable, Fraction]] = {}
    rows = SeatResult.objects.filter(
        field__in=fields, entrant__in=[str(each) for each in tied], value__isnull=False
    ).values_list("entrant_id", "field_id", "value", "weight_numerator", "weight_denominator")
    for entrant, field, value, part, whole in rows:
        assert value is not None
        mine = found.setdefault(entrant, {})
        mine[field] = mine.get(field, Fraction(0)) + value * Fraction(part, whole)
    return found


def _tops(fields: QuerySet[Field]) -> dict[Hashable, int]:
    """On how many boards each entrant has the best result of the field, shared ones included."""
    best: dict[int, int] = {}
    rows = FrequencyRow.objects.filter(field__in=fields, generation=F("field__generation"))
    for field, value in rows.values_list("field_id", "value"):
        best[field] = max(value, best.get(field, value))
    found: dict[Hashable, int] = {}
    whole = SeatResult.objects.filter(field__in=fields, value__isnull=False)
    counted = whole.values_list("entrant_id", "field_id", "value").annotate(times=Count("pk"))
    for entrant, field, value, _times in counted:
        found[entrant] = found.get(entrant, 0) + (value == best.get(field))
    return found


def _seconds(fields: QuerySet[Field]) -> dict[Hashable, Fraction]:
    """The seconds that each entrant used a board, where boards were played by the server."""
    by_position = [
        When(position=position, then=Cast(KeyTextTransform(index, "play__time_used"), BIG))
        for index, position in enumerate(POSITIONS)
    ]
    seats = SeatResult.objects.filter(field__in=fields, part=0, play__time_used__isnull=False)
    summed = seats.values_list("entrant").annotate(used=Sum(Case(*by_position)), boards=Count("pk"))
    return {entrant: Fraction(ms, 1000 * boards) for entrant, ms, boards in summed.order_by()}


def _lot_key(stage: Stage) -> bytes:
    """The key that the committed secret of the stage's first session fixed."""
    session = stage.sessions.select_related("board_set").order_by("number").first()
    assert session is not None
    return lot_key(decrypt(session.board_set.secret_encrypted))

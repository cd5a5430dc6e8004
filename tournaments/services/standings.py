"""The standings of a stage from its counted fields: sums in the database, exact arithmetic here.

Owns the payload of a version. It reads the opened boards only, and writes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Count, F, QuerySet, Sum

from engine import comparison
from engine.comparison.rounding import shown, to_integer
from engine.comparison.rulings import Award, AwardedBoard, AwardScale, penalty, with_awards
from engine.comparison.standings import Line, RankBy, standings
from engine.comparison.totals import Total, exact_sum
from tournaments.formats import format_of
from tournaments.models import (
    Bye,
    Entrant,
    EntrantState,
    Field,
    FrequencyRow,
    Round,
    Ruling,
    RulingKind,
    SeatResult,
    Stage,
    VacantRanks,
)
from tournaments.qualification import carried
from tournaments.score_out import by_round_out
from tournaments.tie_chain import chain_of

from .recount_fields import stored_counts, table_of
from .team_standings import by_matches, ranks_by_matches

Manifest = dict[str, int]
Parts = defaultdict[str, defaultdict[int, list[Total]]]


@dataclass
class Sums:
    """What one entrant has by round: totals of the boards played, and points in all."""

    rounds: dict[int, Total] = field(default_factory=dict)
    points: Fraction = Fraction(0)

    @cached_property
    def own(self) -> Total:
        """The total of everything played, which holds no artificial score."""
        return Total.sum(self.rounds.values())


def manifest_of(stage: Stage) -> Manifest:
    """Return the newest generation of every counted field of an opened board, by field id."""
    fields = Field.objects.filter(stage=stage, board__opened_at__isnull=False, generation__gte=1)
    return {str(pk): number for pk, number in fields.order_by("pk").values_list("pk", "generation")}


def standings_payload(
    stage: Stage,
    previous: Mapping[str, int],
    *,
    live: bool = False,
    hidden: frozenset[str] = frozenset(),
    rescored: bool = False,
) -> dict[str, Any]:
    """Return the document of a standings version, from the newest count of the opened boards.

    With `rescored`, under `stage.method` whatever the fields were counted under: what would be.
    With `live`, all counted boards but the `hidden` ones: for directors only, never published.

    `previous` maps entrants' ids to the ranks of the version to compare with. In a row, `boards`
    counts the boards that the entrant played and `boards_awarded` those with an award, for a round
    sat out or by a ruling; `score` and `percentage` are over both, and less the penalties. The
    number of statements is constant; rows are proportional to entrants × rounds.
    """
    numbers = dict(Round.objects.filter(stage=stage).values_list("pk", "number"))
    counting = _counting(stage, live, hidden)
    sums = (_rescored if rescored else _sums)(stage, numbers, counting)
    sizes = _board_sizes(stage, counting)
    awards = _awards(stage, sizes, counting)
    penalties = _penalties(stage, sizes)
    entrants = [
        entrant
        for entrant in Entrant.objects.filter(event=stage.event_id).order_by("number")
        if entrant.state == EntrantState.ACTIVE or entrant.pk in sums or entrant.pk in awards
    ]
    brought = carried(stage)
    if stage.source_id is not None:
        drawn = _drawn(stage)
        entrants = [entrant for entrant in entrants if entrant.number in drawn]
    last = max((number for number, boards in sizes.items() if boards), default=0)
    rounds = {
        entrant.pk: _rounds(stage, sums[entrant.pk], awards[entrant.pk], last)
        for entrant in entrants
    }
    played = {pk: Total.sum(each) for pk, each in rounds.items()}
    totals = {
        pk: (each + brought.get(pk, Total())).adjusted(penalties[pk]) for pk, each in played.items()
    }
    raw = _raw_ranks(entrants, sums)
    by_id = {entrant.pk: entrant for entrant in entrants}
    points = {pk: each.points for pk, each in sums.items()}
    chain = chain_of(stage, counting, rounds, points)
    ranked = standings((Line(entrant.pk, totals[entrant.pk]) for entrant in entrants), chain)
    payload = {
        "method": comparison.get(stage.method).to_data(),
        "rows": [
            {
                "rank": row.rank,
                "entrant": row.entrant,
                "number": by_id[str(row.entrant)].number,
                "score": str(row.total.score),
                "percentage": _percentage(row.total),
                "boards": int(sums[str(row.entrant)].own.boards),
                "boards_awarded": int(
                    played[str(row.entrant)].boards - sums[str(row.entrant)].own.boards
                ),
                "top": None if row.total.top is None else str(row.total.top),
                "counted": str(row.total.boards),
                "carried": str(brought.get(str(row.entrant), Total()).score),
                "tie_breaks": [[each.step, each.text, each.decided] for each in row.tie_breaks],
                "rounds": [str(total.score) for total in rounds[str(row.entrant)]],
                "penalty": str(penalties[str(row.entrant)]),
                "points": to_integer(sums[str(row.entrant)].points),
                "raw_rank": raw[str(row.entrant)],
                "previous_rank": previous.get(str(row.entrant)),
            }
            for row in ranked
        ],
    }
    if format_of(stage.kind).score_out:
        payload = by_round_out(stage, payload)
    elif ranks_by_matches(stage):
        payload = by_matches(stage, payload, live=live, hidden=hidden)
    out = {pk for pk, each in by_id.items() if each.state == EntrantState.DISQUALIFIED}
    return without(payload, out, stage.event.disqualified_ranks) if out else payload


def without(payload: dict[str, Any], out: set[str], ranks: str) -> dict[str, Any]:
    """The payload without the rows of the disqualified, whose ranks close up or stay vacant."""
    rows = [row for row in payload["rows"] if row["entrant"] not in out]
    if ranks == VacantRanks.CLOSE:
        places = {
            name: Counter(row[name] for row in payload["rows"] if row["entrant"] in out)
            for name in ("rank", "raw_rank")
        }
        rows = [
            {
                **row,
                **{
                    name: row[name] - sum(n for rank, n in gone.items() if rank < row[name])
                    for name, gone in places.items()
                },
            }
            for row in rows
        ]
    return {**payload, "rows": rows, "disqualified": sorted(out)}


def _drawn(stage: Stage) -> set[int]:
    """The numbers of those whom the stage's draw has."""
    numbers = Stage.objects.values_list("movement__entrants", flat=True).get(pk=stage.pk)
    return set(numbers or ())


def _counting(stage: Stage, live: bool, hidden: frozenset[str]) -> QuerySet[Field]:
    """The fields that count: those of the opened boards, or all of them but the hidden ones."""
    fields = Field.objects.filter(stage=stage)
    if live:
        return fields.exclude(board__in=hidden) if hidden else fields
    return fields.filter(board__opened_at__isnull=False)


def _sums(
    stage: Stage, numbers: Mapping[str, int], counting: QuerySet[Field]
) -> defaultdict[str, Sums]:
    """Join seat results with the newest frequency tables, summed by entrant and round.

    Fractions are summed exactly: one row for each weight and pair of denominators. A split result
    counts each of its parts by its weight.
    """
    seat = "field__seat_results__"
    generation = "field__generations__"
    rows = (
        FrequencyRow.objects.filter(
            field__in=counting,
            generation=F("field__generation"),
            **{f"{generation}number": F("generation"), f"{seat}value": F("value")},
        )
        .order_by()
        .values_list(
            f"{seat}entrant",
            f"{seat}round",
            f"{seat}weight_numerator",
            f"{seat}weight_denominator",
            "score_denominator",
            f"{generation}top_denominator",
        )
        .annotate(
            score=Sum("score_numerator"),
            top=Sum(f"{generation}top_numerator"),
            points=Sum("value"),
            boards=Count("pk"),
        )
    )
    has_top = comparison.get(stage.method).has_top
    parts: Parts = defaultdict(lambda: defaultdict(list))
    plain: defaultdict[str, list[Fraction]] = defaultdict(list)
    for entrant, round_id, part, whole, score_by, top_by, score, top, points, boards in rows:
        total = Total(
            Fraction(part * int(score), whole * int(score_by)),
            Fraction(part * int(top), whole * int(top_by)) if has_top else None,
            Fraction(part * boards, whole),
        )
        parts[entrant][numbers[round_id]].append(total)
        plain[entrant].append(Fraction(part * int(points), whole))
    return _added(parts, plain)


def _rescored(
    stage: Stage, numbers: Mapping[str, int], counting: QuerySet[Field]
) -> defaultdict[str, Sums]:
    """The same sums under `stage.method`, from the weights of the newest frequency tables.

    Three statements; it reads a row for each seat, which the stored scores save.
    """
    has_top = comparison.get(stage.method).has_top
    fields = list(counting.filter(generation__gte=1))
    for each in fields:
        each.stage = stage
    stored = stored_counts(fields)
    tables = {
        each.pk: table_of(each, {value: weight for value, weight, _ in stored[each.pk].rows})
        for each in fields
    }
    scores = {pk: {value: score for value, _, score in table.rows} for pk, table in tables.items()}
    parts: Parts = defaultdict(lambda: defaultdict(list))
    plain: defaultdict[str, list[Fraction]] = defaultdict(list)
    rows = SeatResult.objects.filter(field__in=counting, value__isnull=False).values_list(
        "entrant_id", "round_id", "field_id", "value", "weight_numerator", "weight_denominator"
    )
    for entrant, round_id, field_id, value, share, whole in rows:
        assert value is not None
        score = scores.get(field_id, {}).get(value)
        if score is None:
            continue  # not counted yet
        weight = Fraction(share, whole)
        top = weight * tables[field_id].top if has_top else None
        parts[entrant][numbers[round_id]].append(Total(weight * score, top, weight))
        plain[entrant].append(weight * value)
    return _added(parts, plain)


def _added(
    parts: Mapping[str, Mapping[int, list[Total]]], plain: Mapping[str, list[Fraction]]
) -> defaultdict[str, Sums]:
    sums: defaultdict[str, Sums] = defaultdict(Sums)
    for entrant, by_round in parts.items():
        rounds = {number: Total.sum(totals) for number, totals in by_round.items()}
        sums[entrant] = Sums(rounds, exact_sum(plain[entrant]))
    return sums


def _awards(
    stage: Stage, sizes: Mapping[int, list[int]], counting: QuerySet[Field]
) -> defaultdict[str, defaultdict[int, list[AwardedBoard]]]:
    """Return the boards with an award by entrant and round: rounds sat out, and rulings."""
    awards: defaultdict[str, defaultdict[int, list[AwardedBoard]]] = defaultdict(
        lambda: defaultdict(list)
    )
    byes = Bye.objects.filter(round__stage=stage).values_list("entrant_id", "round__number")
    for entrant, number in byes:
        awards[entrant][number] = [AwardedBoard(Award.BYE, size) for size in sizes.get(number, ())]
    ruled = SeatResult.objects.filter(
        round__stage=stage, field__in=counting, value=None
    ).values_list("entrant_id", "round__number", "award", "field__expected")
    for entrant, number, award, size in ruled.order_by("pk"):
        awards[entrant][number].append(AwardedBoard(Award(award), max(size, 1)))
    return awards


def _penalties(stage: Stage, sizes: Mapping[int, list[int]]) -> defaultdict[str, Fraction]:
    """Return what each entrant loses by the penalties in force; a top is that of a full board."""
    method = comparison.get(stage.method)
    size = max((each for boards in sizes.values() for each in boards), default=1)
    penalties: defaultdict[str, Fraction] = defaultdict(Fraction)
    rows = Ruling.objects.filter(
        stage=stage, kind=RulingKind.PENALTY, reverses=None, reversed_by=None
    ).values_list("entrant_id", "data")
    for entrant, data in rows:
        penalties[str(entrant)] += penalty(method, Fraction(data["percentage"]), size)
    return penalties


def _board_sizes(stage: Stage, counting: QuerySet[Field]) -> dict[int, list[int]]:
    """Return for each round how many results each of its counted boards expects."""
    rounds = Round.objects.filter(stage=stage).values_list("number", "first_board", "last_board")
    boards = dict(
        counting.filter(generation__gte=1, position=1).values_list("board__number", "expected")
    )
    # Who sits out misses as many boards as a table has, however many the round has in all.
    own = format_of(stage.kind).own_deals
    most = stage.boards_per_round if own else None
    return {
        number: [boards[board] for board in range(first, last + 1) if boards.get(board)][:most]
        for number, first, last in rounds
    }


def _rounds(
    stage: Stage, sums: Sums, awards: Mapping[int, list[AwardedBoard]], last: int
) -> list[Total]:
    """Return the totals of rounds 1 to `last`, awards included."""
    method = comparison.get(stage.method)
    scale = AwardScale(bye=Fraction(stage.bye_award))
    own = sums.own
    totals = []
    for number in range(1, last + 1):
        total = sums.rounds.get(number, Total())
        if awards.get(number):
            awarded = with_awards(method, own, awards[number], scale)
            total += Total(
                awarded.score - own.score,
                None if awarded.top is None else awarded.top - (own.top or 0),
                awarded.boards - own.boards,
            )
        totals.append(total)
    return totals


def _raw_ranks(entrants: Iterable[Entrant], sums: Mapping[str, Sums]) -> dict[str, int]:
    """Return everybody's rank by plain points: the luck of the deal left in."""
    lines = [
        Line.of(entrant.pk, sums[entrant.pk].points, None, sums[entrant.pk].own.boards)
        for entrant in entrants
    ]
    return {str(row.entrant): row.rank for row in standings(lines, rank_by=RankBy.SCORE)}


def _percentage(total: Total) -> str:
    """Return the percentage with two decimals; empty without boards and in signed methods."""
    return "" if total.percentage is None else shown(total.percentage)

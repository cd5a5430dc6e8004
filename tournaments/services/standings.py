"""The standings of a stage from its counted fields, in exact arithmetic.

Owns the payload of a version. It reads the opened boards only, and writes nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from engine import comparison
from engine.comparison.rounding import shown, to_integer
from engine.comparison.rulings import Award, AwardedBoard, penalty, with_awards
from engine.comparison.standings import Line, RankBy, standings
from engine.comparison.totals import Total
from tournaments.awards import award_scale
from tournaments.formats import format_of, ranks_by_matches
from tournaments.models import (
    Bye,
    Entrant,
    EntrantState,
    Field,
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

from .entrant_sums import Sums, rescored_sums, stored_sums
from .team_standings import by_matches
from .title_points import with_title_points

Manifest = dict[str, int]
#: What somebody has who has nothing.
NOTHING = Total()


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
    counting = _counting(stage, live, hidden)
    sums = (rescored_sums if rescored else stored_sums)(stage, counting)
    sizes = _board_sizes(stage, counting)
    awards = _awards(stage, sizes, counting)
    penalties = _penalties(stage, sizes)
    entered = Entrant.objects.filter(event=stage.event_id).order_by("number")
    entrants = [
        entrant
        for entrant in entered.values_list("pk", "number", "state", "person__is_bot", named=True)
        if entrant.state == EntrantState.ACTIVE or entrant.pk in sums or entrant.pk in awards
    ]
    brought = carried(stage)
    matches_rank = ranks_by_matches(stage.kind, stage.scoring)
    boards_brought = {} if matches_rank else brought
    if stage.source_id is not None:
        drawn = _drawn(stage)
        entrants = [entrant for entrant in entrants if entrant.number in drawn]
    last = max((number for number, boards in sizes.items() if boards), default=0)
    rounds: dict[str, list[Fraction]] = {}
    played: dict[str, Total] = {}
    for entrant in entrants:
        rounds[entrant.pk], played[entrant.pk] = _rounds(
            stage, sums[entrant.pk], awards[entrant.pk], last
        )
    totals = {**played}
    for pk in boards_brought.keys() & totals.keys():
        totals[pk] += boards_brought[pk]
    for pk in penalties.keys() & totals.keys():
        totals[pk] = totals[pk].adjusted(penalties[pk])
    raw = _raw_ranks((entrant.pk for entrant in entrants), sums)
    by_id = {entrant.pk: entrant for entrant in entrants}
    points = {pk: each.points for pk, each in sums.items()}
    chain = chain_of(stage, counting, rounds, totals, points)
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
                "carried": str(brought.get(str(row.entrant), NOTHING).score),
                "tie_breaks": [[each.step, each.text, each.decided] for each in row.tie_breaks],
                "rounds": [str(score) for score in rounds[str(row.entrant)]],
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
    elif matches_rank:
        payload = by_matches(stage, payload, brought, live=live, hidden=hidden)
    house = {pk for pk, each in by_id.items() if each.person__is_bot}
    if house:
        payload = without(payload, house, VacantRanks.CLOSE)
    out = {pk for pk, each in by_id.items() if each.state == EntrantState.DISQUALIFIED} - house
    if out:
        payload = without(payload, out, stage.event.disqualified_ranks)
        payload["disqualified"] = sorted(out)
    return with_title_points(payload, stage.title_points)


def without(payload: dict[str, Any], out: set[str], ranks: str) -> dict[str, Any]:
    """The payload without the rows of those not ranked, whose ranks close up or stay vacant."""
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
    return {**payload, "rows": rows}


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


def _awards(
    stage: Stage, sizes: Mapping[int, list[int]], counting: QuerySet[Field]
) -> defaultdict[str, defaultdict[int, list[AwardedBoard]]]:
    """Return the boards with an award by entrant and round: rounds sat out, and rulings.

    Who sits out has an award for each result that is missed, so that a round weighs the same.
    """
    awards: defaultdict[str, defaultdict[int, list[AwardedBoard]]] = defaultdict(
        lambda: defaultdict(list)
    )
    byes = Bye.objects.filter(round__stage=stage).values_list("entrant_id", "round__number")
    for entrant, number in byes:
        missed = [AwardedBoard(Award.BYE, size) for size in sizes.get(number, ())]
        awards[entrant][number] = missed * format_of(stage.kind).results_of_a_board
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
) -> tuple[list[Fraction], Total]:
    """Return the scores of rounds 1 to `last`, and the total of all; awards included."""
    if not awards:
        return sums.scores(last), sums.own
    method = comparison.get(stage.method)
    scale = award_scale(stage)
    own = sums.own
    totals = []
    for number in range(1, last + 1):
        total = sums.of_round(number)
        if awards.get(number):
            awarded = with_awards(method, own, awards[number], scale)
            total += Total(
                awarded.score - own.score,
                None if awarded.top is None else awarded.top - (own.top or 0),
                awarded.boards - own.boards,
            )
        totals.append(total)
    return [total.score for total in totals], Total.sum(totals)


def _raw_ranks(entrants: Iterable[str], sums: Mapping[str, Sums]) -> dict[str, int]:
    """Return everybody's rank by plain points: the luck of the deal left in."""
    lines = [Line.of(pk, sums[pk].points, None, sums[pk].own.boards) for pk in entrants]
    return {str(row.entrant): row.rank for row in standings(lines, rank_by=RankBy.SCORE)}


def _percentage(total: Total) -> str:
    """Return the percentage with two decimals; empty without boards and in signed methods."""
    return "" if total.percentage is None else shown(total.percentage)

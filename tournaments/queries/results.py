"""Results of opened boards with the comparison scores of one edition."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from engine.comparison.rounding import to_integer
from engine.movements.four_a_side import holders
from engine.result import Result as Facts
from games.models import Result, Seat
from tournaments.formats import format_of
from tournaments.models import SeatResult

from .edition import Edition, FieldRef
from .frequency import FrequencyTable
from .past_seats import Seats, moved_seats, rulings_then
from .people import EntrantRef, entrants_of, sitters_of


@dataclass(frozen=True, slots=True)
class SeatScore:
    """How a play came out for one seat.

    `player` names who sat there for the entrant, if it was somebody else.
    `role` is landlord, farmer, or None for a passed-out board. `cards` is what the field
    averaged in this position, `play` what was added to it: `points` = `cards` + `play`, rounded.
    `score` of `top` is the comparison score, `percentage` (0–100) the same; None if there is none.
    `ruling` is what a director made of it: an award ("average_plus"; its points are 0, its score
    stands in the standings only), "assigned" or "weighted" (the points are the mean of those);
    `outcomes` are (points, weight) of these two. `compared` is how many results the field has, this
    one among them.
    """

    position: int
    letter: str
    entrant: EntrantRef
    player: str | None
    role: str | None
    points: int
    score: Fraction | None
    top: Fraction
    percentage: Fraction | None
    cards: Fraction | None
    play: Fraction | None
    ruling: str | None = None
    compared: int = 0
    outcomes: tuple[tuple[int, Fraction], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayResult:
    """A finished play of an opened board: its facts (`engine.result.Result`), and each position.

    `mapping` says which hand each position held: "123", or another after a mix-up.
    """

    play_id: str
    table: int
    board: int
    round: int | None
    facts: Facts
    mapping: str
    seats: tuple[SeatScore, ...]


def results_of(
    edition: Edition,
    fields: Sequence[FieldRef],
    *,
    tables: Mapping[int, FrequencyTable],
    entrant_id: str | None = None,
    play_id: str | None = None,
    table: int | None = None,
) -> tuple[PlayResult, ...]:
    """The results that `fields` count, by board and table; six statements, or up to ten.

    `entrant_id` keeps the plays of one entrant, `play_id` one play, `table` those of a table. Only
    results that the edition's generations have counted are there: the first of each field, as many
    as it counts, in the seats and with the hands that counted then.
    """
    refs = {field.id: field for field in fields}
    then = rulings_then(edition, {field.board_id for field in fields})
    moved = moved_seats(edition, fields, then, entrant_id=entrant_id, play_id=play_id, table=table)
    wanted: dict[str, Any] = {
        "play__seat_results__entrant_id": entrant_id,
        "play_id": play_id,
        "play__table__number": table,
    }
    seats = _counted_seats(refs, tables, moved, {k: v for k, v in wanted.items() if v is not None})
    revisions = _revisions(seats)
    sitters = sitters_of(Seat.objects.filter(table__plays__in=list(seats)).distinct())
    ruled = then.scores
    entrants = {who for mine in seats.values() for _, _, who in mine}
    people = entrants_of(edition.event_id, entrants)
    found = []
    for id_, mine in seats.items():
        if id_ not in revisions:
            continue  # an award for a board that was not played
        rulings = ruled.get(id_, {})
        by_position = {
            position: tables[field] for position, field, _ in mine if str(position) not in rulings
        }
        told = _told(revisions[id_], by_position, edition.published_at)
        facts = Facts.from_data(told.facts)
        if format_of(edition.kind).partners:
            told = replace(told, positions=holders(told.positions, facts.landlord))
        found.append(
            PlayResult(
                play_id=id_,
                table=told.table,
                board=told.board,
                round=told.round,
                facts=facts,
                mapping=tables[mine[0][1]].field.mapping,
                seats=tuple(
                    _seat(tables[field], position, told, people[who], sitters, facts, rulings)
                    for position, field, who in sorted(mine)
                ),
            )
        )
    return tuple(sorted(found, key=lambda each: (each.board, each.table)))


def _counted_seats(
    refs: Mapping[int, FieldRef],
    tables: Mapping[int, FrequencyTable],
    moved: Mapping[str, Seats],
    wanted: Mapping[str, Any],
) -> dict[str, Seats]:
    """(position, field, entrant) of every counted seat by play, of those `wanted`."""
    rows = SeatResult.objects.filter(field_id__in=list(refs), **wanted).exclude(play__in=moved)
    late = _not_counted(refs, tables, moved)
    seats: dict[str, Seats] = {play: mine for play, mine in moved.items() if mine}
    for id_, play, position, field_id, entrant in rows.values_list(
        "id", "play_id", "position", "field_id", "entrant_id"
    ):
        if id_ not in late:
            mine = seats.setdefault(play, [])
            if (position, field_id, entrant) not in mine:  # a split result has several parts
                mine.append((position, field_id, entrant))
    return seats


def _not_counted(
    refs: Mapping[int, FieldRef],
    tables: Mapping[int, FrequencyTable],
    moved: Collection[str],
) -> frozenset[int]:
    """Seat results that came after the count of their field: a board opened before its last table.

    Results of a board are written one after the other, so a count knows the first of them.
    """
    partial = [id_ for id_, field in refs.items() if tables[id_].results < field.expected]
    if not partial:
        return frozenset()
    by_field: dict[int, list[int]] = {}
    rows = SeatResult.objects.filter(field_id__in=partial, award="", part=0).order_by("id")
    rows = rows.exclude(play__in=moved)
    for id_, field_id in rows.values_list("id", "field_id"):
        by_field.setdefault(field_id, []).append(id_)
    return frozenset(id_ for field, ids in by_field.items() for id_ in ids[tables[field].results :])


@dataclass(frozen=True, slots=True)
class _Revision:
    """A result as it was at some time, with where it was played."""

    facts: dict[str, Any]
    points: dict[str, int]
    at: datetime
    table_id: str
    table: int
    round: int
    positions: str
    board: int


def _revisions(plays: Iterable[str]) -> dict[str, list[_Revision]]:
    """All revisions of the results of `plays`, the oldest first."""
    found: dict[str, list[_Revision]] = {}
    rows = Result.objects.filter(play_id__in=list(plays)).order_by("revision")
    for play, *columns in rows.values_list(
        "play_id",
        "facts",
        "points",
        "at",
        "play__table_id",
        "play__table__number",
        "play__table__round_table__round__number",
        "play__positions",
        "play__board__number",
    ):
        found.setdefault(play, []).append(_Revision(*columns))
    return found


def _told(
    revisions: Sequence[_Revision], tables: Mapping[int, FrequencyTable], at: datetime | None
) -> _Revision:
    """The revision that a version published at `at` counts: the last one before, if it was in time.

    Later ones with the same points say better how these came about, so they are told.
    """

    def counts(revision: _Revision) -> bool:
        return all(tables[place].line(revision.points[str(place)]) for place in tables)

    known = [each for each in revisions if at is not None and each.at <= at and counts(each)]
    chosen = known[-1] if known else revisions[0]
    for later in revisions[revisions.index(chosen) + 1 :]:
        if later.points != chosen.points:
            break
        chosen = later
    return chosen


def _seat(
    table: FrequencyTable,
    position: int,
    told: _Revision,
    entrant: EntrantRef,
    sitters: Mapping[tuple[str, str], str],
    facts: Facts,
    rulings: Mapping[str, Any],
) -> SeatScore:
    points = told.points[str(position)]
    letter = told.positions[position - 1]
    line = table.line(points)
    score = line.score if line else None
    percentage = line.percentage if line else None
    average, ruling, exact = table.average, None, Fraction(points)
    if str(position) in rulings:
        exact, score, ruling = _ruled_score(table, rulings[str(position)])
        percentage = 100 * score / table.top if score is not None and table.top else None
        average = None if score is None else average
    role = None
    if facts.landlord is not None:
        role = "landlord" if facts.landlord == position else "farmer"
    return SeatScore(
        position=position,
        letter=letter,
        entrant=entrant,
        player=sitters.get((told.table_id, letter)),
        role=role,
        points=to_integer(exact),
        score=score,
        top=table.top,
        percentage=percentage,
        cards=average,
        play=None if average is None else exact - average,
        ruling=ruling,
        compared=table.results,
        outcomes=_outcomes(rulings.get(str(position), {})),
    )


def _outcomes(ruled: Mapping[str, Any]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((value, Fraction(weight)) for value, weight in ruled.get("outcomes", ()))


def _ruled_score(
    table: FrequencyTable, ruled: Mapping[str, Any]
) -> tuple[Fraction, Fraction | None, str]:
    """(points, score, kind) of an adjusted position; all exact."""
    if "award" in ruled:
        return Fraction(0), None, ruled["award"]
    outcomes = [(value, weight, table.line(value)) for value, weight in _outcomes(ruled)]
    mean = sum((value * weight for value, weight, _ in outcomes), Fraction(0))
    score: Fraction | None = Fraction(0)
    for _, weight, line in outcomes:
        score = None if line is None or score is None else score + weight * line.score
    return mean, score, "assigned" if len(outcomes) == 1 else "weighted"

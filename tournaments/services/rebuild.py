"""Derive everything of an event again from logs and results; compare it, or put it right.

Owns the order of derivation: log, result, points, seat results, fields, frequency tables,
standings. No fact is ever written: a log or a result that is wrong in itself is only reported.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from engine.hand import Result as Facts
from engine.payoff import points
from games.db import write_transaction
from games.models import Play, PlayState, Result, ResultSource
from games.policy import TablePolicy
from games.services.replay import check_play
from tournaments.models import DirtyMark, Event, Failure, Field, SeatResult, Stage

from .actors import SYSTEM, Actor
from .audit import record
from .opening import mark_standings_due
from .publish_standings import SPACING, Outcome, is_same, publish_standings
from .recount_fields import count_fields, recount_fields, stored_counts
from .seat_results import (
    SeatKey,
    SeatValue,
    derived_seats,
    expected_results,
    stored_seats,
    write_seats,
)
from .standings import manifest_of, standings_payload

#: Seat results, fields, standings.
PARTS_OF_A_STAGE = 3


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that does not follow from the facts. `kind` is stable, for machines."""

    kind: str
    target: str
    stored: Any
    derived: Any


@dataclass
class Report:
    """What was derived again, and every difference found (before anything was put right)."""

    plays: int = 0
    results: int = 0
    fields: int = 0
    stages: int = 0
    differences: list[Difference] = field(default_factory=list)

    def to_data(self) -> dict[str, Any]:
        """The report as JSON-able data; what has no JSON form is printed."""
        data = asdict(self)
        for each in data["differences"]:
            each["stored"], each["derived"] = str(each["stored"]), str(each["derived"])
        return data


def rebuild(
    event: Event,
    *,
    actor: Actor = SYSTEM,
    rewrite: bool = False,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Report:
    """Derive an event anew and report every difference; with `rewrite`, store what was derived.

    Differences are exact, bit for bit. While a game is going on, work that waits for the worker
    shows as `pending`. `progress` is told after each part how many are done and how many there
    are: every play, and three of each stage. Raises NotPermitted.
    """
    actor.require(event)
    report = Report()
    stages = list(event.stages.defer("movement", "certificate").order_by("number"))
    whole = sum(_plays(stage).count() + PARTS_OF_A_STAGE for stage in stages)
    done = count(1)

    def step() -> None:
        progress(next(done), whole)

    for stage in stages:
        report.stages += 1
        _check_plays(stage, report, step)
        seats = _check_seat_results(stage, report)
        step()
        counts = _check_fields(stage, report)
        step()
        if rewrite and (seats or counts):
            _write(stage, seats, counts)
        _check_standings(stage, report)
        if rewrite and report.differences:
            _publish(stage)
        step()
    if rewrite:
        after = {"differences": len(report.differences)}
        record(event, actor, "rebuild", f"event:{event.pk}", after=after)
    return report


def _plays(stage: Stage) -> QuerySet[Play]:
    """The plays of a stage that have begun."""
    plays = Play.objects.filter(table__round_table__round__stage=stage)
    return plays.exclude(state__in=[PlayState.SCHEDULED, PlayState.NOT_PLAYED])


def _check_plays(stage: Stage, report: Report, step: Callable[[], None]) -> None:
    """Replay every log; derive the points of every result from its facts."""
    plays = (
        _plays(stage)
        .select_related("table", "board__board_set")
        .prefetch_related("results")
        .order_by("table__round_table__round__number", "table__number", "order")
    )
    for play in plays.iterator(chunk_size=200):
        report.plays += 1
        results = list(play.results.all())
        if not results or any(each.source == ResultSource.LOG for each in results):
            for found in check_play(play):
                difference = Difference("log", f"play:{play.pk}", found.stored, found.derived)
                report.differences.append(difference)
        for result in results:
            report.results += 1
            derived = _points(play, result)
            if derived != result.points:
                difference = Difference("points", f"play:{play.pk}", result.points, derived)
                report.differences.append(difference)
        step()


def _points(play: Play, result: Result) -> dict[str, int]:
    policy = TablePolicy.from_data(play.table.policy)
    signed = points(Facts.from_data(result.facts), policy.rules(), policy.bet)
    return {str(position): value for position, value in signed.items()}


def _check_seat_results(stage: Stage, report: Report) -> dict[SeatKey, SeatValue | None]:
    """Return what seat results must become, only those that differ; None for one that must go."""
    derived, stored = derived_seats(stage.pk), stored_seats(stage.pk)
    wrong: dict[SeatKey, SeatValue | None] = {}
    for key in sorted(derived.keys() | stored.keys()):
        if derived.get(key) != stored.get(key):
            target = ":".join(map(str, ("play", *key)))
            difference = Difference("seat_result", target, stored.get(key), derived.get(key))
            report.differences.append(difference)
            wrong[key] = derived.get(key)
    return wrong


def _check_fields(stage: Stage, report: Report) -> dict[int, int]:
    """Return the fields to count again, with the number of results that each must expect."""
    scheduled = expected_results(stage.pk)
    wrong: dict[int, int] = {}
    fields = Field.objects.filter(stage=stage).select_related("stage")
    fields = fields.defer("stage__movement", "stage__certificate")
    stored_tables, derived_tables = stored_counts(fields), count_fields(fields)
    marked = set(DirtyMark.objects.filter(field__stage=stage).values_list("field_id", flat=True))
    for each in fields:
        report.fields += 1
        target = f"field:{each.pk}"
        found = []
        if each.expected != scheduled[each.board_id]:
            found.append(Difference("expected", target, each.expected, scheduled[each.board_id]))
        if each.pk in marked:
            found.append(Difference("pending", target, "marked", "counted"))
        else:
            stored, derived = stored_tables.get(each.pk), derived_tables[each.pk]
            if stored != derived and (stored is not None or derived.results):
                found.append(Difference("frequency_table", target, stored, derived))
        if found:
            report.differences += found
            wrong[each.pk] = scheduled[each.board_id]
    return wrong


def _write(stage: Stage, seats: dict[SeatKey, SeatValue | None], counts: dict[int, int]) -> None:
    """Store derived seat results, mark every field that they or the counts concern, and count."""
    with write_transaction():
        before = SeatResult.objects.filter(round__stage=stage, play__in={key[0] for key in seats})
        concerned = set(before.values_list("field_id", flat=True)) | counts.keys()
        concerned |= {value.field_id for value in seats.values() if value is not None}
        write_seats(seats)
        for field_id, expected in counts.items():
            Field.objects.filter(pk=field_id).update(expected=expected)
        DirtyMark.objects.bulk_create(
            [DirtyMark(field_id=field_id, cause="rebuild") for field_id in sorted(concerned)]
        )
        Failure.objects.filter(field__in=concerned).delete()
    recount_fields(concerned)


def _check_standings(stage: Stage, report: Report) -> None:
    """Compare the newest version with the standings of the facts as they are stored now."""
    manifest = manifest_of(stage)
    last = stage.versions.order_by("-number").first()
    if last is None and not manifest:
        return
    derived = standings_payload(stage, {})
    target = f"stage:{stage.pk}"
    if last is None:
        report.differences.append(Difference("standings", target, None, derived))
    elif last.manifest != manifest or not is_same(last.payload, derived):
        report.differences.append(Difference("standings", target, last.payload, derived))


def _publish(stage: Stage) -> None:
    with write_transaction():
        mark_standings_due(stage.pk, timezone.now())
    while publish_standings(stage.pk) in (Outcome.TOO_EARLY, Outcome.INCOMPLETE):
        time.sleep(SPACING.total_seconds())

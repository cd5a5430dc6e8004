"""Derive everything of an event again from logs and results; compare it, or put it right.

Owns the order of derivation: log, result, points, seat results, fields, frequency tables,
standings. No fact is ever written: a log or a result that is wrong in itself is only reported.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from engine.hand import Result as Facts
from engine.payoff import points
from games.db import write_transaction
from games.models import Play, PlayState, Result, ResultSource, Seat
from games.policy import TablePolicy
from games.services.replay import check_play
from tournaments.models import DirtyMark, Event, Field, SeatResult, Stage

from .actors import SYSTEM, Actor
from .audit import record
from .opening import mark_standings_due
from .publish_standings import SPACING, Outcome, is_same, publish_standings
from .recount_field import count_field, recount_field, stored_count
from .standings import manifest_of, standings_payload

BATCH = 1000


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
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """Derive an event anew and report every difference; with `rewrite`, store what was derived.

    Differences are exact, bit for bit. While a game is going on, work that waits for the worker
    shows as `pending`. `progress` is told each part that is done. Raises NotPermitted.
    """
    actor.require(event)
    report = Report()
    for stage in event.stages.defer("movement", "certificate").order_by("number"):
        report.stages += 1
        _check_plays(stage, report, progress)
        seats = _check_seat_results(stage, report)
        progress("seat results")
        counts = _check_fields(stage, report)
        progress("fields")
        if rewrite and (seats or counts):
            _write(stage, seats, counts)
        _check_standings(stage, report)
        if rewrite and report.differences:
            _publish(stage)
        progress("standings")
    if rewrite:
        after = {"differences": len(report.differences)}
        record(event, actor, "rebuild", f"event:{event.pk}", after=after)
    return report


def _check_plays(stage: Stage, report: Report, progress: Callable[[str], None]) -> None:
    """Replay every log; derive the points of every result from its facts."""
    plays = (
        Play.objects.filter(table__round_table__round__stage=stage)
        .exclude(state=PlayState.SCHEDULED)
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
        progress("play")


def _points(play: Play, result: Result) -> dict[str, int]:
    policy = TablePolicy.from_data(play.table.policy)
    signed = points(Facts.from_data(result.facts), policy.rules(), policy.bet)
    return {str(position): value for position, value in signed.items()}


SeatKey = tuple[str, int]
SeatValue = tuple[int, str, str, int]


def _check_seat_results(stage: Stage, report: Report) -> dict[SeatKey, SeatValue | None]:
    """Return what seat results must become: (play, position) → (field, entrant, round, value).

    Only what differs is returned; None stands for a row that must go.
    """
    derived = dict(_derived_seats(stage))
    stored: dict[SeatKey, SeatValue] = {
        (play, position): (field_id, entrant, round_id, value)
        for play, position, field_id, entrant, round_id, value in SeatResult.objects.filter(
            round__stage=stage
        ).values_list("play_id", "position", "field_id", "entrant_id", "round_id", "value")
    }
    wrong: dict[SeatKey, SeatValue | None] = {}
    for key in sorted(derived.keys() | stored.keys()):
        if derived.get(key) != stored.get(key):
            target = f"play:{key[0]}:{key[1]}"
            difference = Difference("seat_result", target, stored.get(key), derived.get(key))
            report.differences.append(difference)
            wrong[key] = derived.get(key)
    return wrong


def _derived_seats(stage: Stage) -> Iterator[tuple[SeatKey, SeatValue]]:
    of_stage = {"table__round_table__round__stage": stage}
    entrants: dict[tuple[str, str], str] = {
        (table, letter): entrant
        for table, letter, entrant in Seat.objects.filter(**of_stage).values_list(
            "table_id", "letter", "sitting__entrant_id"
        )
    }
    fields = {
        (board, mapping, position): pk
        for board, mapping, position, pk in Field.objects.filter(stage=stage).values_list(
            "board_id", "mapping", "position", "pk"
        )
    }
    rows = Result.objects.filter(is_current=True, play__table__round_table__round__stage=stage)
    for play, table, board, positions, round_id, values in rows.values_list(
        "play_id",
        "play__table_id",
        "play__board_id",
        "play__positions",
        "play__table__round_table__round_id",
        "points",
    ):
        mapping = "".join(str(position + 1) for position in range(len(positions)))
        for position, letter in enumerate(positions, start=1):
            entrant = entrants[table, letter]
            field_id = fields[board, mapping, position]
            yield (play, position), (field_id, entrant, round_id, values[str(position)])


def _check_fields(stage: Stage, report: Report) -> dict[int, int]:
    """Return the fields to count again, with the number of results that each must expect."""
    plays = Count("board__plays", filter=~Q(board__plays__state=PlayState.NOT_PLAYED))
    wrong: dict[int, int] = {}
    fields = Field.objects.filter(stage=stage).annotate(scheduled=plays)
    for each in fields.select_related("stage").defer("stage__movement", "stage__certificate"):
        report.fields += 1
        target = f"field:{each.pk}"
        found = []
        if each.expected != each.scheduled:
            found.append(Difference("expected", target, each.expected, each.scheduled))
        if DirtyMark.objects.filter(field=each).exists():
            found.append(Difference("pending", target, "marked", "counted"))
        else:
            stored, derived = stored_count(each), count_field(each)
            if stored != derived and (stored is not None or derived.results):
                found.append(Difference("frequency_table", target, stored, derived))
        if found:
            report.differences += found
            wrong[each.pk] = each.scheduled
    return wrong


def _write(stage: Stage, seats: dict[SeatKey, SeatValue | None], counts: dict[int, int]) -> None:
    """Store derived seat results, mark every field that they or the counts concern, and count."""
    with write_transaction():
        before = SeatResult.objects.filter(round__stage=stage, play__in={play for play, _ in seats})
        concerned = set(before.values_list("field_id", flat=True)) | counts.keys()
        concerned |= {value[0] for value in seats.values() if value is not None}
        for (play, position), value in seats.items():
            if value is None:
                SeatResult.objects.filter(play=play, position=position).delete()
        SeatResult.objects.bulk_create(
            [
                SeatResult(
                    play_id=play,
                    position=position,
                    field_id=value[0],
                    entrant_id=value[1],
                    round_id=value[2],
                    value=value[3],
                )
                for (play, position), value in seats.items()
                if value is not None
            ],
            update_conflicts=True,
            unique_fields=["play", "position"],
            update_fields=["field", "entrant", "round", "value"],
            batch_size=BATCH,
        )
        for field_id, expected in counts.items():
            Field.objects.filter(pk=field_id).update(expected=expected)
        DirtyMark.objects.bulk_create(
            [DirtyMark(field_id=field_id, cause="rebuild") for field_id in sorted(concerned)]
        )
    for field_id in sorted(concerned):
        recount_field(field_id)


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

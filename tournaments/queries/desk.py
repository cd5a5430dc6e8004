"""One table, and the lists of the director's console. For directors only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from engine.result import Result as Facts
from games.models import Call, Dispute, LogEntry, Play, PlayState, Report, ReportState, Result, Seat
from games.models.calls import LIVE_CALLS
from tournaments.models import (
    ApiKey,
    Entrant,
    Event,
    Incident,
    RoundTable,
    Ruling,
    RulingKind,
)

from .calls import told_call

LOG_LINES = 60


@dataclass(frozen=True, slots=True)
class DeskSeat:
    """A chair: who sits there, and for whom if it is somebody else."""

    letter: str
    name: str
    entrant: Entrant
    bot: str = ""


@dataclass(frozen=True, slots=True)
class DeskBoard:
    """A board at the table: its state, result, and the rulings on it (newest first).

    Of a board that `is_hidden` from who asks there is its state only.
    """

    play: Play
    number: int
    facts: Facts | None
    points: tuple[tuple[int, str, int | None], ...]
    rulings: tuple[Ruling, ...]
    disputes: tuple[Dispute, ...]
    report: Report | None
    incidents: tuple[Incident, ...]
    is_hidden: bool = False

    @property
    def may_be_broken_off(self) -> bool:
        """Whether it is in play and counts for nobody: withdrawn, or every position is ruled."""
        in_force = [each for each in self.rulings if not hasattr(each, "reversed_by")]
        scores = [each.data["positions"] for each in in_force if each.kind == RulingKind.SCORES]
        is_ruled = bool(scores) and len(scores[0]) >= len(self.points)
        is_withdrawn = any(each.kind == RulingKind.WITHDRAWN for each in in_force)
        return self.play.state == PlayState.PLAYING and (is_ruled or is_withdrawn)

    @property
    def reported(self) -> Facts | None:
        """The facts of the report that waits."""
        return None if self.report is None else Facts.from_data(self.report.facts)


@dataclass(frozen=True, slots=True)
class Desk:
    """A table of a round with all that a director decides about."""

    table: RoundTable
    seats: tuple[DeskSeat, ...]
    boards: tuple[DeskBoard, ...]
    log: tuple[LogEntry, ...]
    calls: tuple[Call, ...]

    @property
    def seq(self) -> int | None:
        """The seq of the board in play; None while none is, and of a hidden one."""
        playing = (
            each.play.seq
            for each in self.boards
            if each.play.state == PlayState.PLAYING and not each.is_hidden
        )
        return next(playing, None)


def desk(
    event: Event,
    round_number: int,
    number: int,
    hidden: frozenset[str] = frozenset(),
    *,
    stage: int | None = None,
) -> Desk | None:
    """Table `number` of a round; None if there is none. Eleven statements.

    `stage` is the number of its stage; without it, it is the newest that has such a table.
    Of the boards in `hidden` it tells no result, ruling, reason or log.
    """
    tables = RoundTable.objects.filter(
        round__stage__event=event, round__number=round_number, number=number
    )
    if stage is not None:
        tables = tables.filter(round__stage__number=stage)
    found = (
        tables.select_related("round__stage", "table")
        .defer("round__stage__movement", "round__stage__certificate")
        .order_by("-round__stage__number")
        .first()
    )
    if found is None:
        return None
    seats = Seat.objects.filter(table=found.table_id).order_by("letter")
    seats = seats.select_related("player__person", "sitting__entrant__person")
    plays = list(
        Play.objects.filter(table=found.table_id).select_related("board", "table").order_by("order")
    )
    told = [play for play in plays if play.board_id not in hidden]
    results = {
        result.play_id: result for result in Result.objects.filter(play__in=told, is_current=True)
    }
    rulings: dict[str, list[Ruling]] = {}
    play_of = {play.board_id: play.pk for play in told}
    about = Q(play__in=told) | Q(play=None, board__in=play_of, stage=found.round.stage_id)
    rows = Ruling.objects.filter(about, reverses=None).select_related("reversed_by")
    for ruling in rows.order_by("-pk"):
        rulings.setdefault(ruling.play_id or play_of[str(ruling.board_id)], []).append(ruling)
    incidents: dict[str, list[Incident]] = {}
    found_incidents = Incident.objects.filter(play__in=told, reverses=None)
    for incident in found_incidents.select_related("reversed_by", "ruling").order_by("-pk"):
        incidents.setdefault(incident.play_id, []).append(incident)
    disputes: dict[str, list[Dispute]] = {}
    for dispute in Dispute.objects.filter(play__in=told, settlement="").order_by("pk"):
        disputes.setdefault(str(dispute.play_id), []).append(dispute)
    waits = [ReportState.WAITING, ReportState.DISPUTED]
    reported = Report.objects.filter(play__in=told, state__in=waits)
    reports = {each.play_id: each for each in reported.prefetch_related("confirmations")}
    entries = LogEntry.objects.filter(table=found.table_id)
    if hidden:
        entries = entries.exclude(play__board__in=hidden)
    log = entries.order_by("-number")[:LOG_LINES]
    return Desk(
        table=found,
        seats=tuple(
            DeskSeat(seat.letter, seat.player.person.name, seat.sitting.entrant, seat.bot)
            for seat in seats
        ),
        boards=tuple(
            _board(
                play,
                results.get(play.pk),
                rulings.get(play.pk, []),
                disputes.get(play.pk, []),
                reports.get(play.pk),
                incidents.get(play.pk, []),
                play.board_id in hidden,
            )
            for play in plays
        ),
        log=tuple(log),
        calls=tuple(
            told_call(call, hidden)
            for call in Call.objects.filter(table=found.table_id, state__in=LIVE_CALLS)
            .select_related("player__person", "play")
            .order_by("at")
        ),
    )


def _board(
    play: Play,
    result: Result | None,
    rulings: list[Ruling],
    disputes: list[Dispute],
    report: Report | None,
    incidents: list[Incident],
    is_hidden: bool,
) -> DeskBoard:
    points: dict[str, Any] = {} if result is None else result.points
    holders = play.holders(None if result is None else result.facts["landlord"])
    return DeskBoard(
        play=play,
        number=play.board.number,
        facts=None if result is None else Facts.from_data(result.facts),
        points=tuple(
            (position, letter, points.get(str(position)))
            for position, letter in enumerate(holders, start=1)
        ),
        rulings=tuple(rulings),
        disputes=tuple(disputes),
        report=report,
        incidents=tuple(incidents),
        is_hidden=is_hidden,
    )


def actor_names(references: set[str]) -> dict[str, str]:
    """What to call whoever acted: a user's sign-in name, a key's label; two statements.

    Of an event that was brought in: the number of the account or key, and whose.
    """
    ids: dict[str, list[int]] = {"user": [], "key": []}
    elsewhere = {}
    for reference in references:
        kind, _colon, number = reference.partition(":")
        if kind in ids and number.isdigit():
            ids[kind].append(int(number))
        elif kind in ids and "@" in number:
            elsewhere[reference] = _elsewhere(kind, *number.split("@", 1))
    users = User.objects.filter(pk__in=ids["user"]).values_list("pk", "username")
    keys = ApiKey.objects.filter(pk__in=ids["key"]).values_list("pk", "label")
    named = {f"user:{pk}": name for pk, name in users} | {f"key:{pk}": label for pk, label in keys}
    return named | elsewhere


def _elsewhere(kind: str, number: str, key: str) -> str:
    words = {"number": number, "key": key}
    if kind == "key":
        return _("API key %(number)s elsewhere (%(key)s)") % words
    return _("account %(number)s elsewhere (%(key)s)") % words

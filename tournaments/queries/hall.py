"""The hall as the director's console shows it: every table of a round, and what needs somebody.

For directors only: it tells how far each table has come. It decides nothing; a constant number of
statements at any size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.models import (
    Call,
    Dispute,
    LogEntry,
    MisfitReport,
    Play,
    PlayerToken,
    PlayState,
    Report,
    ReportState,
    Seat,
)
from games.models.calls import LIVE_CALLS
from games.models.plays import ENDED, UNFINISHED
from tournaments.models import Event, Round, RoundState, RoundTable, Ruling
from tournaments.stage_ends import stage_to_direct

from .calls import told_call

TABLES_A_PAGE = 60
MOST_NEEDS = 40
#: A table at which nobody has done anything for so long wants a look.
IDLE = timedelta(minutes=3)
#: A report that so long nobody has confirmed does.
UNCONFIRMED = timedelta(minutes=3)
_ENDED = Q(table__plays__state__in=ENDED)


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table: `done` of `total` boards, the number of the board `playing` (None: none now).

    Boards that are not played, such as the extra ones of a match that is not tied, are in neither.

    `lag` is how many boards it is behind half of the tables. `names` are by seat.
    """

    id: str
    number: int
    done: int
    total: int
    playing: int | None
    lag: int
    state: str
    names: tuple[str, ...]
    calls: bool

    @property
    def marks(self) -> str:
        """A dot for each board: done or not."""
        return "●" * self.done + "○" * (self.total - self.done)


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for a director at a table.

    `kind` is call, dispute, misfit (a report that does not fit the cards), unconfirmed, idle,
    late or absent; `text` is what the sentence names: a reason, a board, boards, seats.
    """

    kind: str
    table: int
    text: str
    since: Any


@dataclass(frozen=True, slots=True)
class Hall:
    """A round under way, or the newest one; `tables` are a page of `found` that match."""

    round: Round
    tables: tuple[HallTable, ...]
    needs: tuple[Need, ...]
    found: int
    offset: int
    count: int
    finished: int
    boards_missing: int
    last_ruling: Ruling | None

    @property
    def has_absent(self) -> bool:
        """Whether a seat of this round has neither a device nor a bot."""
        return any(need.kind == "absent" for need in self.needs)


def present_round(event: Event) -> Round | None:
    """Of the stage in hand: the oldest round under way, else the next drawn, else the last."""
    stage = stage_to_direct(event)
    if stage is None:
        return None
    rounds = Round.objects.filter(stage=stage.pk).order_by("number")
    rounds = rounds.select_related("stage__event", "session")
    rounds = rounds.defer("stage__movement", "stage__certificate")
    under_way = rounds.filter(state__in=(RoundState.RELEASED, RoundState.PLAYING)).first()
    return under_way or rounds.filter(state=RoundState.DRAWN).first() or rounds.last()


def round_shown(event: Event, stage: int | None, number: int | None) -> Round | None:
    """Round `number` of a stage (by number) that tables have played, or None."""
    if stage is None or number is None:
        return None
    rounds = Round.objects.filter(stage__event=event, stage__number=stage, number=number)
    rounds = rounds.exclude(state=RoundState.DRAWN).select_related("stage__event", "session")
    return rounds.defer("stage__movement", "stage__certificate").first()


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that has tables; so many `disputes` wait for a decision there, where it is asked."""

    stage: int
    name: str
    number: int
    disputes: int = 0


def played_rounds(event: Event) -> tuple[PlayedRound, ...]:
    """The rounds that have tables, in order. One statement."""
    rows = Round.objects.filter(stage__event=event).exclude(state=RoundState.DRAWN)
    found = rows.order_by("stage__number", "number")
    return tuple(
        PlayedRound(*row) for row in found.values_list("stage__number", "stage__name", "number")
    )


def disputed_rounds(event: Event, but: Round | None = None) -> tuple[PlayedRound, ...]:
    """The rounds with results that are disputed, without one of them. One statement."""
    place = "play__table__round_table__round"
    rows = Dispute.objects.filter(settlement="", **{f"{place}__stage__event": event})
    if but is not None:
        rows = rows.exclude(**{place: but})
    names = (f"{place}__stage__number", f"{place}__stage__name", f"{place}__number")
    found = rows.order_by(names[0], names[2]).values(*names).annotate(n=Count("pk"))
    return tuple(PlayedRound(*row) for row in found.values_list(*names, "n"))


def hall(
    round_: Round,
    *,
    search: str = "",
    offset: int = 0,
    limit: int = TABLES_A_PAGE,
    hidden: frozenset[str] = frozenset(),
) -> Hall:
    """So many tables of a released round from `offset`; `search` is a table's number or a name.

    What calls and rulings say about the `hidden` boards is left out.
    """
    tables = RoundTable.objects.filter(round=round_)
    ahead, count, finished = _pace(tables)
    found = _matching(tables, search.strip())
    total = found.count()
    rows = list(_with_progress(found).order_by("number")[offset : offset + limit])
    names = _names([row["table_id"] for row in rows])
    missing = Play.objects.filter(table__round_table__round=round_, state__in=UNFINISHED).count()
    return Hall(
        round=round_,
        tables=tuple(_table(row, names.get(row["table_id"], ()), ahead) for row in rows),
        needs=_needs(round_, tables, ahead, hidden),
        found=total,
        offset=offset,
        count=count,
        finished=finished,
        boards_missing=missing,
        last_ruling=Ruling.objects.filter(stage=round_.stage_id, reverses=None, reversed_by=None)
        .exclude(board__isnull=False, board__in=hidden)
        .last(),
    )


def _with_progress(tables: QuerySet[RoundTable]) -> Any:
    playing = Play.objects.filter(table=OuterRef("table"), state=PlayState.PLAYING)
    calls = Call.objects.filter(table=OuterRef("table"), state__in=LIVE_CALLS)
    return tables.annotate(
        total=Count("table__plays"),
        done=Count("table__plays", filter=_ENDED),
        dropped=Count("table__plays", filter=Q(table__plays__state=PlayState.NOT_PLAYED)),
        playing=Subquery(playing.values("board__number")[:1], output_field=IntegerField()),
        is_calling=Exists(calls),
        is_frozen=F("table__is_frozen"),
        is_paused=F("table__is_paused"),
        is_claimed=F("table__is_claimed"),
    ).values(
        "table_id",
        "number",
        "total",
        "done",
        "dropped",
        "playing",
        "is_calling",
        "is_frozen",
        "is_paused",
        "is_claimed",
    )


def _pace(tables: QuerySet[RoundTable]) -> tuple[int, int, int]:
    """(boards that at least half of the tables have done, number of tables, finished ones)."""
    rows = tables.annotate(done=Count("table__plays", filter=_ENDED), total=Count("table__plays"))
    pairs = list(rows.values_list("done", "total"))
    if not pairs:
        return 0, 0, 0
    done = sorted((each for each, _ in pairs), reverse=True)
    return done[(len(done) - 1) // 2], len(pairs), sum(d == t for d, t in pairs)


def _matching(tables: QuerySet[RoundTable], search: str) -> QuerySet[RoundTable]:
    if search.isascii() and search.isdigit():
        return tables.filter(number=int(search[:9]))
    if search:
        seated = Seat.objects.filter(table=OuterRef("table"))
        return tables.filter(
            Exists(seated.filter(sitting__entrant__person__name__icontains=search))
        )
    return tables


def _names(tables: list[str]) -> dict[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = {}
    rows = Seat.objects.filter(table__in=tables).order_by("table_id", "letter")
    for table, name in rows.values_list("table_id", "player__person__name"):
        names[table] = (*names.get(table, ()), name)
    return names


def _table(row: dict[str, Any], names: tuple[str, ...], ahead: int) -> HallTable:
    over = row["done"] == row["total"]
    state = "finished" if over else "playing"
    if not over and row["is_frozen"]:
        state = "frozen"
    elif not over and row["is_paused"]:
        state = "paused"
    elif not over and row["is_claimed"]:
        state = "claimed"
    return HallTable(
        id=row["table_id"],
        number=row["number"],
        done=row["done"] - row["dropped"],
        total=row["total"] - row["dropped"],
        playing=row["playing"],
        lag=0 if over else max(0, ahead - row["done"]),
        state=state,
        names=names,
        calls=row["is_calling"],
    )


def _needs(
    round_: Round, tables: QuerySet[RoundTable], ahead: int, hidden: frozenset[str]
) -> tuple[Need, ...]:
    """Calls first, the oldest first; then disputes and doubtful reports; then who holds us up."""
    calls = Call.objects.filter(table__round_table__in=tables, state__in=LIVE_CALLS)
    called = [
        Need("call", number, " · ".join(filter(None, (call.get_reason_display(), call.text))), at)
        for call, number, at in (
            (told_call(call, hidden), call.table.number, call.at)
            for call in calls.select_related("table", "play").order_by("at")[:MOST_NEEDS]
        )
    ]
    behind = (
        tables.annotate(done=Count("table__plays", filter=_ENDED))
        .filter(done__lt=ahead)
        .order_by("done", "number")
        .values_list("number", "done")[:MOST_NEEDS]
    )
    late = Counter({number: ahead - done for number, done in behind})
    disputes = Dispute.objects.filter(play__table__round_table__in=tables, settlement="")
    disputed = [
        Need("dispute", number, str(board), at)
        for number, board, at in disputes.order_by("at").values_list(
            "play__table__number", "play__board__number", "at"
        )[:MOST_NEEDS]
    ]
    return (
        *called,
        *disputed,
        *(_doubtful(tables) if round_.stage.event.physical else _silent(tables)),
        *(Need("late", number, str(lag), None) for number, lag in late.items()),
        *(() if round_.stage.event.physical else _absent(tables)),
    )


def _doubtful(tables: QuerySet[RoundTable]) -> Iterable[Need]:
    """Reports that did not fit the cards, and reports that nobody confirms."""
    misfits = MisfitReport.objects.filter(
        play__table__round_table__in=tables, play__state__in=UNFINISHED
    )
    for number, board, at in misfits.order_by("at").values_list(
        "play__table__number", "play__board__number", "at"
    )[:MOST_NEEDS]:
        yield Need("misfit", number, str(board), at)
    waiting = Report.objects.filter(
        play__table__round_table__in=tables,
        state=ReportState.WAITING,
        at__lt=timezone.now() - UNCONFIRMED,
    )
    for number, board, at in waiting.order_by("at").values_list(
        "play__table__number", "play__board__number", "at"
    )[:MOST_NEEDS]:
        yield Need("unconfirmed", number, str(board), at)


def _silent(tables: QuerySet[RoundTable]) -> Iterable[Need]:
    """Tables at which nobody has done anything for a while, though nothing halts them."""
    newest = LogEntry.objects.filter(table=OuterRef("table")).order_by("-number").values("at")[:1]
    playing = Play.objects.filter(
        table__round_table__in=tables,
        state=PlayState.PLAYING,
        snapshot__isnull=False,
        table__halted_at__isnull=True,
    )
    idle = playing.annotate(last=Subquery(newest)).filter(last__lt=timezone.now() - IDLE)
    for number, board, last in idle.order_by("last").values_list(
        "table__number", "board__number", "last"
    )[:MOST_NEEDS]:
        yield Need("idle", number, str(board), last)


def _absent(tables: QuerySet[RoundTable]) -> Iterable[Need]:
    """Tables with seats whose players have no device signed in, and no bot plays for them."""
    live = PlayerToken.objects.filter(player=OuterRef("player"), revoked_at=None)
    seats = Seat.objects.filter(table__round_table__in=tables, bot="", table__finished_at=None)
    found: dict[int, list[str]] = {}
    rows = seats.exclude(Exists(live)).order_by("table__number", "letter")
    for number, letter in rows.values_list("table__number", "letter")[: 4 * MOST_NEEDS]:
        found.setdefault(number, []).append(letter)
    for number, letters in list(found.items())[:MOST_NEEDS]:
        yield Need("absent", number, ", ".join(letters), None)

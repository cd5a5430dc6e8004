"""A play of an opened board: everything that happened, for the replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.movements.four_a_side import holders
from games.models import Board, LogEntry, Play, PlayState, Result, Seat
from tournaments.formats import format_of

from .boards import Hands, cards_of
from .edition import Edition, FieldRef, NotPublicError
from .frequency import frequency_tables
from .past_seats import rulings_then
from .results import PlayResult, results_of


@dataclass(frozen=True, slots=True)
class PlayEntry:
    """An entry of the log. `kind` bid, doubles_revealed, redouble, play or pass.

    `data` is the API's: {"value"}, {"choices": {"2": true}}, {"cards", "combination"}; the entry
    that shows the kitty has it in "kitty". `automatic` marks what the clock did.
    """

    seq: int
    kind: str
    position: int | None
    data: Mapping[str, Any]
    automatic: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class HandPassed:
    """Four-a-side: after the auction the hand of `position` went from one player to another."""

    position: int
    giver_name: str
    taker_name: str


@dataclass(frozen=True, slots=True)
class PlayPage:
    """A play to step through: `cards` as dealt, `entries` in order, `result` with scores.

    `time_used` are milliseconds by position; None for a board that was typed in.
    """

    edition: Edition
    play_id: str
    table: int
    board: int
    round: int | None
    cards: Hands
    entries: tuple[PlayEntry, ...]
    result: PlayResult
    started_at: datetime | None
    finished_at: datetime | None
    time_used: Sequence[int] | None
    passed: HandPassed | None = None


def play_page(edition: Edition, play_id: str) -> PlayPage:
    """The record of a finished play of an opened board; nine statements.

    Raises NotPublicError for every other id: unknown, of another event, unopened, unfinished.
    """
    play = (
        Play.objects.filter(id=play_id, state=PlayState.FINISHED)
        .values("board_id", "started_at", "finished_at", "time_used")
        .first()
    )
    fields = tuple(f for f in edition.fields if play and f.board_id == play["board_id"])
    if play is None or not fields:
        raise NotPublicError
    found = results_of(edition, fields, tables=frequency_tables(edition, fields), play_id=play_id)
    if not found:
        raise NotPublicError
    return PlayPage(
        edition=edition,
        play_id=play_id,
        table=found[0].table,
        board=found[0].board,
        round=found[0].round,
        cards=cards_of(Board.objects.select_related("board_set").get(id=play["board_id"])),
        entries=_entries(play_id),
        result=found[0],
        started_at=play["started_at"],
        finished_at=play["finished_at"],
        time_used=play["time_used"],
        passed=_passed(edition, play_id, found[0]),
    )


def _passed(edition: Edition, play_id: str, result: PlayResult) -> HandPassed | None:
    """Which hand was passed on; two statements, and none in other formats."""
    if not format_of(edition.kind).partners:
        return None
    table, dealt = Play.objects.values_list("table_id", "positions").get(id=play_id)
    played = holders(dealt, result.facts.landlord)
    moved = [(p, *pair) for p, pair in enumerate(zip(dealt, played, strict=True), 1)]
    found = next((each for each in moved if each[1] != each[2]), None)
    if found is None:
        return None
    position, giver, taker = found
    seats = Seat.objects.filter(table=table).values_list("letter", "player__person__name")
    names = dict(seats)
    return HandPassed(position, names[giver], names[taker])


def _entries(play_id: str) -> tuple[PlayEntry, ...]:
    return entries_of([play_id]).get(play_id, ())


def entries_of(plays: Collection[str]) -> dict[str, tuple[PlayEntry, ...]]:
    """The actions that stand, by play; one statement.

    One that a director took back, or an earlier deal, is not there.
    """
    rows = (
        LogEntry.objects.filter(play_id__in=plays, seq__isnull=False)
        .order_by("play_id", "seq")
        .values_list("play_id", "seq", "kind", "position", "data", "automatic", "at")
    )
    found: dict[str, list[PlayEntry]] = {}
    for play_id, seq, *rest in rows:
        standing = found.setdefault(str(play_id), [])
        entry = PlayEntry(seq or 0, *rest)
        if entry.kind == "undone":
            standing.pop()
        elif entry.kind == "redealt":
            standing.clear()
        else:
            standing.append(entry)
    return {play_id: tuple(standing) for play_id, standing in found.items()}


@dataclass(frozen=True, slots=True)
class PlayList:
    """Finished plays of opened boards by board and table, a stretch from `offset` of `total`."""

    edition: Edition
    plays: tuple[PlayResult, ...]
    offset: int
    total: int


def play_list(
    edition: Edition,
    *,
    board: int | None = None,
    entrant_id: str | None = None,
    offset: int = 0,
    limit: int = 100,
) -> PlayList:
    """The plays that count, of one board or one entrant if asked for; nine statements, or more.

    Only the boards that the stretch touches are read. Raises NotPublicError for a board that is
    not opened.
    """
    fields = edition.fields if board is None else edition.fields_of_board(board)
    tables = frequency_tables(edition, fields)
    if entrant_id is not None:
        found = results_of(edition, fields, tables=tables, entrant_id=entrant_id)
        return PlayList(edition, found[offset : offset + limit], offset, len(found))
    awarded = _awarded(edition, fields)
    touched: list[FieldRef] = []
    before = skipped = 0
    for number in dict.fromkeys(field.board_number for field in fields):
        mine = [field for field in fields if field.board_number == number]
        results = sum(tables[field.id].results for field in mine if field.position == 1)
        results += awarded[mine[0].board_id]
        if before + results <= offset:
            skipped += results
        elif before < offset + limit:
            touched += mine
        before += results
    found = results_of(edition, touched, tables=tables)
    start = offset - skipped
    return PlayList(edition, found[start : start + limit], offset, before)


def _awarded(edition: Edition, fields: Collection[FieldRef]) -> Counter[str]:
    """By board, how many finished plays have an award in position 1, which leaves its field."""
    then = rulings_then(edition, {field.board_id for field in fields})
    plays = {play for play, ruled in then.scores.items() if "award" in ruled.get("1", {})}
    if not plays - then.withdrawn:
        return Counter()
    known = Result.objects.filter(
        revision=1, at__lte=edition.published_at, play__in=plays - then.withdrawn
    ).exclude(play__board__in=then.withdrawn)
    return Counter(known.values_list("play__board", flat=True))

"""Derive plays afresh from their logs, and say where what is stored differs.

The log is the truth: `check_play` proves that snapshot, entries' contents and result follow from
deal and log; `rebuild_play` puts the snapshot right. Neither changes a log or a result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from engine.actions import Action, Double, action_from_data
from engine.errors import EngineError
from engine.hand import HandState, Phase
from games.clocks import in_all
from games.db import write_transaction
from games.entries import EntryContent, content_of, redealt_content, undone_content
from games.models import (
    Board,
    LogEntry,
    Play,
    PlayState,
    ReportState,
    ResultSource,
    SealedDouble,
)

from .start_play import first_state

#: What an entry's data may say of how it came about, which does not follow from the rules.
MARKS = frozenset({"automatic", "claimed"})


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that does not follow from the log."""

    play_id: str
    what: str
    stored: Any
    derived: Any

    def __str__(self) -> str:
        return f"play {self.play_id}: {self.what} is {self.stored!r}, derived {self.derived!r}"


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from a play's deal and log.

    `standing` are the actions that were not undone, each with the state before it. `time_used` is
    what everybody took in all, for what was undone too.
    """

    state: HandState
    contents: list[EntryContent]
    standing: list[tuple[LogEntry, HandState]]
    time_used: list[int] | None

    @property
    def doubles(self) -> dict[int, bool]:
        """The revealed choices by position."""
        return dict(self.state.doubles)


class LogError(ValueError):
    """A log that cannot be replayed: the message says at which entry."""


def derive(play: Play, log: Sequence[LogEntry] | None = None) -> Derived:
    """Replay the log of a play from its deal. Raises `LogError`.

    `play` has its table and its board's set selected, or costs further queries; so does a play
    whose `log` (one of `logs_of`) is not given.
    """
    policy = play.table.policy
    entries = _actions(play) if log is None else log
    state = first_state(_dealt_first(play.board, entries), policy)
    contents: list[EntryContent] = []
    standing: list[tuple[LogEntry, HandState]] = []
    for entry in entries:
        if entry.kind == "redealt":
            state = first_state(_at_attempt(play.board, entry.data["attempt"]), policy)
            contents.append(redealt_content(state, entry.data))
            standing = []
            continue
        if entry.kind == "undone":
            if not standing:
                raise LogError(f"play {play.pk}, seq {entry.seq}: nothing is there to be undone")
            undone, state = standing.pop()
            contents.append(undone_content(state, undone))
            continue
        before = state
        position: int = 0
        action: Action = Double(False)
        try:
            for position, action in _said(entry):
                state = state.apply(position, action)
        except EngineError as error:
            raise LogError(f"play {play.pk}, seq {entry.seq}: {error}") from error
        contents.append(content_of(play, before, state, position, action))
        standing.append((entry, before))
    return Derived(state, contents, standing, in_all(entry.time_used for entry in entries))


def logs_of(plays: QuerySet[Play]) -> defaultdict[str, list[LogEntry]]:
    """The actions of many plays by play, each in order; one statement."""
    logs: defaultdict[str, list[LogEntry]] = defaultdict(list)
    rows = LogEntry.objects.filter(play__in=plays.values("pk"), seq__isnull=False)
    for entry in rows.order_by("seq"):
        logs[str(entry.play_id)].append(entry)
    return logs


def _dealt_first(board: Board, entries: Iterable[LogEntry]) -> Board:
    """The board as it was when the play began."""
    again = next((entry.data["before"] for entry in entries if entry.kind == "redealt"), None)
    return board if again is None else _at_attempt(board, again)


def _at_attempt(board: Board, attempt: int) -> Board:
    earlier = copy(board)
    earlier.attempt = attempt
    return earlier


def _actions(play: Play) -> list[LogEntry]:
    return list(LogEntry.objects.filter(play=play, seq__isnull=False).order_by("seq"))


def _said(entry: LogEntry) -> Iterator[tuple[int, Action]]:
    """The actions that an entry records, each with its position."""
    if entry.kind == "doubles_revealed":
        for position, value in sorted(entry.data["choices"].items()):
            yield int(position), Double(value)
        return
    assert entry.position is not None
    data = {key: entry.data[key] for key in ("value", "cards") if key in entry.data}
    yield entry.position, action_from_data({"type": entry.kind, **data})


def check_play(play: Play) -> list[Difference]:
    """Everything in which a started play differs from its log; empty when it follows from it."""
    try:
        derived = derive(play)
    except LogError as error:
        return [Difference(play.pk, "log", str(error), None)]
    found = list(_check_entries(play, derived))
    if play.state == PlayState.FINISHED and not play.results.filter(source="log").exists():
        return found + list(_check_reported(play))
    found += _check_end(play, derived)
    pairs: list[tuple[str, Any, Any]] = [
        ("snapshot", play.snapshot, derived.state.to_data()),
        ("seq", play.seq, len(derived.contents)),
        ("time used", play.time_used, derived.time_used),
        ("finished", play.state == PlayState.FINISHED, derived.state.phase is Phase.FINISHED),
    ]
    return found + [Difference(play.pk, what, a, b) for what, a, b in pairs if a != b]


def _check_entries(play: Play, derived: Derived) -> Iterator[Difference]:
    entries = _actions(play)
    numbers = [entry.seq for entry in entries]
    if numbers != list(range(1, len(entries) + 1)):
        yield Difference(play.pk, "seq of the entries", numbers, list(range(1, len(entries) + 1)))
    for entry, content in zip(entries, derived.contents, strict=True):
        data = {name: value for name, value in entry.data.items() if name not in MARKS}
        stored = EntryContent(entry.kind, entry.position, data, entry.phase, entry.to_act)
        if stored != content:
            yield Difference(play.pk, f"entry {entry.number}", stored, content)


def _check_end(play: Play, derived: Derived) -> Iterator[Difference]:
    live = SealedDouble.objects.filter(play=play, is_void=False)
    sealed = dict(live.values_list("position", "value"))
    if derived.doubles and sealed != derived.doubles:
        yield Difference(play.pk, "sealed doubles", sealed, derived.doubles)
    first = play.results.filter(revision=1, source="log").first()
    stored = None if first is None else {"facts": first.facts, "points": first.points}
    said = derived.contents[-1].data.get("result") if derived.contents else None
    if stored != said:
        yield Difference(play.pk, "result", stored, said)


def _check_reported(play: Play) -> Iterator[Difference]:
    """A board without a log: a first result that was typed in is the accepted report."""
    report = play.reports.filter(state=ReportState.ACCEPTED).first()
    first = play.results.filter(revision=1).first()
    said = None if report is None else (report.facts, report.points)
    stored = None if first is None else (first.facts, first.points)
    follows_from_report = first is None or first.source == ResultSource.SLIP
    if (follows_from_report or said is not None) and stored != said:
        yield Difference(play.pk, "result", stored, said)


def check_table_numbers(table_ids: Iterable[str]) -> list[Difference]:
    """Tables whose entries are not numbered 1, 2, 3 … without a gap."""
    found = []
    for table_id in table_ids:
        rows = LogEntry.objects.filter(table=table_id).order_by("number")
        numbers = list(rows.values_list("number", flat=True))
        if numbers != list(range(1, len(numbers) + 1)):
            found.append(Difference(table_id, "entry numbers", numbers, len(numbers)))
    return found


def rebuild_play(play: Play) -> bool:
    """Write snapshot, seq and time used that follow from the log; return whether they differed.

    Raises `LogError`, and then changes nothing.
    """
    with write_transaction():
        locked = Play.objects.select_for_update().get(pk=play.pk)
        derived = derive(locked)
        follows = derived.state.to_data(), len(derived.contents), derived.time_used
        if (locked.snapshot, locked.seq, locked.time_used) == follows:
            return False
        locked.snapshot, locked.seq, locked.time_used = follows
        locked.save(update_fields=["snapshot", "seq", "time_used"])
        return True

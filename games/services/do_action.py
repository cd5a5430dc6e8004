"""Do a legal action in a play: its log entry, the state it leads to, the clock, the announcement.

The one way by which a play goes on, whoever decided: a player (`act`), the clock or a bot
(`time_out`). Called with play and table locked, inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.actions import Action, Double
from engine.errors import IllegalAction
from engine.hand import HandState, Phase
from games.clocks import clock_of, in_all, last_deadline, next_due, taken
from games.entries import content_of, is_redealt
from games.errors import FieldError, Problem, told
from games.models import LogEntry, Play, SealedDouble
from games.prepared import PreparedInsert, PreparedUpdate
from games.queries import Chair, bots_of, last_number
from games.signals import play_finished

from .announce import announce, call_on
from .finish_play import finish_play
from .redeal import redeal
from .start_play import CLOCK_COLUMNS

_insert_entry = PreparedInsert(LogEntry)
_save_progress = PreparedUpdate(Play, "seq", "snapshot", *CLOCK_COLUMNS)


@dataclass(frozen=True, slots=True)
class Done:
    """What an action led to: the state, its entry (None for a sealed double), the last number
    of the table's log that the actor may know.
    """

    after: HandState
    entry: LogEntry | None
    number: int


def do_action(
    play: Play,
    before: HandState,
    position: int,
    action: Action,
    chairs: Sequence[Chair],
    now: datetime,
    *,
    automatic: bool = False,
    claimed: bool = False,
) -> Done:
    """Do what `position` decided; `automatic` marks what a person did not decide himself,
    `claimed` what all have agreed to, so that nobody is called on to act in between.

    Raises `Problem` (422 `illegal_action`, `already_chosen`). A sealed double changes nothing that
    anybody else can see, until both are in.
    """
    if before.phase is Phase.DOUBLING and isinstance(action, Double):
        return _choose(play, before, position, action, chairs, now, automatic)
    after = _applied(before, position, action)
    acted = {position: now}
    marks = {"claimed": True} if claimed else {}
    return _log(play, before, after, position, action, chairs, now, acted, automatic, marks)


def _applied(state: HandState, position: int, action: Action) -> HandState:
    try:
        return state.apply(position, action)
    except IllegalAction as error:
        raise _illegal(error) from None


def _illegal(error: IllegalAction) -> Problem:
    detail = told(error)
    return Problem(
        422,
        "already_chosen" if error.code == "already_chosen" else "illegal_action",
        detail,
        [FieldError("action", error.code, detail)],
        {"engine_code": error.code},
    )


def _with(state: HandState, choices: Mapping[int, Double]) -> HandState:
    """The state after choices, always in order of position: who was first is not kept."""
    for position in sorted(choices):
        state = state.apply(position, choices[position])
    return state


def _choose(
    play: Play,
    before: HandState,
    position: int,
    double: Double,
    chairs: Sequence[Chair],
    now: datetime,
    automatic: bool,
) -> Done:
    """A sealed double: the first is only kept; with the second both are revealed in one entry."""
    sealed = list(SealedDouble.objects.filter(play=play, is_void=False))
    choices = {each.position: Double(each.value) for each in sealed}
    _applied(_with(before, choices), position, double)
    sealed.append(
        SealedDouble.objects.create(
            play=play, position=position, value=double.value, automatic=automatic, at=now
        )
    )
    choices[position] = double
    after = _with(before, choices)
    if after.phase is Phase.DOUBLING:
        return Done(after, None, last_number(play.table_id))
    acted = {each.position: each.at for each in sealed}
    by_clock = sorted(each.position for each in sealed if each.automatic)
    marks = {"automatic": by_clock} if by_clock else {}
    return _log(play, before, after, position, double, chairs, now, acted, bool(by_clock), marks)


def _log(
    play: Play,
    before: HandState,
    after: HandState,
    position: int,
    action: Action,
    chairs: Sequence[Chair],
    now: datetime,
    acted: Mapping[int, datetime],
    automatic: bool,
    marks: Mapping[str, Any],
) -> Done:
    """Write an action's entry and the state it led to, and announce it.

    `marks` are added to the entry's data: how it came about, which the rules do not say.
    """
    number = last_number(play.table_id) + 1
    content = content_of(play, before, after, position, action)
    play.seq += 1
    play.snapshot = after.to_data()
    bots = bots_of(play, after, chairs)
    time_used = taken(play, acted)
    play.time_used = in_all([play.time_used, time_used])
    deadline = _set_clocks(play, after, acted, bots, now, content.data.get("hand_passed"))
    row = content.row(play.table_id, play.pk, number, play.seq, now)
    row.automatic, row.deadline, row.time_used = automatic, deadline, time_used
    row.data = {**row.data, **marks}
    rows = [row]
    result = None
    if is_redealt(play, after):
        seats = frozenset(chair.letter for chair in chairs if chair.bot)
        after, notice = redeal(play, number + 1, now, seats)
        rows.append(notice)
    elif after.phase is Phase.FINISHED:
        seats = frozenset(chair.letter for chair in chairs if chair.bot)
        result, notice = finish_play(play, content.data["result"], number + 1, now, seats)
        rows.append(notice)
    else:
        _save_progress(play)
    for each in rows:
        _insert_entry(each)
    newest = rows[-1] if result is None else row
    if "claimed" not in marks:
        call_on(play, after, newest.to_act, chairs, newest.number, None if automatic else position)
    for each in rows:
        announce(each)
    if result is not None:
        play_finished.send(sender=Play, play=play, result=result)
    return Done(after, row, number)


def _set_clocks(
    play: Play,
    after: HandState,
    acted: Mapping[int, datetime],
    bots: Mapping[int, str],
    now: datetime,
    passed: Mapping[str, Any] | None,
) -> datetime | None:
    """Take what the actors used off their pools and start the next turn; its deadline.

    Who is `passed` a hand has all his time yet.
    """
    clock = clock_of(play.table.policy)
    if clock is not None:
        for position, at in acted.items():
            clock.spend(play, position, at)
        if passed is not None:
            clock.refill(play, passed["position"])
    play.turn_at = now if after.to_act else None
    play.due_at = next_due(play, clock, after.to_act, bots, now)
    return last_deadline(play, clock, after.to_act)

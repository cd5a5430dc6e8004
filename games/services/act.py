"""Act in a play: the one way by which a player changes it.

One short transaction: lock, first answer, seq, rules, rows. An accepted action writes at most 4
statements and reads at most 6, however long the log is; only the last action of a play does more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.actions import Action, Double
from engine.errors import IllegalAction
from engine.hand import HandState, Phase
from games import hub
from games.db import write_transaction
from games.entries import content_of, entry_data_of, message_data
from games.errors import FieldError, Problem, told
from games.ids import is_id
from games.models import LogEntry, Play, PlayerToken, SealedDouble
from games.prepared import PreparedObjects
from games.queries import (
    STARTED,
    Chair,
    chairs_of,
    entries_since,
    last_number,
    position_at,
    state_of,
    view_data,
)
from games.signals import play_finished

from .answers import Answer, RequestKey, first_answer, keep_answer
from .finish_play import finish_play

CREATED = 201

_play_for_update = PreparedObjects(
    lambda play, player: (
        Play.objects.select_related("table", "board")
        .select_for_update(of=("self", "table"))
        .filter(pk=play, table__seats__player=player, state__in=STARTED)
        .order_by()
    ),
    str,
    str,
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player wants to do: the action, and the seq of the play as he saw it."""

    seq: int
    action: Action


def act(token: PlayerToken, play_id: str, wish: Wish, request: RequestKey) -> Answer:
    """Do what the token's player wants, once; a repeated request gets the first answer.

    Raises `Problem`: 404 for a play that is not his or has not begun, 422 `key_reused`, 409
    `stale` with the entries since, 422 `illegal_action` or `already_chosen`. A sealed double
    changes nothing that anybody else can see, until both are in.
    """
    with write_transaction():
        play = _locked_play(token.player_id, play_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        if wish.seq != play.seq:
            raise _stale(play, wish.seq)
        chairs = chairs_of(play.table_id)
        position = position_at(play, token.player_id, chairs)
        before = state_of(play)
        now = timezone.now()
        if before.phase is Phase.DOUBLING and isinstance(wish.action, Double):
            body = _choose(play, before, position, wish.action, chairs, now)
        else:
            after = _applied(before, position, wish.action)
            body = _log(play, before, after, position, wish.action, chairs, now)
        return keep_answer(request, CREATED, body)


def _locked_play(player_id: str, play_id: str) -> Play:
    """The play with its table, both locked, and its board. The same 404 for whatever is missing."""
    play = _play_for_update.first(play_id, player_id) if is_id(play_id) else None
    if play is None:
        raise Problem(404, "not_found", _("There is nothing here for you."))
    return play


def _stale(play: Play, seq: int) -> Problem:
    return Problem(
        409,
        "stale",
        _("Something happened since you looked."),
        extra={"seq": play.seq, "entries": entries_since(play, seq)},
    )


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
) -> dict[str, Any]:
    """A sealed double: the first is only kept; with the second both are revealed in one entry."""
    sealed = SealedDouble.objects.filter(play=play).values_list("position", "value")
    choices = {chosen: Double(value) for chosen, value in sealed}
    _applied(_with(before, choices), position, double)
    choices[position] = double
    after = _with(before, choices)
    SealedDouble.objects.create(play=play, position=position, value=double.value, at=now)
    if after.phase is Phase.DOUBLING:
        number = last_number(play.table_id)
        return {"entries": [], "view": view_data(play, after, position, chairs, number)}
    return _log(play, before, after, position, double, chairs, now)


def _log(
    play: Play,
    before: HandState,
    after: HandState,
    position: int,
    action: Action,
    chairs: Sequence[Chair],
    now: datetime,
) -> dict[str, Any]:
    """Write an action's entry and the state it led to, announce it, and return the answer."""
    number = last_number(play.table_id) + 1
    content = content_of(before, after, position, action, play.table.policy["bet"])
    play.seq += 1
    play.snapshot = after.to_data()
    rows = [content.row(play.table_id, play.pk, number, play.seq, now)]
    result = None
    if after.phase is Phase.FINISHED:
        result, notice = finish_play(play, content.data["result"], number + 1, now)
        rows.append(notice)
    else:
        play.save(update_fields=["seq", "snapshot"])
    LogEntry.objects.bulk_create(rows)
    for row in rows:
        announce(row)
    if result is not None:
        play_finished.send(sender=Play, play=play, result=result)
    return {
        "entries": [entry_data_of(rows[0])],
        "view": view_data(play, after, position, chairs, number),
    }


def announce(row: LogEntry) -> None:
    """Send an entry to the streams of its table, after the commit."""
    data = message_data(row.table_id, row.play_id, entry_data_of(row))
    hub.publish(f"table:{row.table_id}", "entry", data, f"{row.table_id}-{row.number}")

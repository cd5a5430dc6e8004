"""Act in a play: the one way by which a player changes it.

One short transaction: lock, first answer, seq, rules, rows. An accepted action writes at most 4
statements and reads at most 6, however long the log is; only the last action of a play does more.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.actions import Action
from engine.hand import HandState
from games.clocks import halt_of
from games.db import write_transaction
from games.entries import entry_data_of
from games.errors import Problem
from games.ids import is_id
from games.models import Play, PlayerToken
from games.prepared import PreparedObjects
from games.queries import (
    STARTED,
    Chair,
    chairs_of,
    entries_since,
    position_at,
    seat_at,
    state_of,
    view_data,
)

from .answers import Answer, RequestKey, first_answer, keep_answer
from .do_action import do_action

CREATED = 201

_play_for_update = PreparedObjects(
    lambda play, player: (
        Play.objects.select_related("table", "board")
        .select_for_update(no_key=True, of=("table", "self"))
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
    `table_frozen`, `table_paused`, `table_claimed`, `idle`, or `stale` with the entries since, 422
    `illegal_action` or `already_chosen`. A sealed double changes nothing that anybody else can
    see, until both are in.
    """
    with write_transaction():
        play = locked_play(token.player_id, play_id)
        earlier = first_answer(request)
        if earlier is not None:
            return earlier
        chairs, letter, before, position = at_turn(token, play, wish.seq)
        done = do_action(play, before, position, wish.action, chairs, timezone.now())
        body = {
            "entries": [] if done.entry is None else [entry_data_of(done.entry)],
            "view": view_data(play, done.after, letter, chairs, done.number),
        }
        return keep_answer(request, CREATED, body)


def locked_play(player_id: str, play_id: str) -> Play:
    """The play with its table, both locked, and its board. The same 404 for whatever is missing."""
    play = _play_for_update.first(play_id, player_id) if is_id(play_id) else None
    if play is None:
        raise Problem(404, "not_found", _("There is nothing here for you."))
    return play


def at_turn(token: PlayerToken, play: Play, seq: int) -> tuple[list[Chair], str, HandState, int]:
    """The chairs, the player's own seat, the state, and the position that he holds in it.

    Raises `Problem` (409): `table_frozen`, `table_paused`, `table_claimed`, `idle`, or `stale`
    when the play has left `seq`.
    """
    if (halt := halt_of(play.table)) is not None:
        raise halted(halt)
    if seq != play.seq:
        raise stale(play, seq)
    chairs = chairs_of(play.table_id)
    letter = seat_at(token.player_id, chairs)
    state = state_of(play)
    position = position_at(play, state, letter)
    if position is None:
        raise Problem(409, "idle", _("You are idle now: the others play this board."))
    return chairs, letter, state, position


def halted(halt: str) -> Problem:
    """409: the table stands still."""
    if halt == "frozen":
        return Problem(409, "table_frozen", _("The director has stopped this table."))
    if halt == "claimed":
        return Problem(409, "table_claimed", _("A claim is open: it has to be answered first."))
    return Problem(409, "table_paused", _("The director has paused all tables."))


def stale(play: Play, seq: int) -> Problem:
    """409: something happened since `seq`, and what."""
    return Problem(
        409,
        "stale",
        _("Something happened since you looked."),
        extra={"seq": play.seq, "entries": entries_since(play, seq)},
    )

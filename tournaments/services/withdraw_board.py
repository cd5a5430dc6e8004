"""Withdraw a board at one table, or at every table: it counts there for nobody."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Board, Play
from tournaments.errors import RulingRefused
from tournaments.models import Ruling, RulingKind, Stage

from .actors import Actor
from .play_reserve import locked_tables, play_reserve
from .ruling_effects import (
    check_reason,
    lock_boards,
    round_of_board,
    round_of_play,
    settle,
    store,
)


def withdraw_play(play: Play, actor: Actor, reason: str) -> Ruling:
    """Let a board not count at one table; one result less is expected of it.

    Raises NotPermitted; RulingRefused with `reason_missing`, `not_in_an_event` or
    `already_withdrawn`.
    """
    stage = round_of_play(play).stage
    return _withdraw(stage, play.board, actor, reason, play)


def withdraw_board(
    stage: Stage, board: Board, actor: Actor, reason: str, *, reserve: bool = False
) -> Ruling:
    """Let a board not count at any table of a stage.

    With `reserve` all tables of its round play the round's next reserve board instead; who has not
    begun the withdrawn one does not. Both stay if the ruling is reversed later.
    Raises NotPermitted; RulingRefused with `reason_missing`, `not_in_an_event`,
    `round_not_released`, `already_withdrawn` or a code of `play_reserve`.
    """
    actor.require(stage.event)
    round_ = round_of_board(stage, board)
    if not reserve:
        return _withdraw(stage, board, actor, reason, None)
    with write_transaction():
        tables = locked_tables(round_)
        ruling = _withdraw(stage, board, actor, reason, None)
        play_reserve(round_, board, tables, actor, ruling)
    return ruling


def _withdraw(stage: Stage, board: Board, actor: Actor, reason: str, play: Play | None) -> Ruling:
    actor.require(stage.event)
    reason = check_reason(reason)
    with write_transaction():
        lock_boards([board.pk])
        same = Ruling.objects.filter(
            kind=RulingKind.WITHDRAWN, board=board, play=play, reverses=None, reversed_by=None
        ).first()
        if same is not None:
            sentence = _("This is withdrawn already.")
            raise RulingRefused("already_withdrawn", sentence, about=f"ruling:{same.pk}")
        ruling = store(stage, RulingKind.WITHDRAWN, {}, actor, reason, play=play, board=board)
        settle(stage, [board.pk], f"ruling:{ruling.pk}")
    return ruling

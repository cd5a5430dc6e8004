"""A table does not play a board, or not to its end: no ruling, and no penalty by itself.

Owns the rule that what has begun is broken off only where it counts for nobody any more.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Board, Play, PlayState
from games.policy import TablePolicy
from games.services.take_board_away import give_board_back, take_board_away
from games.speakers import Speaker, locked_play
from tournaments.errors import RulingRefused
from tournaments.models import Round, RoundState
from tournaments.sight import refuse_hidden

from .actors import Actor
from .audit import record
from .record_result import end_of_board, end_of_matches
from .ruling_effects import check_reason, round_of_play, settle
from .seat_results import rulings_in_force


def mark_not_played(play: Play, actor: Actor, reason: str) -> Play:
    """Take a board away from a table; one result less is expected, and its board may open.

    One that has begun is broken off only if its play counts for nobody: it is withdrawn, or every
    position has an artificial or assigned score. Raises NotPermitted;
    RulingRefused(`reason_missing`, `not_in_an_event`); BoardHidden; `Problem` (409 `has_begun`).
    """
    return _mark(play, actor, reason, back=False)


def mark_to_be_played(play: Play, actor: Actor, reason: str) -> Play:
    """Undo `mark_not_played`, while the board is closed and its round under way.

    Raises the same; RulingRefused(`board_open`, `round_finished`).
    """
    return _mark(play, actor, reason, back=True)


def _mark(play: Play, actor: Actor, reason: str, *, back: bool) -> Play:
    round_ = round_of_play(play)
    event = round_.stage.event
    actor.require(event)
    reason = check_reason(reason)
    with write_transaction():
        now = timezone.now()
        play = locked_play(Speaker(actor.reference, realm=event.pk), play.pk)
        board = Board.objects.select_for_update(no_key=True).get(pk=play.board_id)
        if back:
            _refuse_late(board, round_)
            give_board_back(play, now)
            Board.objects.filter(pk=board.pk).update(opens_at=None)
        else:
            if play.state == PlayState.PLAYING:
                refuse_hidden(actor, event, [board.pk])
            counts = _counts(play, round_)
            take_board_away(play, now, though_acted="" if counts else actor.reference)
        verb = "mark_to_be_played" if back else "mark_not_played"
        record(event, actor, verb, f"play:{play.pk}", reason=reason)
        settle(round_.stage, [board.pk], f"play:{play.pk}")
        if not back:
            end_of_matches(play, round_, now)
            end_of_board(round_, board, now)
    return play


def _counts(play: Play, round_: Round) -> bool:
    """Whether what happens at the table decides anybody's score, by the rulings in force."""
    in_force = rulings_in_force(round_.stage_id, [play.board_id])
    ruled = in_force.scores.get(play.pk, {})
    hands = TablePolicy.from_data(play.table.policy).rules().players
    return not in_force.withdraws(play.pk, play.board_id) and len(ruled) < hands


def _refuse_late(board: Board, round_: Round) -> None:
    if board.opened_at is not None:
        raise RulingRefused("board_open", _("This board is open: everybody knows its hands."))
    if Round.objects.get(pk=round_.pk).state == RoundState.FINISHED:
        raise RulingRefused("round_finished", _("This round is finished."))

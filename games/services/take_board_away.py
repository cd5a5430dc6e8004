"""Take a board away from one table, mostly before it was begun there; give it back, or another."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.errors import Problem
from games.models import Play, PlayState, Report, ReportState, Table
from games.queries import last_number

from .announce import announce
from .count_report import move_on
from .end_claim import drop_claim
from .notices import write_notice
from .start_play import CLOCK_COLUMNS, start_next_play


def take_board_away(
    play: Play, at: datetime, *, though_begun: bool = False, though_acted: str = ""
) -> None:
    """Mark a play as not to be played, or not to its end. Called with play and table locked.

    It must not have begun; `though_begun` takes one too that has, as long as nobody has acted.
    `though_acted` names who breaks it off whatever was played: its log stays, and it is not given
    back. Raises `Problem` (409 `has_begun`).
    """
    open_report = Report.objects.filter(
        play=play, state__in=[ReportState.WAITING, ReportState.DISPUTED]
    )
    was_playing = play.state == PlayState.PLAYING
    goes = bool(though_acted) or (though_begun and play.seq == 0)
    may_go = play.state == PlayState.SCHEDULED or (was_playing and goes)
    if not may_go or open_report.exists():
        detail = _("This board has been begun at this table, or has ended.")
        raise Problem(409, "has_begun", detail)
    if was_playing and play.table.is_claimed:
        drop_claim(play, though_acted, at)
    play.state = PlayState.NOT_PLAYED
    play.snapshot = play.started_at = play.turn_at = play.due_at = play.pools = None
    play.save(update_fields=["state", "snapshot", "started_at", *CLOCK_COLUMNS])
    write_notice(play.table, play, "not_played", {"board": play.board.number}, at)
    move_on(play.table, was_playing, at)


def give_board_back(play: Play, at: datetime) -> None:
    """Let a table play after all what was taken away. Called with play and table locked.

    Raises `Problem` (409 `has_begun`) for a play that was not taken away, or broken off.
    """
    if play.state != PlayState.NOT_PLAYED:
        raise Problem(409, "has_begun", _("This board was not taken away from this table."))
    if play.seq:
        raise Problem(409, "has_begun", _("This board was broken off after somebody had acted."))
    play.state = PlayState.SCHEDULED
    play.save(update_fields=["state"])
    offer(play, at)


def offer(play: Play, at: datetime) -> None:
    """Tell a locked table of a board that it did not have to play until now, and go on with it."""
    Table.objects.filter(pk=play.table_id).update(finished_at=None)
    play.table.finished_at = None
    write_notice(play.table, play, "to_be_played", {"board": play.board.number}, at)
    waits = not Play.objects.filter(table=play.table, state=PlayState.PLAYING).exists()
    if waits and not play.table.policy.get("physical"):
        bots = list(play.table.seats.exclude(bot="").values_list("letter", flat=True))
        begun = start_next_play(play.table, last_number(play.table_id) + 1, at, bots)
        if begun is not None:
            begun.save()
            announce(begun)

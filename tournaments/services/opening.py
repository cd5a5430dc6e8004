"""What opening a board means, whoever opens it, and when. The caller holds the board's lock.

Owns the delay for spectators and what is withheld: a board stays closed for it, so that nothing
that reads opened boards has to know of either.
"""

from datetime import UTC, datetime, timedelta

from django.db.models import Max, QuerySet

from games.models import Board
from games.services.open_board import open_board
from tournaments import hints
from tournaments.models import Event, Round, Stage, StandingsMark
from tournaments.tasks import hint_publish

from .actors import SYSTEM
from .audit import record

#: When a withheld board is to be opened, until somebody reveals it.
WITHHELD = datetime(9999, 1, 1, tzinfo=UTC)


def open_to_everybody(board: Board, stage: Stage, at: datetime) -> None:
    """Mark a locked board opened, and the stage's standings as due with it."""
    open_board(board, at)
    mark_standings_due(stage.pk, at)
    hints.board_opened(stage.event_id, stage.pk, board.number)


def open_finished_board(board: Board, stage: Stage, at: datetime) -> None:
    """Open a locked board that all its tables have finished: at once, after the event's delay, or
    not before it is revealed.
    """
    if stage.event.withheld_rounds and _is_withheld(board, stage):
        Board.objects.filter(pk=board.pk, opens_at=None).update(opens_at=WITHHELD)
    elif stage.event.spectator_delay:
        opens_at = at + timedelta(minutes=stage.event.spectator_delay)
        Board.objects.filter(pk=board.pk, opens_at=None).update(opens_at=opens_at)
    else:
        open_by_rule(board, stage, at)


def withheld_boards(event: Event) -> QuerySet[Board]:
    """The boards of an event that everybody has finished and that wait to be revealed."""
    return Board.objects.filter(
        board_set__session__stage__event=event, opened_at=None, opens_at=WITHHELD
    )


def closed_boards(event: Event) -> QuerySet[Board]:
    """The boards of an event that everybody has finished and that spectators may not see yet."""
    return Board.objects.filter(
        board_set__session__stage__event=event, opened_at=None, opens_at__isnull=False
    )


def _is_withheld(board: Board, stage: Stage) -> bool:
    """Whether the last round that plays a board is one of those withheld in the last stage."""
    rounds = stage.rounds.filter(first_board__lte=board.number, last_board__gte=board.number)
    last = rounds.filter(session__board_set=board.board_set_id).aggregate(last=Max("number"))[
        "last"
    ]
    is_late = last is not None and last > stage.rounds_planned - stage.event.withheld_rounds
    return is_late and not stage.following.exists()


def open_by_rule(board: Board, stage: Stage, at: datetime) -> None:
    """Open a locked board whose time has come, without anybody's decision; audited."""
    open_to_everybody(board, stage, at)
    after = {"stage": stage.pk, "board": board.number}
    record(stage.event, SYSTEM, "open_board", f"board:{board.pk}", after=after)
    hint_publish(stage.pk)


def round_of_board(board: Board) -> Round | None:
    """The round of an event that plays a board, with its stage and event; None if none does."""
    return (
        Round.objects.filter(
            session__board_set=board.board_set_id,
            first_board__lte=board.number,
            last_board__gte=board.number,
        )
        .select_related("stage__event")
        .defer("stage__movement", "stage__certificate")
        .first()
    )


def mark_standings_due(stage_id: str, at: datetime) -> None:
    """Say that what the standings read has changed, within the transaction that changed it.

    It waits for no publication under way: that one deletes the marks only that it has seen.
    """
    StandingsMark.objects.create(stage_id=stage_id, at=at)

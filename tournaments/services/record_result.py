"""Take over a finished play: seat results, dirty marks, the board's opening, the round's end.

Runs inside the transaction of the action that finished the play, so the number of statements is
constant. Locks in the order play (held by the caller), board, round, stage.
"""

from games.models import Board, Play, Result, Seat
from tournaments import hints
from tournaments.models import DirtyMark, Field, Round, RoundState, RoundTable, SeatResult
from tournaments.tasks import hint_publish, hint_recount

from .actors import SYSTEM
from .audit import record
from .opening import open_to_everybody
from .progress import UNFINISHED, finish_if_played


def record_result(play: Play, result: Result) -> None:
    """Store what a result means for its entrants and fields; do nothing for a table of no event.

    The board is locked before anything is written: of two tables that finish it at the same
    moment the second sees the first, and the seat results of a field are numbered in the order
    of their commits.
    """
    round_ = _round_of(play)
    if round_ is None:
        return
    board = Board.objects.select_for_update(no_key=True).get(pk=play.board_id)
    fields = _fields(round_, play)
    _store(play, result, round_, fields)
    if round_.state == RoundState.RELEASED:
        Round.objects.filter(pk=round_.pk, state=RoundState.RELEASED).update(
            state=RoundState.PLAYING
        )
        hints.round_changed(
            round_.stage.event_id, round_.stage_id, round_.number, RoundState.PLAYING
        )
    if play.table.finished_at is not None:
        hints.table_finished(round_.stage.event_id, round_.stage_id, round_.number)
    field_ids = sorted(field.pk for field in fields.values())
    hint_recount(field_ids)
    if Play.objects.filter(board=board, state__in=UNFINISHED).exclude(pk=play.pk).exists():
        return
    if board.opened_at is None:
        open_to_everybody(board, round_.stage, result.at)
        after = {"stage": round_.stage_id, "board": board.number}
        record(round_.stage.event, SYSTEM, "open_board", f"board:{board.pk}", after=after)
        hint_publish(round_.stage_id)
    finish_if_played(round_, result.at, besides=play)


def _round_of(play: Play) -> Round | None:
    found = (
        RoundTable.objects.filter(table=play.table_id)
        .select_related("round__stage__event")
        # These grow with the event; an action must not.
        .defer(
            "round__stage__movement", "round__stage__certificate", "round__stage__event__ruleset"
        )
        .first()
    )
    return found.round if found else None


def _fields(round_: Round, play: Play) -> dict[int, Field]:
    """Return the fields of the play's results by position."""
    mapping = "".join(str(position + 1) for position in range(len(play.positions)))
    fields = Field.objects.filter(stage=round_.stage_id, board=play.board_id, mapping=mapping)
    return {field.position: field for field in fields}


def _store(play: Play, result: Result, round_: Round, fields: dict[int, Field]) -> None:
    """Write the seat results (over those of an earlier revision) and one mark a field."""
    entrant_of = dict(
        Seat.objects.filter(table=play.table_id).values_list("letter", "sitting__entrant_id")
    )
    SeatResult.objects.bulk_create(
        [
            SeatResult(
                play=play,
                round=round_,
                field=fields[position],
                entrant_id=entrant_of[play.seat_of(position)],
                position=position,
                value=result.points[str(position)],
            )
            for position in sorted(fields)
        ],
        update_conflicts=True,
        unique_fields=["play", "position"],
        update_fields=["field", "entrant", "value", "round"],
    )
    cause = f"play:{play.pk}"
    DirtyMark.objects.bulk_create(
        [DirtyMark(field=fields[position], cause=cause) for position in sorted(fields)]
    )

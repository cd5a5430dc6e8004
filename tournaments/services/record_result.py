"""Take over a finished play: seat results, dirty marks, the board's opening, the round's end.

Runs inside the transaction of the action that finished the play, so the number of statements is
constant. Locks in the order play (held by the caller), board, round, stage.
"""

from collections.abc import Sequence
from datetime import datetime

from games.models import Board, Play, Result
from games.models.plays import UNFINISHED
from tournaments import hints
from tournaments.formats import format_of
from tournaments.models import DirtyMark, Field, Round, RoundState, RoundTable
from tournaments.tasks import hint_recount

from .opening import open_finished_board
from .progress import finish_if_played
from .seat_results import (
    SeatValue,
    identity,
    make_fields,
    parts_of,
    rulings_in_force,
    seated_entrants,
    write_seats,
)
from .settle_match import settle_match, waits_for_other_matches


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
    field_ids = _store(play, result, round_)
    if round_.state == RoundState.RELEASED:
        Round.objects.filter(pk=round_.pk, state=RoundState.RELEASED).update(
            state=RoundState.PLAYING
        )
        hints.round_changed(
            round_.stage.event_id, round_.stage_id, round_.number, RoundState.PLAYING
        )
    if play.table.finished_at is not None:
        hints.table_finished(round_.stage.event_id, round_.stage_id, round_.number)
    hint_recount(field_ids)
    taken_away = settle_match(play, round_, result.at)
    end_of_board(round_, board, result.at, besides=play)
    _end_boards(round_, taken_away, result.at)


def end_of_matches(play: Play, round_: Round, at: datetime) -> None:
    """After a board was taken away from a table: perhaps it was what a match waited for."""
    _end_boards(round_, settle_match(play, round_, at), at)


def _end_boards(round_: Round, boards: Sequence[Board], at: datetime) -> None:
    for each in boards:
        locked = Board.objects.select_for_update(no_key=True).get(pk=each.pk)
        end_of_board(round_, locked, at)


def end_of_board(round_: Round, board: Board, at: datetime, besides: Play | None = None) -> None:
    """Open a locked board that no table has to finish any more (after the event's delay), and
    then perhaps end the round.

    `besides` is the play that is just finishing. A board that goes round waits for the tables of
    rounds that are still to be released.
    """
    unfinished = Play.objects.filter(
        board=board, state__in=UNFINISHED, table__round_table__isnull=False
    )
    if besides is not None:
        unfinished = unfinished.exclude(pk=besides.pk)
    if format_of(round_.stage.kind).circulates:
        to_come = Round.objects.filter(stage=round_.stage_id, state=RoundState.DRAWN)
        if unfinished.exists() or to_come.exists():
            finish_if_played(round_, at, besides=besides)
            return
    if unfinished.exists():
        return
    if board.opened_at is None and not waits_for_other_matches(round_, board):
        open_finished_board(board, round_.stage, at)
    finish_if_played(round_, at, besides=besides)


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


def _store(play: Play, result: Result, round_: Round) -> list[int]:
    """Write the play's seat results, over those of before, and one mark a field; return these.

    A constant number of statements: only this table's seats and this board's rulings are read.
    """
    in_force = rulings_in_force(round_.stage_id, [play.board_id])
    if in_force.withdraws(play.pk, play.board_id):
        return []
    usual = identity(len(play.positions))
    mapping = in_force.hands.get(play.pk) or result.hands or usual
    if mapping != usual:
        make_fields(round_.stage_id, play.board_id, mapping)
    fields = dict(
        Field.objects.filter(
            stage=round_.stage_id, board=play.board_id, mapping=mapping
        ).values_list("position", "pk")
    )
    chairs = {**seated_entrants(play.table_id), **in_force.seats.get(play.pk, {})}
    scores = in_force.scores.get(play.pk, {})
    holders = play.holders(result.facts["landlord"])
    write_seats(
        {
            (play.pk, position, part): SeatValue(
                fields[position],
                chairs[holders[position - 1]],
                round_.pk,
                value,
                weight.numerator,
                weight.denominator,
                award,
            )
            for position in sorted(fields)
            for part, (value, weight, award) in enumerate(parts_of(result.points, scores, position))
        }
    )
    field_ids = sorted(fields.values())
    cause = f"play:{play.pk}"
    DirtyMark.objects.bulk_create([DirtyMark(field_id=pk, cause=cause) for pk in field_ids])
    return field_ids

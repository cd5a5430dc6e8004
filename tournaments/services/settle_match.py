"""End a four-a-side match that is decided, and give a tied one an extra board.

Part of the end of a play: called inside its transaction, with the board locked and before the
round may end. Only the second table to end a board decides anything; it takes away only what has
not begun at the other. A board that is being played there is played to its end.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from engine.movements.four_a_side import MatchState, match_state
from games.models import Board, Play, PlayState
from games.services.take_board_away import give_board_back, take_board_away
from tournaments import hints
from tournaments.four_a_side import FourMatch, cap_of, four_matches, only_winners_count
from tournaments.models import DirtyMark, Field, Round, RoundState, RoundTable, SeatResult, Stage

from .actors import SYSTEM
from .audit import record
from .opening import open_finished_board
from .seat_results import expected_results


def settle_match(play: Play, round_: Round, at: datetime) -> list[Board]:
    """See whether the match at the play's table goes on, now that the play has ended.

    Does nothing in stages whose margins count, while the other table is still at this board, and
    when the round has ended: a correction changes the score and nothing else.
    Returns the boards that were taken away from its tables, in order.
    """
    if not only_winners_count(round_.stage) or round_.state == RoundState.FINISHED:
        return []
    light = Stage.objects.select_related("event").defer("movement", "certificate")
    stage = light.get(pk=round_.stage_id)
    table = RoundTable.objects.values_list("number", flat=True).get(table=play.table_id)
    (match,) = four_matches(stage, live=True, at=(round_.number, table))
    if play.board.number in match.to_come:
        return []
    state = match_state(match.lead, cap_of(stage), len(match.to_come))
    if state is MatchState.DECIDED and match.to_come:
        return _take_away(match, stage, round_, at)
    if state is MatchState.EXTRA_BOARD:
        _extra_board(match, stage, round_, at, after=play.board.number)
    return []


def _plays(match: FourMatch, round_: Round, boards: Collection[int]) -> list[Play]:
    """The plays of these boards at both tables of a match, locked with their tables, in order."""
    plays = Play.objects.select_related("table", "board__board_set").select_for_update(
        no_key=True, of=("table", "self")
    )
    return list(
        plays.filter(
            table__round_table__round=round_,
            table__round_table__number__in=match.tables,
            board__number__in=boards,
        ).order_by("table_id", "order")
    )


def _take_away(match: FourMatch, stage: Stage, round_: Round, at: datetime) -> list[Board]:
    """Let nobody begin a board more: the lead is out of reach."""
    gone = []
    plays = _plays(match, round_, match.to_come)
    scheduled = [play for play in plays if play.state == PlayState.SCHEDULED]
    begun = [play for play in plays if play.state == PlayState.PLAYING and play.seq == 0]
    for play in [*scheduled, *begun]:
        take_board_away(play, at, though_begun=True)
        gone.append(play)
    boards = {play.board_id: play.board for play in gone}
    _expect(stage, boards)
    after = {
        "round": round_.number,
        "tables": list(match.tables),
        "lead": match.lead,
        "not_played": sorted(board.number for board in boards.values()),
    }
    record(stage.event, SYSTEM, "end_match", f"round:{round_.pk}", after=after)
    for _table in {play.table_id for play in gone if play.table.finished_at is not None}:
        hints.table_finished(stage.event_id, stage.pk, round_.number)
    return sorted(boards.values(), key=lambda board: board.number)


def _extra_board(
    match: FourMatch, stage: Stage, round_: Round, at: datetime, *, after: int
) -> None:
    """Give both tables the next extra board, `after` one; without one left the tie stands."""
    regular = round_.first_board + stage.boards_per_round
    left = [number for number in match.not_played if number >= regular and number > after]
    if not left:
        return
    plays = _plays(match, round_, left[:1])
    for play in plays:
        give_board_back(play, at)
    _expect(stage, {play.board_id for play in plays})
    told = {"round": round_.number, "tables": list(match.tables), "board": left[0]}
    record(stage.event, SYSTEM, "extra_board", f"round:{round_.pk}", after=told)


def _expect(stage: Stage, boards: Collection[str]) -> None:
    """Count anew how many results are expected; what has results is counted again."""
    for board, expected in expected_results(stage.pk, list(boards)).items():
        Field.objects.filter(stage=stage, board=board).update(expected=expected)
    counted = SeatResult.objects.filter(field__stage=stage, field__board__in=list(boards))
    fields = sorted(set(counted.values_list("field_id", flat=True)))
    DirtyMark.objects.bulk_create([DirtyMark(field_id=pk, cause="match") for pk in fields])


def waits_for_other_matches(round_: Round, board: Board) -> bool:
    """Whether another match of the round could be given a board that its tables have finished."""
    is_extra = board.number >= round_.first_board + round_.stage.boards_per_round
    return is_extra and only_winners_count(round_.stage)


def open_closed_boards(round_: Round, at: datetime) -> None:
    """Once nothing of a round is to be played, open the extra boards and what nobody has played.

    As with any other board the event's delay comes first.
    """
    if not only_winners_count(round_.stage) or round_.state == RoundState.DRAWN:
        return
    boards = Board.objects.select_for_update(no_key=True).filter(
        board_set=round_.session.board_set_id,
        number__range=(round_.first_board, round_.last_board),
        opened_at__isnull=True,
    )
    for board in boards.order_by("number"):
        open_finished_board(board, round_.stage, at)

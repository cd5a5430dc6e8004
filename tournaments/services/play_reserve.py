"""Let all tables of a round play a reserve board instead of one that was withdrawn.

Reserve boards have the numbers after those of their round, from the same commitment; one that is
played becomes the last board of its round. Locks tables and plays, then boards, then rounds.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Board, BoardKind, Play, PlayState, Report, ReportState, Table
from games.services.add_board import add_board
from games.services.take_board_away import take_board_away
from tournaments import hints
from tournaments.errors import RulingRefused
from tournaments.models import Field, Round, RoundState, Ruling

from .actors import Actor
from .audit import record
from .record_result import end_of_board
from .ruling_effects import lock_boards, settle
from .seat_results import identity


def locked_tables(round_: Round) -> list[Table]:
    """The tables of a round, locked with their plays as every play's end locks them."""
    plays = Play.objects.select_for_update(no_key=True, of=("table", "self")).select_related(
        "table"
    )
    rows = plays.filter(table__round_table__round=round_).order_by("table_id", "order")
    return list({play.table_id: play.table for play in rows}.values())


def play_reserve(
    round_: Round, withdrawn: Board, tables: list[Table], actor: Actor, ruling: Ruling
) -> Board:
    """Have locked tables play the next reserve board of their round; return it.

    Part of a withdrawal, inside its transaction. Raises RulingRefused with `round_not_released`,
    `round_finished`, `later_round_released` or `no_reserve_left`: it is a board for the whole
    field, or for nobody.
    """
    stage = round_.stage
    rounds = Round.objects.select_for_update(no_key=True).filter(stage=stage).order_by("number")
    states = {each.number: each for each in rounds}
    now, round_ = timezone.now(), states[round_.number]
    round_.stage = stage
    if round_.state == RoundState.DRAWN or not tables:
        sentence = _("The round of this board is not released.")
        raise RulingRefused("round_not_released", sentence)
    if round_.state == RoundState.FINISHED:
        raise RulingRefused("round_finished", _("This round is finished."))
    later = [each for each in states.values() if each.number > round_.number]
    if any(each.state != RoundState.DRAWN for each in later):
        sentence = _("A later round is released: not all tables can play one board more.")
        raise RulingRefused("later_round_released", sentence)
    number = round_.last_board + 1
    board = Board.objects.filter(
        board_set=round_.session.board_set_id, kind=BoardKind.ORIGINAL, number=number
    ).first()
    end = round_.first_board + stage.boards_per_round + stage.reserve_boards
    if board is None or number >= end:
        raise RulingRefused("no_reserve_left", _("This round has no reserve board left."))
    lock_boards([board.pk])
    round_.last_board = number
    round_.save(update_fields=["last_board"])
    old = Play.objects.filter(board=withdrawn, table__in=tables).select_related("board")
    plays = {play.table_id: play for play in old}
    first = next(iter(plays.values()))
    Field.objects.bulk_create(
        Field(
            stage=stage,
            board=board,
            mapping=identity(len(first.positions)),
            position=position,
            expected=len(tables),
        )
        for position in range(1, len(first.positions) + 1)
    )
    reported = set(
        Report.objects.filter(
            play__in=old, state__in=[ReportState.WAITING, ReportState.DISPUTED]
        ).values_list("play_id", flat=True)
    )
    for table in tables:
        play = plays[table.pk]
        play.table = table
        add_board(table, board, play.positions, now)
        begun = play.state == PlayState.PLAYING and play.seq == 0
        if (begun or play.state == PlayState.SCHEDULED) and play.pk not in reported:
            take_board_away(play, now, though_begun=True)
    after = {
        "round": round_.number,
        "withdrawn": withdrawn.number,
        "board": number,
        "ruling": ruling.pk,
    }
    record(
        stage.event, actor, "play_reserve", f"board:{board.pk}", reason=ruling.reason, after=after
    )
    hints.round_changed(stage.event_id, stage.pk, round_.number, round_.state)
    settle(stage, [withdrawn.pk, board.pk], f"ruling:{ruling.pk}")
    end_of_board(round_, Board.objects.get(pk=withdrawn.pk), now)
    return board

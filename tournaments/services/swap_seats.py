"""Correct who sat where, found afterwards: results stay where they are, people change places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Play
from tournaments.errors import RulingRefused
from tournaments.formats import format_of
from tournaments.models import Ruling, RulingKind, SeatResult, Stage

from .actors import Actor
from .ruling_effects import check_reason, lock_boards, round_of_play, settle, store
from .seat_results import rulings_in_force, seated_entrants


def swap_seats(
    plays: Sequence[Play], letters: tuple[str, str], actor: Actor, reason: str
) -> list[Ruling]:
    """Let the entrants of two chairs of one table change places in these plays of it.

    Of two teams of three they may be, too: then the board is not compared in their match. Raises
    NotPermitted; RulingRefused with `reason_missing`, `not_in_an_event`, `plays_missing`,
    `other_table`, `unknown_seat`, `opponents_swapped` or `board_played_twice`.
    """
    if not plays:
        raise RulingRefused("plays_missing", _("Name at least one board."))
    if len({play.table_id for play in plays}) != 1:
        raise RulingRefused("other_table", _("The boards are those of one table."))
    stage = round_of_play(plays[0]).stage
    actor.require(stage.event)
    reason = check_reason(reason)
    if len(set(letters)) != 2 or not set(letters) <= set(plays[0].positions):
        raise RulingRefused("unknown_seat", _("Name two seats of this table."))
    boards = sorted({play.board_id for play in plays})
    with write_transaction():
        lock_boards(boards)
        usual = seated_entrants(plays[0].table_id)
        _refuse_opponents(stage, usual, letters)
        known = rulings_in_force(stage.pk, boards).seats
        made = []
        for play in plays:
            before = {**usual, **known.get(play.pk, {})}
            one, other = letters
            after = {**before, one: before[other], other: before[one]}
            data: dict[str, Any] = {"seats": after}
            made.append(
                store(
                    stage,
                    RulingKind.SEATS,
                    data,
                    actor,
                    reason,
                    play=play,
                    before={"seats": before},
                )
            )
        settle(stage, boards, f"ruling:{made[0].pk}")
        _refuse_twice(stage, boards)
    return made


def _refuse_opponents(stage: Stage, usual: Mapping[str, str], letters: tuple[str, str]) -> None:
    """Raise RulingRefused("opponents_swapped") where partners have to sit opposite each other."""
    one, other = letters
    if format_of(stage.kind).partners and usual[one] != usual[other]:
        sentence = _(
            "Opponents of four-a-side who sat in each other's seats had no partner opposite: that"
            " board cannot be compared. Withdraw it at this table."
        )
        raise RulingRefused("opponents_swapped", sentence)


def _refuse_twice(stage: Stage, boards: Sequence[str]) -> None:
    """Raise RulingRefused("board_played_twice") if a player has a board at two chairs now."""
    if format_of(stage.kind).teams:
        return
    rows = SeatResult.objects.filter(round__stage=stage, play__board__in=boards, part=0)
    seen = list(rows.values_list("entrant_id", "play__board_id"))
    if len(seen) != len(set(seen)):
        sentence = _("Somebody would have played a board twice.")
        raise RulingRefused("board_played_twice", sentence)

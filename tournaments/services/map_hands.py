"""Say that the hands of a board lay in other pockets at one table: its own small sub-field."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Play
from tournaments.errors import RulingRefused
from tournaments.models import Ruling, RulingKind

from .actors import Actor
from .ruling_effects import check_reason, lock_boards, round_of_play, settle, store
from .seat_results import identity, make_fields


def map_hands(play: Play, mapping: str, actor: Actor, reason: str) -> Ruling:
    """Let a play count with `mapping` position → hand: "213" says that position 1 held hand 2.

    It is compared only with results of the same mapping. Raises NotPermitted; RulingRefused with
    `reason_missing`, `not_in_an_event` or `bad_mapping`.
    """
    round_ = round_of_play(play)
    stage = round_.stage
    actor.require(stage.event)
    reason = check_reason(reason)
    usual = identity(len(play.positions))
    if not isinstance(mapping, str) or sorted(mapping) != list(usual):
        sentence = _("A mapping names each hand once, such as 213.")
        raise RulingRefused("bad_mapping", sentence)
    with write_transaction():
        lock_boards([play.board_id])
        make_fields(stage.pk, play.board_id, mapping)
        data = {"mapping": mapping}
        ruling = store(stage, RulingKind.HANDS, data, actor, reason, play=play)
        settle(stage, [play.board_id], f"ruling:{ruling.pk}")
    return ruling

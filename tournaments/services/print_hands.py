"""Hand out the deals of a round for making up packs of cards. Audited: who saw which boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django.utils.translation import gettext as _

from engine.dealing import DealtBoard, Kind
from games.db import write_transaction
from games.deals import deal_of
from games.models import Board, BoardKind
from tournaments.errors import EventRefused
from tournaments.models import Round
from tournaments.public_values import refuse_missing_value
from tournaments.sight import refuse_hidden

from .actors import Actor
from .audit import record
from .ruling_effects import check_reason


def print_hands(round_: Round, actor: Actor, reason: str) -> list[DealtBoard]:
    """The deals of a round's boards by number, which are still secret to everybody else.

    Raises NotPermitted; RulingRefused(`reason_missing`); EventRefused(`not_with_cards`) for an
    event on phones, where nobody needs to see a hand; ValueRefused(`value_is_missing`);
    BoardHidden for who is to play one of them.
    """
    event = round_.stage.event
    actor.require(event)
    reason = check_reason(reason)
    if not event.physical:
        raise EventRefused("not_with_cards", _("This event is not played with cards."))
    refuse_missing_value(round_.session)
    boards = Board.objects.select_related("board_set").filter(
        board_set=round_.session.board_set_id,
        kind=BoardKind.ORIGINAL,
        number__range=(round_.first_board, round_.last_board),
    )
    refuse_hidden(actor, event, [each.pk for each in boards])
    with write_transaction():
        numbers = [round_.first_board, round_.last_board]
        after = {"round": round_.number, "boards": numbers}
        record(event, actor, "print_hands", f"round:{round_.pk}", reason=reason, after=after)
        return [
            DealtBoard(cast(Kind, each.kind), each.number, each.attempt, deal_of(each))
            for each in boards.order_by("number")
        ]


def print_hands_of(rounds: Iterable[Round], actor: Actor, reason: str) -> list[DealtBoard]:
    """The same for several rounds: all of them, or none. Raises the same."""
    with write_transaction():
        return [board for round_ in rounds for board in print_hands(round_, actor, reason)]

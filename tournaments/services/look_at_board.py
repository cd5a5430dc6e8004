"""Look at a board that one is still to play, because nobody else can decide about it. Audited."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import Board
from tournaments.errors import EventRefused
from tournaments.models import Event, SeenBoard
from tournaments.sight import hidden_boards

from .actors import Actor
from .audit import record
from .ruling_effects import check_reason


def look_at_board(event: Event, board: Board, actor: Actor, reason: str) -> SeenBoard:
    """Let `actor` see a board that is hidden from them, from now on.

    They cannot play it fairly any more: their own score on it takes a ruling. Raises NotPermitted;
    RulingRefused(`reason_missing`); EventRefused(`not_hidden`).
    """
    actor.require(event)
    reason = check_reason(reason)
    person = actor.person_in(event)
    if person is None or board.pk not in hidden_boards(actor, event):
        raise EventRefused("not_hidden", _("This board is not hidden from you."))
    with write_transaction():
        row, _made = SeenBoard.objects.get_or_create(person_id=person, board=board)
        after = {"board": board.number, "person": person}
        record(event, actor, "look_at_board", f"board:{board.pk}", reason=reason, after=after)
    return row

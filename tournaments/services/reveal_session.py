"""Reveal the secret of a session's boards, so that anybody can derive the deals again."""

from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from games.db import write_transaction
from games.models import BoardKind
from games.services.reveal_board_set import reveal_board_set
from tournaments import hints
from tournaments.errors import RevealRefused
from tournaments.models import RoundState, Session, Stage
from tournaments.stage_ends import has_ended

from .actors import Actor
from .audit import record


def reveal_session(session: Session, actor: Actor) -> dict[str, Any]:
    """Publish the reveal document of a session all of whose rounds are finished; return it.

    Raises NotPermitted; RevealRefused with `rounds_unfinished`, `boards_unopened` or
    `already_revealed`.
    """
    event = session.stage.event
    actor.require(event)
    with write_transaction():
        Stage.objects.select_for_update(no_key=True).get(pk=session.stage_id)
        session = Session.objects.select_related("board_set", "stage").get(pk=session.pk)
        if refusal := reveal_refusal(session):
            raise refusal
        unused = session.board_set.boards.filter(kind=BoardKind.ORIGINAL, plays=None)
        document = reveal_board_set(session.board_set, unused.values_list("number", flat=True))
        after = {"board_set": session.board_set_id, "session": session.number}
        record(event, actor, "reveal_session", f"session:{session.pk}", after=after)
        hints.event_changed(event.pk, "revealed")
    return document


def reveal_refusal(session: Session) -> RevealRefused | None:
    """Return why this session's secret cannot be revealed now; None if it can."""
    if session.board_set.revealed_at is not None:
        sentence = _("This session is revealed already.")
        return RevealRefused("already_revealed", sentence, about=f"session:{session.pk}")
    states = set(session.rounds.values_list("state", flat=True))
    if states != {RoundState.FINISHED} or _has_rounds_to_come(session):
        sentence = _("The secret is revealed after the last round: its deals would be known.")
        return RevealRefused("rounds_unfinished", sentence)
    # Boards of tables that there never were stay shut, and nobody has to wait for them.
    played = session.board_set.boards.filter(kind=BoardKind.ORIGINAL, plays__isnull=False)
    if played.filter(opened_at=None).exists():
        return RevealRefused("boards_unopened", _("A board of this session is not opened yet."))
    return None


def _has_rounds_to_come(session: Session) -> bool:
    """Whether a round that is not drawn yet will play boards of this session."""
    if has_ended(session.stage):
        return False
    drawn = session.stage.rounds.aggregate(Max("last_board"))["last_board__max"] or 0
    to_come = session.stage.rounds.count() < session.stage.rounds_planned
    end = drawn + session.stage.reserve_boards
    return to_come and bool(session.board_set.description["boards"] > end)

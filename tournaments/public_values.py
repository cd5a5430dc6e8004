"""Which committed boards wait for the public value that was announced for them.

Owns the refusal of everything that would need their deals. Nothing derives a deal before: until
then a set has no boards.
"""

from django.utils.translation import gettext as _

from tournaments.errors import ValueRefused
from tournaments.models import Session, Stage


def sessions_of_draw(stage: Stage) -> list[Session]:
    """The sessions whose boards a drawn stage plays, without those of draws that were undone."""
    rows = stage.sessions.select_related("board_set").order_by("number")
    return [] if stage.movement is None else list(rows)[-stage.sessions_planned :]


def sessions_without_value(stage: Stage) -> list[Session]:
    """Those of them that cannot be played yet: the value that they announce is missing."""
    return [each for each in sessions_of_draw(stage) if each.board_set.missing_value]


def refuse_missing_value(session: Session) -> None:
    """Raise ValueRefused("value_is_missing") while the boards of a session cannot be derived."""
    name = session.board_set.missing_value
    if name:
        sentence = _("The public value that was announced is to be entered first: %(name)s.")
        raise ValueRefused(
            "value_is_missing", sentence % {"name": name}, name=name, session=session.number
        )
